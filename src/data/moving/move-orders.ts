import type { Product } from "../../delivery/catalog/queries.ts";
import { noGift } from "../../delivery/orders/gifts/gift.ts";
import { takenIds } from "../../delivery/orders/id-conflicts.ts";
import { orderProblems } from "../../delivery/orders/order-input.ts";
import { takenItemGuids } from "../../delivery/orders/order-items.ts";
import { type OrderWithItems, ordersByIds, withItems } from "../../delivery/orders/queries.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { type ImportedOrder, insertImportedOrders } from "../csv/insert-orders.ts";
import { type Job, writtenMove } from "./job.ts";
import { readList } from "./list.ts";
import type { MovedProducts } from "./move-products.ts";
import { lockMove, type Move, movedIds, noteMoved } from "./moves.ts";
import { keptIdentifier, type OldOrder, oldOrder } from "./old-values.ts";

/** An order of the old service whose items are known. */
type WholeOrder = OldOrder & { items: NonNullable<OldOrder["items"]> };

/** Imports the orders of the old service with the downloads they have left. Sends no email. */
export async function moveOrders(job: Job, products: MovedProducts): Promise<void> {
  const { service, comparison, db, move } = job;
  await readList(service, {
    path: "/api/orders",
    root: "orders",
    progress: (done, total) => job.progress("reading orders", done, total, "pages"),
    async handle(batch) {
      const read = distinct(await Promise.all(batch.map((record) => whole(oldOrder(record)))));
      const written = writtenMove(job);
      const refused = await refusedOf(db.read, job, read, products);
      if (written) {
        const right = read.filter(({ id }) => !refused.has(id));
        const { made, newLinks } = await db.write((tx) => insertMissing(tx, job, written, right, products));
        comparison.made.orders += made;
        for (const { id, sku } of newLinks) comparison.differs("order", id, `the link of ${sku} is a new one`);
      }
      const moved = await movedIds(
        db.read,
        move,
        "order",
        read.map(({ id }) => id),
      );
      const here = new Map(
        (await withItems(db.read, await ordersByIds(db.read, [...moved.values()]))).map((order) => [order.id, order]),
      );
      for (const old of read) compare(old, here.get(moved.get(old.id) ?? 0) ?? null, refused.get(old.id));
    },
  });

  /** The order with its items, which lists may leave out. */
  async function whole(order: OldOrder): Promise<WholeOrder> {
    if (order.items) return { ...order, items: order.items };
    const record = await service.one(`/api/orders/${encodeURIComponent(order.id)}`, "order");
    return { ...order, items: oldOrder(record).items ?? [] };
  }

  function compare(old: WholeOrder, order: OrderWithItems | null, refusal: string | undefined): void {
    comparison.count("there", "orders");
    comparison.count("there", "order_items", old.items.length);
    const leftThere = old.items.reduce((sum, item) => sum + (item.downloadsRemaining ?? 0), 0);
    comparison.count("there", "downloads_remaining", leftThere);
    if (!order) {
      if (refusal !== undefined) comparison.differs("order", old.id, refusal);
      else if (!job.dryRun) comparison.differs("order", old.id, "it was deleted here");
      return;
    }
    comparison.count("here", "orders");
    comparison.count("here", "order_items", order.items.length);
    const unknown = new Set(
      old.items.filter(({ downloadsRemaining }) => downloadsRemaining === null).map(({ sku }) => sku),
    );
    const counted = order.items.filter(({ sku }) => !unknown.has(sku));
    const leftHere = counted.reduce((sum, { downloadsRemaining }) => sum + (downloadsRemaining ?? 0), 0);
    comparison.count("here", "downloads_remaining", leftHere);
    if (order.items.length !== new Set(old.items.map(({ sku }) => sku)).size) {
      comparison.differs("order", old.id, `it has ${order.items.length} items here and ${old.items.length} there`);
    } else if (leftHere !== leftThere) {
      comparison.differs("order", old.id, `it has ${leftHere} downloads left here and ${leftThere} there`);
    }
  }
}

const distinct = (orders: WholeOrder[]) => [...new Map(orders.map((order) => [order.id, order])).values()];

/** An order item whose link cannot be kept. */
interface NewLink {
  id: string;
  sku: string;
}

/** Inserts the missing orders. Returns how many. */
async function insertMissing(
  tx: Tx,
  { account, now }: Job,
  move: Move,
  orders: WholeOrder[],
  products: MovedProducts,
): Promise<{ made: number; newLinks: NewLink[] }> {
  await lockMove(tx, move);
  const newLinks: NewLink[] = [];
  const ids = orders.map(({ id }) => id);
  const moved = await movedIds(tx, move, "order", ids);
  const missing = orders.filter(({ id }) => !moved.has(id));
  if (missing.length === 0) return { made: 0, newLinks };
  const guids = missing.flatMap(({ items }) => items.flatMap(({ guid }) => keptIdentifier(guid) ?? []));
  const taken = await takenItemGuids(tx, guids);
  const rows = missing.map((order) => importedOrder(order, products, taken, { now, newLinks }));
  const inserted = await insertImportedOrders(tx, account, rows, { now, progress: () => {} });
  await noteMoved(
    tx,
    move,
    "order",
    inserted.map(({ publicId, id }) => ({ oldId: publicId, newId: id })),
  );
  return { made: inserted.length, newLinks };
}

/** Why missing orders cannot be inserted, by their IDs. */
async function refusedOf(
  reader: Reader,
  { account, move }: Job,
  orders: WholeOrder[],
  products: MovedProducts,
): Promise<Map<string, string>> {
  const ids = orders.map(({ id }) => id);
  const moved = await movedIds(reader, move, "order", ids);
  const others = orders.filter(({ id }) => !moved.has(id));
  const otherIds = others.map(({ id }) => id);
  const taken = await takenIds(reader, account.id, "publicId", otherIds);
  const takenByVendors = await takenIds(reader, account.id, "vendorId", otherIds);
  const refused = new Map<string, string>();
  for (const order of others) {
    const problem = problemOf(order, products);
    if (problem) refused.set(order.id, problem);
    else if (taken.has(order.id) || takenByVendors.has(order.id))
      refused.set(order.id, "another order here has its ID");
  }
  return refused;
}

function problemOf(order: WholeOrder, products: MovedProducts): string | null {
  const { id, title, firstName, lastName, email, items } = order;
  const lines = items.map(({ sku }) => ({ sku, quantity: undefined }));
  const [wrong] = orderProblems({ id, title, firstName, lastName, email, lines, wrong: [] }, { isNew: true });
  if (wrong) return `its ${wrong.field} ${wrong.message}`;
  const unknown = items.find(({ sku }) => !products.has(sku));
  return unknown ? `no product here has the SKU ${JSON.stringify(unknown.sku)}` : null;
}

function importedOrder(
  order: WholeOrder,
  products: MovedProducts,
  taken: Set<string>,
  { now, newLinks }: { now: Instant; newLinks: NewLink[] },
): ImportedOrder {
  return {
    id: order.id,
    vendorId: order.id,
    ...{ email: order.email, firstName: order.firstName, lastName: order.lastName, title: order.title },
    currency: null,
    expiresAt: order.expiresAt,
    hoursFromFirstDownload: undefined,
    downloadLimit: order.downloadLimit,
    ...{
      custom1: null,
      custom2: null,
      custom3: null,
      language: null,
      invoiceUrl: null,
      subscriptionId: null,
      subscriptionStatus: null,
      accessUntil: null,
    },
    ...noGift,
    createdAt: order.createdAt ?? now,
    test: false,
    heldAt: null,
    revokedAt: null,
    sendEmail: false,
    hasItsKeys: false,
    items: itemsOf(order, products, taken, newLinks),
  };
}

/** If the order has an item twice, it becomes one with two units. */
function itemsOf(
  { id, items, downloadLimit }: WholeOrder,
  products: MovedProducts,
  taken: Set<string>,
  newLinks: NewLink[],
): ImportedOrder["items"] {
  const byProduct = new Map<number, ImportedOrder["items"][number]>();
  for (const { sku, guid, downloadCount, downloadsRemaining } of items) {
    const { product } = products.get(sku) as { product: Product };
    const known = byProduct.get(product.id);
    // An item without a number has at most the rest of its order's limit.
    const left = downloadsRemaining ?? (downloadLimit === null ? null : Math.max(0, downloadLimit - downloadCount));
    const kept = keptIdentifier(guid);
    const isFree = kept !== undefined && !taken.has(kept);
    if (isFree) taken.add(kept);
    else newLinks.push({ id, sku });
    byProduct.set(product.id, {
      product,
      price: product.price,
      quantity: (known?.quantity ?? 0) + 1,
      downloadCount: (known?.downloadCount ?? 0) + downloadCount,
      downloadsRemaining: left === null ? undefined : (known?.downloadsRemaining ?? 0) + left,
      guid: known?.guid ?? (isFree ? kept : undefined),
    });
  }
  return [...byProduct.values()];
}
