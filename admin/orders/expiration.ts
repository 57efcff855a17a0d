import type { Order } from "../api/types.ts";
import { dayMilliseconds, hoursInWords, moment } from "../components/format.ts";
import { wholeNumberProblem } from "../components/whole-number.ts";

/** When the links of an order expire. */
export type Ending = Pick<Order, "expiration_date" | "expiration_hours_from_first_download" | "access_until">;

/** `2 days after the first download` for an order that waits for it; null for any other. */
export function waitingWords({ expiration_hours_from_first_download: hours }: Ending): string | null {
  return hours === null ? null : `${hoursInWords(hours)} after the first download`;
}

/** When the links of an order end: by its own date or when its access ends, whichever is earlier. */
export function endOf({ expiration_date: end, access_until: paid }: Ending): string | null {
  if (end === null || paid === null) return end ?? paid;
  return new Date(paid) < new Date(end) ? paid : end;
}

/** The same in a sentence. */
export function endWords(order: Ending): string {
  const end = endOf(order);
  if (end !== null && end === order.access_until) return `Access is paid for until ${moment(end)}.`;
  if (end !== null) return `The links work until ${moment(end)}.`;
  const waiting = waitingWords(order);
  return waiting === null ? "The links never expire." : `The links work for ${waiting}.`;
}

/** When an order's links expire: the store's default, a number of days more, a date, or never. */
export interface ExpirationChoice {
  kind: "default" | "days" | "date" | "never";
  days: number | string;
  /** As the browser's date and time field writes it, in the reader's zone: `2026-11-30T12:00`. */
  date: string;
}

const maxDays = 36_500;

/** The problem with the choice; null for none. */
export function expirationProblem({ kind, days, date }: ExpirationChoice): string | null {
  if (kind === "days") return wholeNumberProblem(days, 1, maxDays, "Enter a number of days.");
  if (kind !== "date") return null;
  const end = new Date(date).getTime();
  if (Number.isNaN(end)) return "Choose a date and a time.";
  return end <= Date.now() ? "This date has passed. Choose a later one." : null;
}

/** Whether the links would expire before `end`, an instant, or null for never. */
export function isEarlier({ kind, date }: ExpirationChoice, end: string | null): boolean {
  return kind === "date" && (end === null || new Date(date).getTime() < new Date(end).getTime());
}

/**
 * The `expiration_date` for v3. Days are added to the order's current end, or to now if it has expired. Undefined if that changes
 * nothing, because the order waits for its first download.
 */
export function expirationOf(choice: ExpirationChoice): string | null;
export function expirationOf(choice: ExpirationChoice, order: Ending): string | undefined | null;
export function expirationOf({ kind, days, date }: ExpirationChoice, order?: Ending): string | undefined | null {
  if (kind === "default") return null;
  if (kind === "never") return "never";
  if (kind === "date") return new Date(date).toISOString();
  if (order?.expiration_date === null) return waitingWords(order) === null ? "never" : undefined;
  const from = Math.max(Date.now(), order ? new Date(order.expiration_date).getTime() : 0);
  return new Date(from + Number(days) * dayMilliseconds).toISOString();
}

/** An instant as the value of a `datetime-local` field. */
export function localInput(instant: number): string {
  const shifted = new Date(instant - new Date(instant).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** A week after `end` or now, whichever is later: the initial date in the field. */
export function inAWeek(end: string | null = null): string {
  const from = Math.max(Date.now(), end === null ? 0 : new Date(end).getTime());
  return localInput(from + 7 * dayMilliseconds);
}
