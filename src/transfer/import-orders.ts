import { z } from "zod";
import { type Product, productsBySkus } from "../catalog/products.ts";
import type { Reader } from "../database/database.ts";
import { inSlices } from "../database/slices.ts";
import { DomainError } from "../errors.ts";
import { largestQuantity, mostLines, unitsProblem } from "../orders/order-input.ts";
import { currencyOf } from "../orders/order-items.ts";
import { textProblem } from "../text.ts";
import {
  boolean,
  currency,
  email,
  instant,
  orderId,
  orNone,
  pastInstant,
  readCells,
  text,
  vendorId,
  wholeNumber,
} from "./cells.ts";
import type { Refusal } from "./csv-read.ts";
import { insertOrders, type OrderRow } from "./insert-orders.ts";
import { type ImportKind, repeatedIn } from "./kind.ts";
import { readSkus, type SkuCount } from "./lists.ts";

type OrderCells = z.output<ReturnType<typeof orderCells>>;
type Known = Map<string, Product | null>;

/** SKUs that the orders of one file name altogether; what they stand for is held in memory until all is written. */
const mostSkus = 500_000;

/** What an order is to hold of one product. */
interface MatchedItem {
  product: Product;
  quantity: number;
}

export const orderImport: ImportKind<OrderRow> = {
  columns: {
    required: ["email", "skus"],
    optional: [
      ...["id", "vendor_id", "first_name", "last_name", "title", "currency", "expiration_date", "download_limit"],
      ...["custom_1", "custom_2", "custom_3", "created_at", "send_email"],
    ],
    ignored: ["total", "status", "download_count", "download_url"],
  },

  async check(reader, account, rows, { now, progress }) {
    const accepted: OrderRow[] = [];
    const refused: Refusal[] = [];
    const seen = { id: new Map<string, number>(), vendor_id: new Map<string, number>() };
    const known: Known = new Map();
    const cells = orderCells(now);
    let skus = 0;
    await inSlices(
      rows,
      async (slice) => {
        const { read, refused: unread } = readCells(cells, slice);
        refused.push(...unread);
        for (const { value } of read) skus += value.skus?.length ?? 0;
        if (skus > mostSkus) throw tooManySkus();
        await lookUp(
          reader,
          account.id,
          known,
          read.flatMap(({ value }) => value.skus ?? []),
        );
        const taken = {
          id: await takenIds(
            reader,
            account.id,
            "public_id",
            read.map(({ value }) => value.id),
          ),
          vendor_id: await takenIds(
            reader,
            account.id,
            "vendor_id",
            read.map(({ value }) => vendorIdOf(value)),
          ),
        };
        for (const { row, value, whole } of read) {
          const { items, problem } = matchSkus(value.skus ?? [], known);
          const wrong = [
            { field: "id", reason: idProblem(value.id, taken.id, seen.id) },
            // An id that stands for both is refused once.
            {
              field: "vendor_id",
              reason: value.vendor_id ? idProblem(value.vendor_id, taken.vendor_id, seen.vendor_id) : null,
            },
            { field: "skus", reason: problem },
          ].filter((one): one is { field: string; reason: string } => one.reason !== null);
          const implied = wrong.length === 0 && !value.vendor_id ? value.id : undefined;
          const impliedProblem = idProblem(implied, taken.vendor_id, seen.vendor_id);
          if (impliedProblem) wrong.push({ field: "id", reason: impliedProblem });
          refused.push(...wrong.map((one) => ({ row, ...one })));
          if (wrong.length > 0 || !whole) continue;
          const order = orderRow(value, items, now);
          if (order.id !== null) seen.id.set(order.id, row);
          if (order.vendorId !== null) seen.vendor_id.set(order.vendorId, row);
          accepted.push(order);
        }
      },
      progress,
    );
    return { accepted, refused };
  },

  apply: insertOrders,
};

function tooManySkus(): DomainError {
  const sentence = `The orders of the file name more than ${mostSkus} SKUs altogether. Divide it into several files; each needs the header.`;
  return new DomainError("invalid", sentence, [{ field: "file", message: sentence }]);
}

function orderCells(now: number) {
  return z.object({
    id: orderId.optional(),
    vendor_id: vendorId.optional(),
    email,
    first_name: text(255).optional(),
    last_name: text(255).optional(),
    title: text(255).optional(),
    currency: currency.optional(),
    skus: z
      .string({ error: "is required" })
      .transform(readSkus)
      .refine((skus) => skus.length > 0, "must name at least one SKU")
      .refine(
        (skus) => skus.every(({ sku }) => textProblem(sku.trim(), { longest: 255 }) === null),
        "must name SKUs of 1 to 255 printable characters",
      )
      .refine((skus) => skus.length <= mostLines, `must name at most ${mostLines} SKUs`)
      .refine(
        (skus) => skus.every(({ quantity }) => quantity >= 1 && quantity <= largestQuantity),
        `must have quantities from 1 to ${largestQuantity}`,
      ),
    expiration_date: orNone("never", instant).optional(),
    download_limit: orNone("unlimited", wholeNumber).optional(),
    custom_1: text(1000).optional(),
    custom_2: text(1000).optional(),
    custom_3: text(1000).optional(),
    created_at: pastInstant(now).optional(),
    send_email: boolean.optional(),
  });
}

function orderRow(value: OrderCells, items: MatchedItem[], now: number): OrderRow {
  return {
    id: value.id ?? null,
    vendorId: vendorIdOf(value) ?? null,
    email: value.email,
    firstName: value.first_name ?? "",
    lastName: value.last_name ?? "",
    title: value.title ?? "",
    currency: value.currency ?? currencyOf(items),
    expiresAt: value.expiration_date,
    downloadLimit: value.download_limit,
    custom1: value.custom_1 ?? null,
    custom2: value.custom_2 ?? null,
    custom3: value.custom_3 ?? null,
    createdAt: value.created_at ?? now,
    sendEmail: value.send_email ?? false,
    items: items.map(({ product: { id, price }, quantity }) => ({ productId: id, price, quantity })),
  };
}

/** An order id that the caller gave is the caller's own order ID too (docs/import-export.md, Columns). */
const vendorIdOf = (value: Partial<OrderCells>) => value.vendor_id ?? value.id;

function idProblem(id: string | undefined, taken: Set<string>, seen: Map<string, number>): string | null {
  if (id === undefined) return null;
  return taken.has(id) ? "is taken by another order" : repeatedIn(seen, id);
}

async function takenIds(
  reader: Reader,
  accountId: number,
  column: "public_id" | "vendor_id",
  ids: (string | undefined)[],
): Promise<Set<string>> {
  const given = ids.filter((id) => id !== undefined);
  if (given.length === 0) return new Set();
  const rows = await reader
    .selectFrom("orders")
    .select(`${column} as id`)
    .where("account_id", "=", accountId)
    .where(column, "in", given)
    .where("deleted_at", "is", null)
    .execute();
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** Adds the products that these SKUs name to those that are known; null for a SKU that names none. */
async function lookUp(reader: Reader, accountId: number, known: Known, counts: SkuCount[]): Promise<void> {
  const named = counts.flatMap(({ sku }) => [sku, sku.trim()]);
  const skus = [...new Set(named)].filter((sku) => !known.has(sku));
  await inSlices(skus, async (slice) => {
    for (const sku of slice) known.set(sku, null);
    for (const product of await productsBySkus(reader, accountId, slice)) known.set(product.sku, product);
  });
}

/** A SKU is matched exactly, white space included; only where that names nothing, without the white space around it. */
function matchSkus(skus: SkuCount[], known: Known): { items: MatchedItem[]; problem: string | null } {
  const items = new Map<number, MatchedItem>();
  for (const { sku, quantity } of skus) {
    const product = known.get(sku) ?? known.get(sku.trim());
    if (!product)
      return { items: [], problem: `names no product: there is none with the SKU ${JSON.stringify(sku.trim())}` };
    const before = items.get(product.id)?.quantity ?? 0;
    items.set(product.id, { product, quantity: before + quantity });
  }
  const problems = [...items.values()].map(({ quantity }) => unitsProblem(quantity));
  return { items: [...items.values()], problem: problems.find((problem) => problem !== null) ?? null };
}
