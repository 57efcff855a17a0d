import { isLiveProduct } from "../../delivery/catalog/live.ts";
import { keyRows as allKeys, withOrders } from "../../delivery/licenses/queries.ts";
import { inWindows } from "../../platform/database/batches.ts";
import { writeInstant } from "../../platform/instants.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";

export interface KeyFilter {
  status: "assigned" | "unassigned" | "all";
  /** Only keys of the product with exactly this SKU. */
  sku?: string | undefined;
}

/** Keys of all products that are not deleted, oldest first. */
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
    .select(["key.id", "key.key", "key.order_item_id as orderItemId", "key.assigned_at as assignedAt"])
    .select(["key.replaced_at as replacedAt", "key.replaced_reason as replacedReason"])
    .select(["key.created_at as createdAt", "product.sku", "order.public_id as orderId"])
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

export const exportedKeyColumns = [
  "id",
  "product_sku",
  "key",
  "order_id",
  "order_item_id",
  "assigned_at",
  "replaced_at",
  "replaced_reason",
  "created_at",
] as const;

function keyCells(row: KeyRow): Cell[] {
  const cells: Record<(typeof exportedKeyColumns)[number], Cell> = {
    id: row.id,
    product_sku: row.sku,
    key: row.key,
    order_id: row.orderId,
    order_item_id: row.orderItemId,
    assigned_at: row.assignedAt === null ? null : writeInstant(row.assignedAt),
    replaced_at: row.replacedAt === null ? null : writeInstant(row.replacedAt),
    replaced_reason: row.replacedReason,
    created_at: writeInstant(row.createdAt),
  };
  return exportedKeyColumns.map((column) => cells[column]);
}
