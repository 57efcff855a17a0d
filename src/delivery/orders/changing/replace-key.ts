import { queueDeliveryEmail } from "../../../messages/mail/outbox.ts";
import { undeliverableAt, whyUndeliverable } from "../../../messages/mail/undeliverable-addresses.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { DomainError } from "../../../platform/errors.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { keyOfItem, markReplaced, takeFreeKey } from "../../licenses/item-keys.ts";
import { recordAssignedKeys } from "../../licenses/key-events.ts";
import { handOut, lockPools, moveTo } from "../../licenses/pool.ts";
import { deliveryAddress } from "../delivery-address.ts";
import { keptItems } from "../live-rows.ts";
import { lockOrderByNumber } from "../lock-order.ts";
import type { Order } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { linkStopOf } from "../stop-reasons.ts";
import { itemNotFound, requireOrderItem } from "./update-order-item.ts";

/** Options for giving a customer a license key. */
interface HandOut {
  /** The key to give, as `readKey` makes it; null for the oldest of the pool. */
  key: string | null;
  sendEmail: boolean;
}

/**
 * The order, and the row number of the key that its item now has. `notSent` is a sentence for the store that says why no email
 * goes to the customer's address; null if one is sent, or if none was requested.
 */
export type HandedOut = { order: Order; keyId: number; notSent: string | null };

/**
 * Gives the order item (row number) another license key instead of one of its keys (row number). The old key cannot be used
 * again, and programs get `revoked`. Throws `not_found`; `in_use` if the key was replaced before, its pool is empty or an order
 * has the new key; and `stopped` for a test and if the order or item is on hold or revoked.
 */
export async function replaceLicenseKey(
  tx: Tx,
  account: Account,
  { itemId, keyId, reason, ...handOut }: HandOut & { itemId: number; keyId: number; reason: string },
  now: Instant,
): Promise<HandedOut> {
  const { order, productId } = await lockDelivering(tx, account, itemId);
  const old = await keyOfItem(tx, { itemId, keyId });
  if (!old) throw new DomainError("not_found", `The order item has no license key ${keyId}.`);
  if (old.replacedAt !== null) throw new DomainError("in_use", "This license key was replaced before.");
  const fresh = await takeFreeKey(tx, { accountId: account.id, productId, itemId, key: handOut.key }, now);
  await markReplaced(tx, old.id, reason, now);
  await moveTo(tx, [{ id: itemId, keys: [fresh] }], now);
  return handedOut(tx, account, { order, itemId, productId, keyId: fresh.id, ...handOut }, now);
}

/**
 * Gives the order item (row number) a license key for a unit that lacks one, ignoring the pool's order and its rule for earlier
 * orders. Throws `not_found`; `in_use` if every unit has a key, the pool is empty or an order has the key; and `stopped` for a
 * test and if the order or item is on hold or revoked.
 */
export async function handOutLicenseKey(
  tx: Tx,
  account: Account,
  { itemId, ...by }: HandOut & { itemId: number },
  now: Instant,
): Promise<HandedOut> {
  const { order, productId, lacking } = await lockDelivering(tx, account, itemId);
  if (lacking <= 0)
    throw new DomainError("in_use", "Every unit has a license key. Replace one, or raise the quantity.");
  const fresh = await takeFreeKey(tx, { accountId: account.id, productId, itemId, key: by.key }, now);
  await handOut(tx, [{ id: itemId, keys: [fresh] }], now);
  return handedOut(tx, account, { order, itemId, productId, keyId: fresh.id, ...by }, now);
}

/** Locks the item's order and its product's pool. */
async function lockDelivering(tx: Tx, account: Account, itemId: number) {
  const { orderId, productId } = await requireOrderItem(tx, account.id, itemId);
  const order = await lockOrderByNumber(tx, orderId);
  if (!order) throw itemNotFound(itemId);
  await lockPools(tx, [productId]);
  const item = await keptItems(tx)
    .select(["revoked_at as itemRevokedAt", "quantity", "keys_assigned as keysAssigned"])
    .where("id", "=", itemId)
    .executeTakeFirst();
  if (!item) throw itemNotFound(itemId);
  const stop = linkStopOf({ ...order, itemRevokedAt: item.itemRevokedAt });
  if (stop !== null) throw new DomainError("stopped", stoppedWords[stop]);
  if (order.test === 1) throw new DomainError("stopped", "This is a test order, which takes no license keys.");
  return { order, productId, lacking: item.quantity - item.keysAssigned };
}

const stoppedWords = {
  on_hold: "The order is on hold, so it gets no license keys. Release it first.",
  revoked: "The order is revoked, so it gets no license keys. Restore it first.",
  item_revoked: "The order item is revoked, so it gets no license keys. Restore it first.",
};

async function handedOut(
  tx: Tx,
  account: Account,
  {
    order,
    itemId,
    productId,
    keyId,
    sendEmail,
  }: Omit<HandedOut, "notSent"> & { itemId: number; productId: number; sendEmail: boolean },
  now: Instant,
): Promise<HandedOut> {
  await recordAssignedKeys(tx, account, [{ orderId: order.id, itemId, productId, keys: 1 }], now);
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  if (!sendEmail) return { order, keyId, notSent: null };
  // Queued in any case, so that the order shows that its customer has not been informed about the key.
  await queueDeliveryEmail(tx, account, order, now);
  const address = deliveryAddress(account, order);
  const found = await undeliverableAt(tx, account.id, address);
  return { order, keyId, notSent: found && whyUndeliverable(found, address) };
}
