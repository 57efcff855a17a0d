import type { Order } from "../api/types.ts";
import { dayMilliseconds } from "../components/format.ts";
import { wholeNumberProblem } from "../components/whole-number.ts";

/** How the end of an order's links is chosen: the store's own rule, so many days more, a date, or never. */
export interface ExpirationChoice {
  kind: "default" | "days" | "date" | "never";
  days: number | string;
  /** As the browser's date and time field writes it, in the reader's zone: `2026-11-30T12:00`. */
  date: string;
}

const maxDays = 36_500;

/** Why the choice gives no end that is still to come, in words; null when it does. */
export function expirationProblem({ kind, days, date }: ExpirationChoice): string | null {
  if (kind === "days") return wholeNumberProblem(days, 1, maxDays, "Enter a number of days.");
  if (kind !== "date") return null;
  const end = new Date(date).getTime();
  if (Number.isNaN(end)) return "Choose a date and a time.";
  return end <= Date.now() ? "This date has passed. Choose a later one." : null;
}

/** Whether the links would stop before `end`, an instant, or null for links that work for good. */
export function isEarlier({ kind, date }: ExpirationChoice, end: string | null): boolean {
  return kind === "date" && (end === null || new Date(date).getTime() < new Date(end).getTime());
}

/** What v3 takes as `expiration_date`; days count from the end that the order has, or from now when that has passed. */
export function expirationOf(
  { kind, days, date }: ExpirationChoice,
  order?: Pick<Order, "expiration_date">,
): string | null {
  if (kind === "default") return null;
  if (kind === "never") return "never";
  if (kind === "date") return new Date(date).toISOString();
  if (order?.expiration_date === null) return "never";
  const from = Math.max(Date.now(), order ? new Date(order.expiration_date).getTime() : 0);
  return new Date(from + Number(days) * dayMilliseconds).toISOString();
}

/** An instant as the browser's date and time field takes it, in the reader's zone. */
function localInput(instant: number): string {
  const shifted = new Date(instant - new Date(instant).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** A week after `end`, or after now when that is later, at the same time of day: what a chosen date begins with. */
export function inAWeek(end: string | null = null): string {
  const from = Math.max(Date.now(), end === null ? 0 : new Date(end).getTime());
  return localInput(from + 7 * dayMilliseconds);
}
