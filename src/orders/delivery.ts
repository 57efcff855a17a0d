import { hostOf } from "../catalog/external-urls.ts";
import type { Reader } from "../database/database.ts";
import { inSlices } from "../database/slices.ts";
import type { CustomerState } from "../i18n/texts.ts";
import { keysOfOrderItems, productsWithKeys } from "../licenses/keys.ts";
import { allowanceOf, remainingOf } from "./download-allowance.ts";
import { isExpired } from "./expiration.ts";

export { isExpired } from "./expiration.ts";
export { rejectEmpty } from "./order-items.ts";

/** One file, or one address elsewhere, of an order item, as the customer gets it. */
export interface DeliveredFile {
  id: number;
  filename: string;
  sizeBytes: number;
  contentType: string;
  /** Host name of the address to which the customer is sent; null for a file. */
  opensAt: string | null;
  /** Downloads left; null when unlimited. */
  remaining: number | null;
}

/** One product of an order, as the customer gets it. */
export interface DeliveredItem {
  /** Identifier in `/get/ITEM-GUID`. */
  guid: string;
  sku: string;
  productName: string;
  quantity: number;
  files: DeliveredFile[];
  /** At most one per unit; fewer while the product's pool is empty, none for a product without keys. */
  licenseKeys: string[];
  /** Units whose license key is still to come; the customer gets each by email. */
  keysDue: number;
}

/** An order as its page and its delivery email show it. */
export interface Delivery {
  /** Identifier in `/orders/ORDER-GUID`. */
  guid: string;
  /** The order id of the interfaces, such as `10000001` or `M-1001`. */
  orderId: string;
  /** The store's own order ID, which its customers know; null when it gave none. */
  ownId: string | null;
  title: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Milliseconds since 1970 in UTC. */
  createdAt: number;
  /** Milliseconds since 1970 in UTC; null when the links never expire. */
  expiresAt: number | null;
  items: DeliveredItem[];
}

/** What customers are told that their order is called: the store's own order ID, else the order id. */
export const orderName = ({ orderId, ownId }: Pick<Delivery, "orderId" | "ownId">): string => ownId ?? orderId;

/** True when there are files and none of them can be downloaded any more. */
export function isUsedUp(files: Pick<DeliveredFile, "remaining">[]): boolean {
  return files.length > 0 && files.every(({ remaining }) => remaining === 0);
}

/**
 * Whether the customer can use the order, and why not. While there is nothing to use yet: `waiting_for_key` when license
 * keys are to come, else `waiting_for_file`. `now` in milliseconds since 1970.
 */
export function customerStateOf(
  { expiresAt, items }: Pick<Delivery, "expiresAt" | "items">,
  now: number,
): CustomerState {
  if (isExpired(expiresAt, now)) return "expired";
  if (isUsedUp(items.flatMap(({ files }) => files))) return "used_up";
  const isBare = items.every(({ files, licenseKeys }) => files.length === 0 && licenseKeys.length === 0);
  if (!isBare) return "open";
  return items.some(({ keysDue }) => keysDue > 0) ? "waiting_for_key" : "waiting_for_file";
}

/** Reads what the customer of the order (a row number, not the public order id) gets; null when it was deleted. */
export async function loadDelivery(reader: Reader, orderId: number): Promise<Delivery | null> {
  const order = await reader
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", orderId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!order) return null;

  const items = await reader
    .selectFrom("order_items as item")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select(["item.id", "item.guid", "item.quantity", "item.allowance_override"])
    .select(["item.product_id", "item.keys_assigned", "product.sku", "product.name"])
    .where("item.order_id", "=", orderId)
    .where("item.removed_at", "is", null)
    .where("product.deleted_at", "is", null)
    .orderBy("item.id")
    .execute();
  const files = await filesOfItems(reader, items);
  const keys = await keysOfOrderItems(reader, items);
  const lacking = items.filter((item) => item.keys_assigned < item.quantity);
  const withKeys = await productsWithKeys(
    reader,
    lacking.map((item) => item.product_id),
  );

  return {
    guid: order.guid,
    orderId: order.public_id,
    ownId: order.vendor_id,
    title: order.title,
    firstName: order.first_name,
    lastName: order.last_name,
    email: order.email,
    createdAt: order.created_at,
    expiresAt: order.expires_at,
    items: items.map((item) => ({
      guid: item.guid,
      sku: item.sku,
      productName: item.name,
      quantity: item.quantity,
      files: (files.get(item.id) ?? []).map((file) => ({
        id: file.id,
        filename: file.filename,
        sizeBytes: file.size_bytes,
        contentType: file.content_type,
        opensAt: file.external_url === null ? null : hostOf(file.external_url),
        remaining: remainingOf(allowanceOf(item, order), file.taken ?? 0),
      })),
      licenseKeys: keys.get(item.id) ?? [],
      keysDue: withKeys.has(item.product_id) ? Math.max(0, item.quantity - item.keys_assigned) : 0,
    })),
  };
}

/** The files of each item (row number), in their order. */
async function filesOfItems(reader: Reader, items: { id: number }[]) {
  const files: Awaited<ReturnType<typeof filesOf>> = [];
  await inSlices(items, async (slice) => {
    for (const file of await filesOf(reader, slice)) files.push(file);
  });
  return Map.groupBy(files, ({ order_item_id }) => order_item_id);
}

function filesOf(reader: Reader, items: { id: number }[]) {
  return reader
    .selectFrom("order_items as item")
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .leftJoin("allowances as allowance", (join) =>
      join.onRef("allowance.order_item_id", "=", "item.id").onRef("allowance.file_id", "=", "file.id"),
    )
    .select(["item.id as order_item_id", "file.id", "file.filename", "file.size_bytes", "file.content_type"])
    .select(["file.external_url", "allowance.taken"])
    .where(
      "item.id",
      "in",
      items.map(({ id }) => id),
    )
    .orderBy("attached.position")
    .execute();
}
