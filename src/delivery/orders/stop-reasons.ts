import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Order } from "./order-columns.ts";

/** Why an order delivers nothing until its store changes that. */
export type StopReason = "on_hold" | "revoked";

/** Why a link delivers nothing: its order's reason, or `item_revoked` if only its item is revoked. */
export type LinkStopReason = StopReason | "item_revoked";

/** Null if the order delivers. */
export function stopOf({ heldAt, revokedAt }: Pick<Order, "heldAt" | "revokedAt">): StopReason | null {
  if (heldAt !== null) return "on_hold";
  return revokedAt === null ? null : "revoked";
}

/** Null if the order item's link delivers. */
export function linkStopOf({
  itemRevokedAt,
  ...order
}: Pick<Order, "heldAt" | "revokedAt"> & { itemRevokedAt: Instant | null }): LinkStopReason | null {
  return stopOf(order) ?? (itemRevokedAt === null ? null : "item_revoked");
}

const linkSentences = {
  on_hold: "The store is checking this order.",
  revoked: "The store has withdrawn this order.",
  item_revoked: "The store has withdrawn this product.",
};

/** Call for a customer's link. Throws `on_hold`, `revoked` or `item_revoked`. */
export function rejectStopped(stop: LinkStopReason | null): void {
  if (stop !== null) throw linkStopped(stop);
}

export const linkStopped = (stop: LinkStopReason) => new DomainError(stop, linkSentences[stop]);

const emailSentences = {
  on_hold: "is on hold, so its email cannot be sent. Release it first.",
  revoked: "is revoked, so its email cannot be sent. Restore it first.",
};

/** Call when the store sends an order's email. Throws `stopped`. */
export function rejectEmailOfStopped(order: Pick<Order, "publicId" | "heldAt" | "revokedAt">): void {
  const stop = stopOf(order);
  if (stop !== null) throw new DomainError("stopped", `Order ${order.publicId} ${emailSentences[stop]}`);
}
