import { splitName } from "../../platform/text.ts";
import { wrongFile } from "./csv-text.ts";
import { writeSkus } from "./lists.ts";
import { type CellOf, filled, type OtherExport, type ReadRow } from "./other-export.ts";

/** Statuses of orders that were delivered. */
const delivered = new Set(["complete", "completed", "publish", "partially_refunded"]);

/** Separates the products of an order. */
const between = " / ";

/** The orders of Easy Digital Downloads, versions 2 and 3, with English column names. One row for each order. */
export const eddOrders: OtherExport = {
  service: "Easy Digital Downloads",
  isIts(columns) {
    if (!["products_(raw)", "purchase_key", "email"].every((column) => columns.has(column))) return false;
    // The owner has renamed the columns to ours, and removed rows that should not be imported.
    if (columns.has("vendor_id") || columns.has("created_at")) return false;
    if (columns.has("skus")) return true;
    throw wrongFile(
      "This export of Easy Digital Downloads has no SKUs. Switch them on in its settings, give each product the SKU that it has here, and export again.",
    );
  },
  notes: ["Dates were read as UTC. Version 2 of Easy Digital Downloads writes them in the time zone of the site."],
  begin:
    () =>
    (cell): ReadRow => {
      const status = cell("status").toLowerCase();
      if (!delivered.has(status)) return { leftOut: `status ${status.slice(0, 30) || "missing"}` };
      if (cell("mode").toLowerCase() === "test") return { leftOut: "a test order" };
      const skus = cell("skus")
        .split(/(?:^|\s)\/(?:\s|$)/)
        .map((sku) => sku.trim());
      if (skus.includes("")) return { refused: { field: "skus", reason: "lacks the SKU of a product" } };
      const quantities = quantitiesOf(cell, skus.length);
      const name = splitName(cell("customer_name"));
      return {
        cells: filled({
          vendor_id: ["order_number", "payment_number", "order_id", "payment_id"].map(cell).find((id) => id !== ""),
          email: cell("email"),
          first_name: cell("first_name") || name.firstName,
          last_name: cell("last_name") || name.lastName,
          skus: writeSkus(skus.map((sku, index) => ({ sku, quantity: quantities[index] ?? 1 }))),
          total: plainAmount(cell("amount")),
          currency: cell("currency"),
          created_at: cell("date"),
        }),
      };
    },
};

/**
 * Only the readable text has quantities, such as `Map (2) - $9.00`. The other column shows where the product's name
 * ends.
 */
function quantitiesOf(cell: CellOf, count: number): number[] {
  const verbose = cell("products_(verbose)").split(between);
  const raw = cell("products_(raw)").split(between);
  if (verbose.length !== count || raw.length !== count) return [];
  return verbose.map((text, index) => {
    const name = raw[index]?.slice(0, raw[index].lastIndexOf("|")) ?? "";
    const [, quantity = "1"] = /^ \((\d{1,4})\) - /.exec(text.startsWith(name) ? text.slice(name.length) : "") ?? [];
    return Number(quantity);
  });
}

/** The amount without thousands separators, which each site chooses: `1.234,50` and `1,234.50` become `1234.50`. */
function plainAmount(cell: string): string {
  const [, whole = cell, decimals = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(cell) ?? [];
  const digits = whole.replace(/[., ’'\u00a0\u202f](?=\d{3}(\D|$))/g, "");
  return decimals === "" ? digits : `${digits}.${decimals}`;
}
