import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Instant } from "../../platform/instants.ts";
import { keyWithEarlierText } from "../licenses/key-texts.ts";

/** A license key that was assigned to an order, with everything that decides whether it is valid. */
export interface License {
  /** Row number of the license key. */
  id: number;
  sku: string;
  productName: string;
  key: string;
  /** When an order got the key. */
  assignedAt: Instant | null;
  orderId: number;
  /** The order's ID as shown in the interfaces. */
  orderPublicId: string;
  orderItemId: number;
  /** When the order was put on hold; null if it is not. */
  heldAt: Instant | null;
  /** When the key was replaced, or its order or item was revoked, removed or deleted; null if none of these happened. */
  endedAt: Instant | null;
  /** The end of the paid access to the order; null if it does not end. */
  accessUntil: Instant | null;
  /** The end of the item's updates; null if they do not end. */
  updatesUntil: Instant | null;
  /** When the order is delivered, if it is a gift for later; null for at once. */
  deliverAt: Instant | null;
  /** Devices that may use the key; null for any number. */
  deviceLimit: number | null;
}

/**
 * The account's assigned license keys with this text, oldest first: products may share a key. The text must match exactly. It may
 * be an earlier text of a key.
 */
export async function licensesWithText(reader: Reader, accountId: number, text: string): Promise<License[]> {
  const found = await licensesWithKey(reader, { accountId, key: text });
  if (found.length > 0) return found;
  const earlier = await keyWithEarlierText(reader, accountId, text);
  return earlier === null ? [] : withId(reader, { accountId, id: earlier });
}

const licensesWithKey = prepared<{ accountId: number; key: string }, License>((db, { accountId, key }) =>
  licenses(db).where("key.account_id", "=", accountId).where("key.key", "=", key).orderBy("key.id"),
);

/** The license with this row number; null if the account has none, or no order has its key. */
export async function licenseById(reader: Reader, accountId: number, id: number): Promise<License | null> {
  const [license] = await withId(reader, { accountId, id });
  return license ?? null;
}

const withId = prepared<{ accountId: number; id: number }, License>((db, { accountId, id }) =>
  licenses(db).where("key.account_id", "=", accountId).where("key.id", "=", id),
);

/** Crosses domains: the order, its item and the product together decide. */
const licenses = (reader: Reader) =>
  reader
    .selectFrom("license_keys as key")
    .innerJoin("products as product", "product.id", "key.product_id")
    .innerJoin("order_items as item", "item.id", "key.order_item_id")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .select(["key.id", "key.key", "key.assigned_at as assignedAt", "product.sku", "product.name as productName"])
    .select(["item.order_id as orderId", "item.id as orderItemId"])
    .select(["order.deliver_at as deliverAt", "item.updates_until as updatesUntil"])
    .select(["order.public_id as orderPublicId", "order.held_at as heldAt", "order.access_until as accessUntil"])
    .select(({ fn }) => [
      fn
        .coalesce("key.replaced_at", "order.deleted_at", "order.revoked_at", "item.removed_at", "item.revoked_at")
        .as("endedAt"),
      fn.coalesce("item.device_limit", "product.device_limit").as("deviceLimit"),
    ]);
