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

const mostDays = 36_500;

/** Why the choice says nothing yet, in words; null when it does. */
export function expirationProblem({ kind, days, date }: ExpirationChoice): string | null {
  if (kind === "days") return wholeNumberProblem(days, 1, mostDays, "Say for how many days.");
  if (kind === "date" && Number.isNaN(new Date(date).getTime())) return "Choose a date and a time.";
  return null;
}

/** What v3 takes as `expiration_date`; days count from the end that the order has, or from now when that has passed. */
export function expirationOf(
  { kind, days, date }: ExpirationChoice,
  order?: Pick<Order, "expiration_date">,
  now = Date.now(),
): string | null {
  if (kind === "default") return null;
  if (kind === "never") return "never";
  if (kind === "date") return new Date(date).toISOString();
  if (order?.expiration_date === null) return "never";
  const from = Math.max(now, order ? new Date(order.expiration_date).getTime() : now);
  return new Date(from + Number(days) * dayMilliseconds).toISOString();
}

/** An instant as the browser's date and time field takes it, in the reader's zone. */
function localInput(instant: number): string {
  const shifted = new Date(instant - new Date(instant).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The same time of day in a week, which a chosen date begins with. */
export const inAWeek = () => localInput(Date.now() + 7 * dayMilliseconds);
