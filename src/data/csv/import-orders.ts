import { type Product, productsBySkus } from "../../delivery/catalog/queries.ts";
import { awaitedProducts } from "../../delivery/licenses/earlier-orders.ts";
import { takenIds } from "../../delivery/orders/id-conflicts.ts";
import { unitsProblem } from "../../delivery/orders/order-input.ts";
import type { OrderWithItems } from "../../delivery/orders/queries.ts";
import type { Reader } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { giveWay } from "../../platform/give-way.ts";
import { withoutInvisible } from "../../platform/text.ts";
import { withMeantAmounts } from "./ambiguous-amounts.ts";
import { readCells, weightOf } from "./cells.ts";
import {
  changedColumns,
  changeOrders,
  exportedOrders,
  guidOf,
  hasItsProducts,
  type OrderChange,
  orderChange,
  unreadColumns,
  wrongGift,
  wrongStatus,
} from "./change-orders.ts";
import { wrongFile } from "./csv-text.ts";
import { type Held, lookUpContents, type MatchedItem, withContents } from "./imported-contents.ts";
import { contradictions, importedOrder, keyCountOf, vendorIdOf } from "./imported-order.ts";
import { type ImportedOrder, insertImportedOrders } from "./insert-orders.ts";
import { type ImportKind, Refusals, repeatedIn, type WrongCell } from "./kind.ts";
import type { SkuCount } from "./lists.ts";
import { type OrderCells, orderCells, orderFileColumns, quantityProblem, skusOf, withNoSkus } from "./order-cells.ts";
import { OrderNotes } from "./order-notes.ts";

type Known = Map<string, Product | null>;

/** Most SKUs in the orders of one file. Their products are held in memory until everything is written. */
const mostSkus = 500_000;

export const orderImport: ImportKind<ImportedOrder | OrderChange> = {
  columns: orderFileColumns,

  async check({ read: reader, scan }, account, rows, { now, progress }) {
    const accepted: (ImportedOrder | OrderChange)[] = [];
    const refused = new Refusals();
    const notes = new OrderNotes();
    const seen = {
      id: new Map<string, number>(),
      vendor_id: new Map<string, number>(),
      order: new Map<string, number>(),
    };
    const known: Known = new Map();
    const held: Held = new Map();
    const cells = orderCells(now);
    const unknown = new Set<string>();
    const awaited = new Map<number, boolean>();
    let skus = 0;
    await inSlices(
      await withMeantAmounts(rows, "total", account.currency),
      async (slice) => {
        const read = await readCells(cells, slice.map(withNoSkus), refused);
        for (const { value } of read) skus += value.skus?.length ?? 0;
        if (skus > mostSkus) throw tooManySkus();
        const found = await lookUp(
          reader,
          account.id,
          known,
          read.flatMap(({ value }) => value.skus ?? []),
        );
        await lookUpContents(reader, account.id, held, found);
        await lookUpAwaited(scan, awaited, read, known);
        const taken = {
          id: await takenIds(
            reader,
            account.id,
            "publicId",
            read.map(({ value }) => value.id),
          ),
          vendor_id: await takenIds(
            reader,
            account.id,
            "vendorId",
            read.map(({ value }) => vendorIdOf(value)),
          ),
        };
        const exported = await exportedOrders(
          reader,
          account,
          read.map(({ value }) => value),
        );
        for (const { row, value, whole } of read) {
          await giveWay();
          const { items, problem } = matchSkus(skusOf(value), known);
          if (problem) for (const { sku } of skusOf(value)) if (!productOf(sku, known)) unknown.add(sku.trim());
          const order = exported.get(guidOf(value));
          const complete = withContents(items, skusOf(value), held);
          const tooMany = order ? null : tooManyUnits(complete);
          // IDs that the order already has are not taken by another one.
          const [id, vendorId] = [differing(value.id, order?.publicId), differing(value.vendor_id, order?.vendorId)];
          const wrong = [
            { field: "id", reason: idProblem(id, taken.id, seen.id) },
            { field: "download_url", reason: order ? repeatedIn(seen.order, order.guid) : null },
            // If the same ID is used for both, it is rejected only once.
            {
              field: "vendor_id",
              reason: vendorId ? idProblem(vendorId, taken.vendor_id, seen.vendor_id) : null,
            },
            {
              field: "skus",
              reason: problem ?? tooMany ?? (order && value.skus ? productsProblem(order, items) : null),
            },
            { field: "test", reason: order && value.test !== undefined ? testProblem(order, value.test) : null },
            { field: "quantity", reason: value.skus ? quantityProblem(value) : null },
            ...(whole ? contradictions(account, value, items) : []),
            ...(whole && !order ? wrongKeys(value, items, awaited) : []),
            ...(whole ? wrongGift(order, value, now) : []),
            ...(whole ? wrongStatus(order, value, now) : []),
          ].filter((one): one is WrongCell => one.reason !== null);
          const implied = wrong.length === 0 && !value.vendor_id && !order ? vendorIdOf(value) : undefined;
          const impliedProblem = idProblem(implied, taken.vendor_id, seen.vendor_id);
          if (impliedProblem) wrong.push({ field: "id", reason: impliedProblem });
          for (const one of wrong) refused.add({ row, ...one });
          if (wrong.length > 0 || !whole) continue;
          if (order) {
            seen.order.set(order.guid, row);
            if (id !== undefined) seen.id.set(id, row);
            if (vendorId !== undefined) seen.vendor_id.set(vendorId, row);
            const change = orderChange(order, value, now);
            notes.addExisting(changedColumns(change), unreadColumns(order, value));
            accepted.push({ order, change });
            continue;
          }
          const imported = importedOrder(account, value, complete, now);
          notes.add(value, complete, imported);
          if (imported.id !== null) seen.id.set(imported.id, row);
          if (imported.vendorId !== null) seen.vendor_id.set(imported.vendorId, row);
          accepted.push(imported);
        }
      },
      progress,
      weightOf,
    );
    return { accepted, refused: refused.list, notes: [...unknownNote(unknown.size), ...notes.sentences] };
  },

  async apply(tx, account, rows, options) {
    const isChange = (row: ImportedOrder | OrderChange): row is OrderChange => "change" in row;
    await changeOrders(tx, account, rows.filter(isChange), options);
    const imported = rows.filter((row): row is ImportedOrder => !isChange(row));
    if (imported.length > 0) await insertImportedOrders(tx, account, imported, options);
  },
};

const unknownNote = (skus: number): string[] => {
  if (skus === 0) return [];
  const which = skus === 1 ? "1 SKU of this file has" : `${skus} SKUs of this file have`;
  return [`${which} no product here. Import the products first.`];
};

const tooManySkus = () =>
  wrongFile(
    `The file contains more than ${mostSkus} SKUs in total. Split it into several files, each with the header row.`,
  );

const differing = (id: string | undefined, before: string | null | undefined) => (id === before ? undefined : id);

const productsProblem = (order: OrderWithItems, items: MatchedItem[]) =>
  hasItsProducts(order, items) ? null : "cannot be changed by a file. Change the products on the order's page";

const testProblem = (order: OrderWithItems, test: boolean) =>
  (order.test === 1) === test ? null : "cannot be changed: an order stays a test, or none";

function idProblem(id: string | undefined, taken: Set<string>, seen: Map<string, number>): string | null {
  if (id === undefined) return null;
  return taken.has(id) ? "is already used by another order" : repeatedIn(seen, id);
}

/** What is wrong with `license_keys`: products that get none cannot take them from orders that wait here. */
function wrongKeys(value: OrderCells, items: MatchedItem[], awaited: Map<number, boolean>): WrongCell[] {
  const taken = items.find((item) => keyCountOf(value, item) === null && awaited.get(item.product.id) === true);
  if (!taken || value.test) return [];
  const sku = JSON.stringify(taken.product.sku);
  return [{ field: "license_keys", reason: `cannot be none for ${sku}: other orders here lack keys of this product` }];
}

/** Looks up the products with these SKUs, and adds them to `known`; null for an unknown SKU. Resolves with those that were found. */
async function lookUp(reader: Reader, accountId: number, known: Known, counts: SkuCount[]): Promise<Product[]> {
  const found: Product[] = [];
  const named = counts.flatMap(({ sku }) => spellings(sku));
  const skus = [...named].filter((sku) => !known.has(sku));
  await inSlices(skus, async (slice) => {
    for (const sku of slice) known.set(sku, null);
    for (const product of await productsBySkus(reader, accountId, slice)) {
      known.set(product.sku, product);
      found.push(product);
    }
  });
  return found;
}

/** A SKU as written, and as stored: without surrounding white space and invisible characters. */
const spellings = (sku: string) => [sku, sku.trim(), withoutInvisible(sku), withoutInvisible(sku).trim()];

/** Whether orders that were not imported lack keys of products of which rows say that they get none. Adds them to `awaited`. */
async function lookUpAwaited(
  scan: Reader,
  awaited: Map<number, boolean>,
  rows: { value: Partial<OrderCells> }[],
  known: Known,
): Promise<void> {
  const skipping = rows.filter(({ value }) => value.license_keys?.includes(null));
  const items = skipping.flatMap(({ value }) => matchSkus(skusOf(value), known).items);
  const ids = [...new Set(items.map(({ product }) => product.id))].filter((id) => !awaited.has(id));
  await inSlices(ids, async (slice) => {
    const waiting = await awaitedProducts(scan, slice);
    for (const id of slice) awaited.set(id, waiting.has(id));
  });
}

/** The exact SKU comes first. */
const productOf = (sku: string, known: Known): Product | undefined =>
  spellings(sku).flatMap((one) => known.get(one) ?? [])[0];

function matchSkus(skus: SkuCount[], known: Known): { items: MatchedItem[]; problem: string | null } {
  const items = new Map<number, MatchedItem>();
  for (const [entry, { sku, quantity }] of skus.entries()) {
    const product = productOf(sku, known);
    if (!product)
      return { items: [], problem: `contains an unknown SKU: no product has the SKU ${JSON.stringify(sku.trim())}` };
    const before = items.get(product.id) ?? { quantity: 0, entries: [] };
    items.set(product.id, { product, quantity: before.quantity + quantity, entries: [...before.entries, entry] });
  }
  return { items: [...items.values()], problem: tooManyUnits([...items.values()]) };
}

const tooManyUnits = (items: MatchedItem[]) =>
  items.map(({ quantity }) => unitsProblem(quantity)).find((problem) => problem !== null) ?? null;
