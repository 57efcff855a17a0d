import { type SqlBool, sql } from "kysely";
import { queueDeliveryEmail } from "../../../messages/mail/outbox.ts";
import { undeliverableAt } from "../../../messages/mail/undeliverable-addresses.ts";
import type { Database, Reader, Tx } from "../../../platform/database/database.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { DomainError, rejectFields } from "../../../platform/errors.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { countKeptItems } from "../../../store/statistics/count.ts";
import { storedContentsOf } from "../../catalog/contents.ts";
import { type Product, productsByIds } from "../../catalog/queries.ts";
import { assignKeysToOrder, lockPools } from "../../licenses/pool.ts";
import { keepEmailWaiting } from "../changing/hold-and-revoke.ts";
import { deliveryAddress } from "../delivery-address.ts";
import { isExpired } from "../expiration.ts";
import { isToCome } from "../gifts/gift.ts";
import { keptItems, liveOrderedItems } from "../live-rows.ts";
import { lockOrderByNumber } from "../lock-order.ts";
import type { Order } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { mostLines, unitsProblem } from "../order-input.ts";
import { insertOrderItems } from "../order-items.ts";
import { lockLines } from "../order-lines.ts";
import { contentValues } from "./content-items.ts";

// Orders of a bundle from before it held all its present contents (docs/reference/delivery.md, Bundles).

/** How many orders lack some of their bundle's contents. */
export interface EarlierBundles {
  /** Orders that can get them. */
  orders: number;
  /** Orders whose access has ended. They get nothing. */
  ended: number;
}

/** Counts the orders of the bundle that lack contents, except revoked ones. Use `db.scan`: there may be many. */
export async function countEarlierBundles(reader: Reader, bundle: Product, now: Instant): Promise<EarlierBundles> {
  const isOpen = sql<SqlBool>`("order".expires_at is null or "order".expires_at > ${now})`;
  const { all, open } = await (await lackingItems(reader, bundle))
    .select(({ fn }) => [fn.countAll<number>().as("all"), fn.countAll<number>().filterWhere(isOpen).as("open")])
    .executeTakeFirstOrThrow();
  return { orders: Number(open), ended: Number(all) - Number(open) };
}

/** Items of the bundle that lack contents, in orders that are not revoked. An order has at most one. */
async function lackingItems(reader: Reader, bundle: Product) {
  const contents = storedContentsOf(bundle).map(({ productId }) => productId);
  const live = await productsByIds(reader, bundle.accountId, contents);
  const brought = sql<number>`(select count(distinct held.product_id) from order_items as held
    where held.order_id = item.order_id and held.bundle_item_id = item.id and held.removed_at is null
      and held.product_id in ${valueSet(reader, "integer", JSON.stringify(live.map(({ id }) => id)))})`;
  return liveOrderedItems(reader)
    .where("item.product_id", "=", bundle.id)
    .where("item.bundle_item_id", "is", null)
    .where("item.revoked_at", "is", null)
    .where("order.revoked_at", "is", null)
    .where(brought, "<", live.length);
}

/** The result for the orders of one call. */
export interface GivenContents {
  given: number;
  /** How many of their emails were queued. */
  emailed: number;
  /** Orders (public IDs) that got nothing, and why. */
  failed: { orderId: string; message: string }[];
  /** The order item (row number) after which to continue; null if no order is left. */
  next: number | null;
}

/** Orders to examine per call. */
const ordersAtOnce = 50;

/**
 * Adds missing contents to the next orders of the bundle, oldest first, each in its own transaction: items of price 0 as in new
 * orders, with keys as far as the pools reach. Call it again with `next` until that is null. Orders that lack nothing get
 * nothing. With `sendEmail`, each customer gets the delivery email again, unless the address is undeliverable or the day's
 * allowance of emails is used up. For orders on hold and gifts that are still to come, it is sent later.
 */
export async function giveToEarlierBundles(
  db: Database,
  account: Account,
  bundle: Product,
  { after, sendEmail }: { after: number; sendEmail: boolean },
  now: Instant,
): Promise<GivenContents> {
  // Many orders may be complete before one that lacks contents.
  const found = await (await lackingItems(db.scan, bundle))
    .where((row) => row.or([row("order.expires_at", "is", null), row("order.expires_at", ">", now)]))
    .select(["item.id", "order.id as orderId", "order.public_id as publicId"])
    .where("item.id", ">", after)
    .orderBy("item.id")
    .limit(ordersAtOnce)
    .execute();
  const result: GivenContents = {
    ...{ given: 0, emailed: 0, failed: [] },
    next: found.length === ordersAtOnce ? (found.at(-1)?.id ?? null) : null,
  };
  for (const { orderId, publicId } of found) {
    try {
      const given = await db.write((tx) => giveContents(tx, account, bundle.id, { orderId, sendEmail }, now));
      if (given) result.given += 1;
      if (given === "emailed") result.emailed += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      result.failed.push({ orderId: publicId, message: error.message });
    }
  }
  return result;
}

/**
 * Adds the missing contents to one order (row number). Null if nothing is missing. Throws `invalid` if the order would be too
 * large.
 */
async function giveContents(
  tx: Tx,
  account: Account,
  bundleId: number,
  { orderId, sendEmail }: { orderId: number; sendEmail: boolean },
  now: Instant,
): Promise<"given" | "emailed" | null> {
  const order = await lockOrderByNumber(tx, orderId);
  if (!order || order.revokedAt !== null || isExpired(order.expiresAt, now)) return null;
  const items = await keptItems(tx)
    .select(["id", "product_id as productId", "quantity", "bundle_item_id as bundleItemId", "revoked_at as revokedAt"])
    .select("updates_until as updatesUntil")
    .where("order_id", "=", orderId)
    .execute();
  const bundle = items.find(({ productId, bundleItemId }) => productId === bundleId && bundleItemId === null);
  if (!bundle || bundle.revokedAt !== null) return null;
  const [matched] = await lockLines(tx, account.id, [[{ productId: bundleId }]], lockPools);
  const brought = new Set(items.flatMap((item) => (item.bundleItemId === bundle.id ? [item.productId] : [])));
  const contents = matched?.items[0]?.contents ?? [];
  const lacking = contents.filter(({ product }) => !brought.has(product.id));
  if (lacking.length === 0) return null;
  rejectFields([
    ...lacking.map(({ quantity }) => ({ field: "quantity", message: unitsProblem(quantity * bundle.quantity) })),
    {
      field: "order_items",
      message: items.length + lacking.length > mostLines ? `must contain at most ${mostLines} order items` : null,
    },
  ]);
  await insertOrderItems(
    tx,
    lacking.map((content) => contentValues(order, content, bundle, now)),
  );
  await assignKeysToOrder(tx, account, orderId, now);
  const had = new Set(items.map(({ productId }) => productId));
  const gained = lacking.filter(({ product }) => !had.has(product.id));
  await countKeptItems(tx, account.id, new Map(gained.map(({ product }) => [product.id, 1])), now);
  await recordOrderEvent(tx, account.id, "order.updated", orderId, now);
  return sendEmail && (await emailed(tx, account, order, now)) ? "emailed" : "given";
}

async function emailed(tx: Tx, account: Account, order: Order, now: Instant): Promise<boolean> {
  if (order.heldAt !== null) await keepEmailWaiting(tx, order);
  if (order.heldAt !== null || isToCome(order, now)) return false;
  if (await undeliverableAt(tx, account.id, deliveryAddress(account, order))) return false;
  return (await queueDeliveryEmail(tx, account, order, now)).status === "queued";
}
