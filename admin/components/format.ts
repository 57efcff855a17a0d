const numbers = new Intl.NumberFormat();
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

export function number(value: number): string {
  return numbers.format(value);
}

/** Sizes in units of 1000 bytes, as the customer's pages show them. */
export function bytes(value: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  const step = value < 1000 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), units.length - 1);
  const unit = units[step] ?? "byte";
  const options = {
    style: "unit",
    unit,
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(undefined, options).format(value / 1000 ** step);
}

/** The size of a download; empty for a link to another site. */
export function downloadedBytes(value: number): string {
  return value === 0 ? "" : bytes(value);
}

export const dayMilliseconds = 86_400_000;

/** "10 days", or "36 hours" when not a whole number of days. */
export function hoursInWords(hours: number): string {
  const inDays = hours >= 24 && hours % 24 === 0;
  const options = { style: "unit", unit: inDays ? "day" : "hour", unitDisplay: "long" } as const;
  return new Intl.NumberFormat(undefined, options).format(inDays ? hours / 24 : hours);
}

export function money(value: number, currency: string): string {
  return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(value);
}

const runsFromRight = (text: string) =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

/** Names in a row. Without a mark between them, two that are written from right to left would change places. */
export function listed(names: readonly string[]): string {
  return names.join(names.some(runsFromRight) ? "\u200e, " : ", ");
}

/**
 * A name within a sentence. One that is written from right to left takes no numbers or marks of the sentence with it. The
 * ending of a file's name stays at its end, as in lists.
 */
export function isolated(name: string): string {
  if (!runsFromRight(name)) return name;
  return `${/\.[a-z0-9]+$/i.test(name) ? "\u2066" : "\u2068"}${name}\u2069`;
}

/** As many letters of a name as a sentence takes. */
const mostLetters = 80;

/** A name within a sentence, cut when it is longer than a few lines of a phone. A file's name keeps its ending. */
export function cut(name: string): string {
  const letters = name.length > mostLetters ? [...new Intl.Segmenter().segment(name)] : [];
  if (letters.length <= mostLetters) return isolated(name);
  const [ending = ""] = /\.[a-z0-9]{1,10}$/i.exec(name) ?? [];
  return isolated(`${name.slice(0, letters[mostLetters - 1 - ending.length]?.index)}…${ending}`);
}

export const quoted = (name: string): string => `“${cut(name)}”`;

/** Date and time in the reader's own zone. A line may end between the two, not within them. */
export function moment(iso: string): string {
  const unbroken = moments.format(new Date(iso)).replace(/\s/g, "\u00a0");
  return unbroken.replace(/,\u00a0(?=[^,]*$)/, ", ");
}

export function day(iso: string): string {
  return days.format(new Date(iso)).replace(/\s/g, "\u00a0");
}

/** "in 3 days", "5 minutes ago". */
export function fromNow(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const steps = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (["second", 1] as const);
  return relative.format(Math.round(seconds / length), unit);
}
