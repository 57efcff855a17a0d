const units = ["kB", "MB", "GB", "TB", "PB"];

/** Strips what could break out of its line or turn the reading direction, and joins white space. */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, " ")
    .trim();
}

/** A number of bytes for people, in decimal units: `512 bytes`, `4.2 MB`, `120 GB`. */
export function sizeInWords(bytes: number): string {
  if (bytes === 1) return "1 byte";
  if (bytes < 1000) return `${bytes} bytes`;
  let value = bytes;
  for (const unit of units) {
    value /= 1000;
    // From here on rounding gives 1000, which is one of the next unit.
    if (value < 999.5 || unit === units.at(-1)) return `${shortNumber(value)} ${unit}`;
  }
  return `${bytes} bytes`;
}

function shortNumber(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : value.toFixed(0);
}

/** What is left of one file's allowance; null means unlimited. */
export function remainingInWords(remaining: number | null): string {
  if (remaining === null) return "no download limit";
  if (remaining <= 0) return "no downloads left";
  return remaining === 1 ? "1 download left" : `${remaining} downloads left`;
}

/** What is left when each of several files has the same; null means unlimited. */
export function remainingOfEachInWords(remaining: number | null): string {
  if (remaining === null || remaining <= 0) return remainingInWords(remaining);
  return remaining === 1 ? "1 download of each file" : `${remaining} downloads of each file`;
}

/** When links end, as a sentence; both instants in milliseconds since 1970, `expiresAt` null for never. */
export function expiryInWords(expiresAt: number | null, now: number): string {
  if (expiresAt === null) return "These links do not expire.";
  if (expiresAt <= now) return `These links expired on ${instantInWords(expiresAt)}.`;
  return `These links work until ${instantInWords(expiresAt)} (${distanceInWords(expiresAt - now)}).`;
}

const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
const distance = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** `30 November 2026, 21:37 UTC`. */
function instantInWords(instant: number): string {
  return `${date.format(instant)}, ${time.format(instant)} UTC`;
}

function distanceInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 120) return distance.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? distance.format(hours, "hour") : distance.format(Math.round(hours / 24), "day");
}
