import { type Instant, instant } from "./instants.ts";
export const hourMilliseconds = 3_600_000;
export const dayMilliseconds = 86_400_000;

/** Days since 1970-01-01 in UTC of an instant. */
export function dayOf(at: Instant): number {
  return Math.floor(at / dayMilliseconds);
}

/** The first instant of a day. */
export function dayStart(day: number): Instant {
  return instant(day * dayMilliseconds);
}

/** Days since 1970-01-01 of a date such as `2026-11-20`; null if it is not a date from then to 9999. */
export function readDay(text: string): number | null {
  const day = dayOf(instant(Date.parse(`${text}T00:00:00Z`)));
  return day >= 0 && writeDay(day) === text ? day : null;
}

/** `2026-11-20` */
export function writeDay(day: number): string {
  return new Date(dayStart(day)).toISOString().slice(0, 10);
}
