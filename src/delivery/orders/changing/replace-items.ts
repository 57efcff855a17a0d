import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import { contentValues } from "../bundles/content-items.ts";
import { scaleBundledItems } from "../bundles/scale-bundles.ts";
import { keptItems } from "../live-rows.ts";
import type { Order } from "../order-columns.ts";
import type { OrderLine } from "../order-input.ts";
import { changeOrderItem, insertOrderItems, orderItemValues } from "../order-items.ts";
import { addUp, type RequestedItem } from "../order-lines.ts";

/** An existing item of the order. */
interface KeptItem {
  id: number;
  guid: string;
  productId: number;
  quantity: number;
  bundleItemId: number | null;
}

/**
 * Replaces the order's items by `items`. Items of the same product keep their guid, count and keys; others are removed, and new
 * ones added (docs/reference/unversioned-interface.md, Orders). Items that a bundle has added follow the bundle's item: they
 * stay, are removed, and change their units with it. A bundle that is already in the order adds nothing new. A product that only
 * a listed bundle holds refers to the item that this bundle added, unless lines name items of the order. `own` adjusts a request
 * to the item (row number) that it is for (`itemsWithOwnValues`). Resolves with the changes to count by the product's row number:
 * 1 for each added product, -1 for each removed one.
 */
export async function replaceOrderItems(
  tx: Tx,
  order: Pick<Order, "id" | "limitByProduct" | "currency" | "deliverAt">,
  { items, own: withOwn }: { items: RequestedItem[]; own: (id: number, request: RequestedItem) => RequestedItem },
  now: Instant,
): Promise<Map<number, number>> {
  const before = await keptItems(tx)
    .select(["id", "guid", "product_id as productId", "quantity", "bundle_item_id as bundleItemId"])
    .where("order_id", "=", order.id)
    .orderBy("id")
    .execute();
  const { own, bundled } = meantItems(before, items);
  const kept = before.filter((item) => stays(item, before, own));
  for (const item of before.filter((one) => !kept.includes(one))) {
    await tx.updateTable("order_items").set({ removed_at: now }).where("id", "=", item.id).execute();
  }
  for (const item of kept) {
    const sent = item.bundleItemId === null ? own.get(item.productId) : bundled.get(item.id);
    if (!sent) continue;
    const request = withOwn(item.id, sent);
    // Items that a bundle added get their units and price from the bundle.
    if (item.bundleItemId === null) await changeOrderItem(tx, item.id, request);
    else await changeOrderItem(tx, item.id, { ...request, quantity: null, price: undefined });
    if (item.bundleItemId !== null || request.quantity === null) continue;
    const its = kept.filter(({ bundleItemId }) => bundleItemId === item.id);
    await scaleBundledItems(tx, its, { before: item.quantity, after: request.quantity });
  }
  const had = new Set(kept.flatMap(({ productId, bundleItemId }) => (bundleItemId === null ? [productId] : [])));
  const added = await addItems(
    tx,
    order,
    [...own.values()].filter(({ product }) => !had.has(product.id)),
    new Map(items.filter(({ product }) => !own.has(product.id)).map((item) => [item.product.id, item])),
    now,
  );
  return changedProducts(before, [...kept, ...added]);
}

/** Adds the items, and the contents of bundles among them. `named` are products in the list that refer to bundles' contents. */
async function addItems(
  tx: Tx,
  order: Parameters<typeof orderItemValues>[0],
  items: RequestedItem[],
  named: Map<number, RequestedItem>,
  now: Instant,
): Promise<{ productId: number }[]> {
  const added = items.map((item) => ({ values: orderItemValues(order, item, now), contents: item.contents }));
  const ids = await insertOrderItems(
    tx,
    added.map(({ values }) => values),
  );
  const brought = added.flatMap(({ values: { guid, quantity, updatesUntil }, contents }) =>
    contents.map((content) =>
      contentValues(
        order,
        { ...named.get(content.product.id), ...content },
        { id: ids.get(guid) as number, quantity, updatesUntil },
        now,
      ),
    ),
  );
  await insertOrderItems(tx, brought);
  return [...added.map(({ values }) => values), ...brought];
}

/** An item stays if it is listed, or if a bundle's item that stays has added it. */
function stays({ productId, bundleItemId }: KeptItem, before: KeptItem[], own: Map<number, RequestedItem>): boolean {
  if (bundleItemId === null) return own.has(productId);
  const bundle = before.find(({ id }) => id === bundleItemId);
  return bundle !== undefined && own.has(bundle.productId);
}

interface MeantItems {
  /** Products ordered by themselves, by row number. */
  own: Map<number, RequestedItem>;
  /** Changes to items that bundles have added, by the item's row number. */
  bundled: Map<number, RequestedItem>;
}

function meantItems(before: KeptItem[], items: RequestedItem[]): MeantItems {
  const asked = new Set(items.map(({ product }) => product.id));
  const own = before.filter(({ bundleItemId }) => bundleItemId === null);
  const hadOwn = new Set(own.map(({ productId }) => productId));
  const bundles = new Set(own.filter(({ productId }) => asked.has(productId)).map(({ id }) => id));
  const brought = Map.groupBy(
    before.filter(({ bundleItemId }) => bundleItemId !== null && bundles.has(bundleItemId)),
    ({ productId }) => productId,
  );
  const toBring = new Set(
    items
      .filter(({ product }) => !hadOwn.has(product.id))
      .flatMap(({ contents }) => contents.map(({ product }) => product.id)),
  );
  const meant: MeantItems = { own: new Map(), bundled: new Map() };
  const known = new Map<number | string, KeptItem>(before.map((item) => [item.id, item]));
  for (const item of before) known.set(item.guid, item);
  for (const item of items) {
    const { product, contents, lines } = item;
    const named = lines.map((line) => namedItem(line, known, product.id));
    if (named.some((one) => one !== undefined)) {
      const mine = lines.filter((_, index) => named[index]?.bundleItemId == null);
      if (mine.length > 0) meant.own.set(product.id, addUp(product, mine, contents));
      for (const [index, line] of lines.entries()) {
        const target = named[index];
        if (target && target.bundleItemId !== null) meant.bundled.set(target.id, addUp(product, [line], contents));
      }
      continue;
    }
    const its = brought.get(product.id) ?? [];
    const mine = own.find(({ productId }) => productId === product.id);
    const isHeld = its.length > 0 || toBring.has(product.id);
    if (!isHeld || lines.some(({ byItself }) => byItself)) {
      meant.own.set(product.id, item);
      continue;
    }
    // If there are as many lines as items, they are the items in the order in which they were read.
    const targets = mine ? [mine, ...its].toSorted((one, other) => one.id - other.id) : its;
    if (mine && lines.length !== targets.length) {
      meant.own.set(product.id, item);
      continue;
    }
    for (const [index, target] of targets.entries()) {
      const line = lines[index];
      const request = line && addUp(product, [line], contents);
      if (request && target === mine) meant.own.set(product.id, request);
      else if (request) meant.bundled.set(target.id, request);
    }
  }
  return meant;
}

/** The item of this product that the line names; undefined if the line names no item of the order. */
function namedItem(
  { item }: OrderLine,
  known: Map<number | string, KeptItem>,
  productId: number,
): KeptItem | undefined {
  const named = item && known.get("id" in item ? item.id : item.guid);
  return named?.productId === productId ? named : undefined;
}

function changedProducts(before: { productId: number }[], after: { productId: number }[]): Map<number, number> {
  const [had, has] = [before, after].map((items) => new Set(items.map(({ productId }) => productId)));
  const changes = new Map<number, number>();
  for (const id of had ?? []) if (!has?.has(id)) changes.set(id, -1);
  for (const id of has ?? []) if (!had?.has(id)) changes.set(id, 1);
  return changes;
}
