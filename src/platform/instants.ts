declare const instantBrand: unique symbol;

/** Milliseconds since 1970 in UTC. At run time a plain number. */
export type Instant = number & { readonly [instantBrand]: true };

/** The instant this many milliseconds after the start of 1970 in UTC. */
export const instant = (milliseconds: number): Instant => milliseconds as Instant;

export const instantNow = (): Instant => Date.now() as Instant;

/** The earliest of the instants; null if there is none. */
export function earliest(...instants: (Instant | null | undefined)[]): Instant | null {
  const known = instants.filter((one) => one != null);
  return known.length > 0 ? instant(Math.min(...known)) : null;
}

/** ISO 8601 in UTC with an offset, as every interface writes instants: `2026-11-20T21:37:00+00:00`. */
export function writeInstant(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 19)}+00:00`;
}

const iso8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?)?$/i;

const latest = Date.UTC(9999, 0, 1);

/** Whether `sent` is this instant as interfaces and files write it, in whole seconds; false for one that is absent. */
export const isSameSecond = (sent: Instant | null | undefined, at: Instant | null): boolean =>
  sent !== undefined && seconds(sent) === seconds(at);

const seconds = (at: Instant | null) => (at === null ? null : Math.floor(at / 1000));

/** As `instant`, limited to what `readInstant` accepts. */
export const cappedInstant = (milliseconds: number): Instant => instant(Math.min(milliseconds, latest - 1));

/** True for the date that .NET clients send for an unset date. */
export function isUnsetDate(text: string): boolean {
  return /^\s*0001-01-01/.test(text);
}

/**
 * True for a date that clients in other languages send for an unset date: the start of 1970, and MySQL's zero. In an
 * existing order, the start of 1970 may be meant.
 */
export function isUnsetInNew(text: string): boolean {
  return /^\s*0000-00-00/.test(text) || readInstant(text) === 0;
}

/** Reads an ISO 8601 date, with or without a time; UTC without an offset. Null if it is not a date from 1970 to 9998. */
export function readInstant(text: string): Instant | null {
  const match = iso8601.exec(text.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milliseconds);
  const onCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  if (!onCalendar || minute > 59 || second > 59) return null;
  const offset = offsetMinutes(match[8] ?? "Z");
  if (offset === null) return null;
  const at = date.getTime() - offset * 60_000;
  return at >= 0 && at < latest ? instant(at) : null;
}

function offsetMinutes(offset: string): number | null {
  if (/^(Z|UTC)$/i.test(offset)) return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  if (hours > 14 || minutes > 59) return null;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
