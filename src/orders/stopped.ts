import { DomainError } from "../errors.ts";
import type { Order } from "./queries.ts";

/** Why an order delivers nothing until its store changes that. */
export type StopReason = "on_hold" | "revoked";

/** Null for an order that delivers. */
export function stopOf({ heldAt, revokedAt }: Pick<Order, "heldAt" | "revokedAt">): StopReason | null {
  if (heldAt !== null) return "on_hold";
  return revokedAt === null ? null : "revoked";
}

const linkSentences = {
  on_hold: "The store is checking this order.",
  revoked: "The store has withdrawn this order.",
};

/** For a customer's link. Throws `on_hold` or `revoked`. */
export function rejectStopped(stop: StopReason | null): void {
  if (stop !== null) throw linkStopped(stop);
}

export const linkStopped = (stop: StopReason) => new DomainError(stop, linkSentences[stop]);

const emailSentences = {
  on_hold: "is on hold, so its email cannot be sent. Release it first.",
  revoked: "is revoked, so its email cannot be sent. Restore it first.",
};

/** For a store that sends an order's email. Throws `stopped`. */
export function rejectEmailOfStopped(order: Pick<Order, "publicId" | "heldAt" | "revokedAt">): void {
  const stop = stopOf(order);
  if (stop !== null) throw new DomainError("stopped", `Order ${order.publicId} ${emailSentences[stop]}`);
}
