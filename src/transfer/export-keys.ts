import { isLiveProduct } from "../catalog/live.ts";
import { inWindows } from "../database/batches.ts";
import { writeInstant } from "../instants.ts";
import { keyRows as allKeys, withOrders } from "../licenses/keys.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";

export interface KeyFilter {
  status: "assigned" | "unassigned" | "all";
  /** Of the product with exactly this SKU. */
  sku?: string | undefined;
}

/** Of every product that is not deleted, oldest first. */
export async function* keyRows(scope: ExportScope, filter: KeyFilter): AsyncGenerator<Cell[][]> {
  const { reader, account } = scope;
  const batches = inWindows<{ id: number }, KeyRow>(
    ({ last, limit }) =>
      allKeys(reader)
        .select("key.id")
        .where("key.account_id", "=", account.id)
        .where("key.id", ">", last?.id ?? 0)
        .orderBy("key.id")
        .limit(limit)
        .execute(),
    (window) => wantedKeys(scope, filter, window),
  );
  for await (const rows of batches) yield rows.map(keyCells);
}

type KeyRow = Awaited<ReturnType<typeof wantedKeys>>[number];

function wantedKeys({ reader, account }: ExportScope, { status, sku }: KeyFilter, window: { id: number }[]) {
  let found = withOrders(allKeys(reader))
    .select(["key.id", "key.key", "key.order_item_id", "key.assigned_at", "key.created_at"])
    .select(["product.sku", "order.public_id"])
    .where("key.account_id", "=", account.id)
    .where(
      "key.id",
      "in",
      window.map(({ id }) => id),
    )
    .where(isLiveProduct)
    .orderBy("key.id");
  if (sku !== undefined) found = found.where("product.sku", "=", sku);
  if (status !== "all") found = found.where("key.assigned_at", status === "assigned" ? "is not" : "is", null);
  return found.execute();
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
