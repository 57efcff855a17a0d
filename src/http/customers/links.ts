import { filesOfProduct, type Product, type ProductFile, productByGuid } from "../../delivery/catalog/queries.ts";
import { rejectEarly } from "../../delivery/orders/gifts/gift.ts";
import { orderByGuid, orderByItemGuid } from "../../delivery/orders/queries.ts";
import type { DeliveredItem, Delivery } from "../../delivery/orders/reading/customer-view.ts";
import { loadDelivery } from "../../delivery/orders/reading/load-delivery.ts";
import { loadDeliveryWithSizes } from "../../delivery/orders/reading/stamped-sizes.ts";
import { linkStopped, rejectStopped } from "../../delivery/orders/stop-reasons.ts";
import type { Reader } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { instantNow } from "../../platform/instants.ts";

const unknownLink = () => new DomainError("not_found", "This link does not exist.");

/** Allows the client to see the order (row number), or throws the reason why not. */
type Admission = (orderId: number) => Promise<void>;

const everyone: Admission = async () => {};

/** The order behind `/orders/ORDER-GUID`. Throws `not_found`, `on_hold`, `revoked` and `not_yet`. */
export async function requireDelivery(
  reader: Reader,
  accountId: number,
  orderGuid: string,
  admit = everyone,
): Promise<Delivery> {
  const order = await orderByGuid(reader, accountId, orderGuid);
  if (order) await admit(order.id);
  const delivery = order && (await loadDeliveryWithSizes(reader, order.id));
  if (!delivery) throw unknownLink();
  rejectStopped(delivery.stop);
  rejectEarly({ deliverAt: delivery.deliverAt ?? null }, instantNow());
  return delivery;
}

/**
 * The order item behind `/get/ITEM-GUID`, and its order; no item for a bundle without content of its own. Throws `not_found`, and
 * `item_revoked` or its order's reason for a revoked item.
 */
export async function requireDeliveredItem(
  reader: Reader,
  accountId: number,
  itemGuid: string,
  admit = everyone,
): Promise<{ delivery: Delivery; item: DeliveredItem | null }> {
  const order = await orderByItemGuid(reader, accountId, itemGuid);
  if (order) await admit(order.id);
  const delivery = order && (await loadDeliveryWithSizes(reader, order.id));
  if (delivery?.withdrawn?.some(({ guid }) => guid === itemGuid)) throw linkStopped(delivery.stop ?? "item_revoked");
  if (delivery?.bundles?.some(({ guid }) => guid === itemGuid)) return { delivery, item: null };
  const item = delivery?.items.find(({ guid }) => guid === itemGuid);
  if (!delivery || !item) throw unknownLink();
  return { delivery, item };
}

/** The order of a rejected link; null for an unknown link, and for a permalink, which has no customer. */
export async function deliveryBehind(reader: Reader, accountId: number, path: string): Promise<Delivery | null> {
  const [, kind, guid] = /^\/(get|orders|preview)\/([\w-]+)(?:\/|$)/.exec(path) ?? [];
  if (guid === undefined) return null;
  const find = kind === "orders" ? orderByGuid : orderByItemGuid;
  const order = await find(reader, accountId, guid);
  return order && loadDelivery(reader, order.id);
}

/** The product behind `/permalink/GUID`, and its files. Throws `not_found`. */
export async function requirePermalink(
  reader: Reader,
  accountId: number,
  productGuid: string,
): Promise<{ product: Product; files: ProductFile[] }> {
  const product = await productByGuid(reader, accountId, productGuid);
  // A permalink has no order, so its files cannot be stamped.
  if (!product || product.permalinkDisabledAt !== null || product.storedStamp !== null) throw unknownLink();
  return { product, files: await filesOfProduct(reader, product.id) };
}
