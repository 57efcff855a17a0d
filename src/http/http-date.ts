import { type Instant, instant } from "../platform/instants.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three formats that recipients must accept (RFC 9110 section 5.6.7): the current one, RFC 850 and asctime. */
const forms = [
  /^\w{3}, (?<day>\d{2}) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^\w{6,9}, (?<day>\d{2})-(?<month>\w{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** The instant of an HTTP-date; null for any other text. The header is then ignored. */
export function readHttpDate(text: string, now: Instant): Instant | null {
  const parts = forms.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!parts) return null;
  const month = months.indexOf(parts.month ?? "") + 1;
  const year = parts.year?.length === 2 ? fullYear(Number(parts.year), now) : parts.year;
  const iso = `${year}-${String(month).padStart(2, "0")}-${parts.day?.replace(" ", "0")}T${parts.time}Z`;
  const milliseconds = Date.parse(iso);
  return Number.isNaN(milliseconds) ? null : instant(milliseconds);
}

export const writeHttpDate = (at: Instant): string => new Date(at).toUTCString();

/** A two-digit year more than 50 years ahead is the past one (RFC 9110 section 5.6.7). */
function fullYear(year: number, now: Instant): number {
  const current = new Date(now).getUTCFullYear();
  const guess = current - (current % 100) + year;
  return guess > current + 50 ? guess - 100 : guess;
}
