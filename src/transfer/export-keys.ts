import { inBatches } from "../database/batches.ts";
import { writeInstant } from "../instants.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";

export interface KeyFilter {
  status: "assigned" | "unassigned" | "all";
  /** Of the product with exactly this SKU. */
  sku?: string | undefined;
}

/** Of every product that is not deleted, oldest first. */
export async function* keyRows(scope: ExportScope, filter: KeyFilter): AsyncGenerator<Cell[][]> {
  const batches = inBatches<{ id: number }>(({ last, limit }) => keysAfter(scope, filter, last?.id ?? 0, limit));
  for await (const rows of batches) {
    const ids = rows.map(({ id }) => id);
    yield (await keysByIds(scope, ids)).map(keyCells);
  }
}

function keysAfter({ reader, account }: ExportScope, { status, sku }: KeyFilter, afterId: number, limit: number) {
  let products = reader
    .selectFrom("products")
    .select("id")
    .where("account_id", "=", account.id)
    .where("deleted_at", "is", null);
  if (sku !== undefined) products = products.where("sku", "=", sku);
  let found = reader
    .selectFrom("license_keys")
    .select("id")
    .where("account_id", "=", account.id)
    .where("product_id", "in", products)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit);
  if (status !== "all") found = found.where("assigned_at", status === "assigned" ? "is not" : "is", null);
  return found.execute();
}

type KeyRow = Awaited<ReturnType<typeof keysByIds>>[number];

function keysByIds({ reader }: ExportScope, ids: number[]) {
  return reader
    .selectFrom("license_keys as key")
    .innerJoin("products as product", "product.id", "key.product_id")
    .leftJoin("order_items as item", "item.id", "key.order_item_id")
    .leftJoin("orders as order", "order.id", "item.order_id")
    .select(["key.id", "key.key", "key.order_item_id", "key.assigned_at", "key.created_at"])
    .select(["product.sku", "order.public_id"])
    .where("key.id", "in", ids)
    .orderBy("key.id")
    .execute();
}

export const keyColumns = [
  "id",
  "product_sku",
  "key",
  "order_id",
  "order_item_id",
  "assigned_at",
  "created_at",
] as const;

function keyCells(row: KeyRow): Cell[] {
  const cells: Record<(typeof keyColumns)[number], Cell> = {
    id: row.id,
    product_sku: row.sku,
    key: row.key,
    order_id: row.public_id,
    order_item_id: row.order_item_id,
    assigned_at: row.assigned_at === null ? null : writeInstant(row.assigned_at),
    created_at: writeInstant(row.created_at),
  };
  return keyColumns.map((column) => cells[column]);
}
