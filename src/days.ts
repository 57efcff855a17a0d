export const dayMilliseconds = 86_400_000;

/** Days since 1970-01-01 in UTC of an instant. */
export function dayOf(instant: number): number {
  return Math.floor(instant / dayMilliseconds);
}

/** The first instant of a day. */
export function dayStart(day: number): number {
  return day * dayMilliseconds;
}

/** `2026-11-20` */
export function writeDay(day: number): string {
  return new Date(dayStart(day)).toISOString().slice(0, 10);
}
