import { splitName } from "../../platform/text.ts";
import { writeSkus } from "./lists.ts";
import { type CellOf, filled, type OtherExport, type ReadRow, type TakenRow } from "./other-export.ts";

const needed = ["name", "email", "financial_status", "lineitem_name", "lineitem_quantity"];

/** Statuses of orders whose products the customer keeps. */
const delivered = new Set(["paid", "partially_refunded"]);

/** Why the order was not delivered or was canceled; null if it was delivered. */
function reasonToLeaveOut(cell: CellOf): string | null {
  if (cell("cancelled_at") !== "") return "canceled";
  const status = cell("financial_status").toLowerCase();
  if (!delivered.has(status)) return `financial status ${status.slice(0, 30) || "missing"}`;
  const refunded = Number(cell("refunded_amount"));
  return refunded > 0 && refunded >= Number(cell("total")) ? "refunded" : null;
}

/**
 * The product of the row as an entry of `skus`; empty if there is none. A line without a SKU has its name instead, so
 * that the rejection names it.
 */
function skuOf(cell: CellOf): string {
  const sku = cell("lineitem_sku") || cell("lineitem_name");
  const quantity = Number(cell("lineitem_quantity") || 1);
  return sku === "" || quantity === 0 ? "" : writeSkus([{ sku, quantity }]);
}

function orderOf(cell: CellOf): TakenRow {
  const id = cell("id");
  const { firstName, lastName } = splitName(cell("billing_name") || cell("shipping_name"));
  const total = cell("total");
  return filled({
    // The same ID as the connection to Shopify uses.
    vendor_id: /^\d+$/.test(id) ? `shopify:${id}` : cell("name"),
    email: cell("email"),
    first_name: firstName,
    last_name: lastName,
    skus: skuOf(cell),
    total,
    currency: total && cell("currency"),
    created_at: cell("created_at") || cell("paid_at"),
  });
}

/** The orders of Shopify. An order has one row for each line; the first row has the data of the order. */
export const shopifyOrders: OtherExport = {
  service: "Shopify",
  isIts: (columns) => needed.every((column) => columns.has(column)),
  notes: [
    "A product's SKU here must be the SKU of its variant at Shopify.",
    "Partially refunded orders come in whole: revoke the products that were refunded.",
  ],
  begin() {
    /** Orders by name; null for those that were left out. */
    const orders = new Map<string, TakenRow | null>();
    return (cell): ReadRow => {
      const name = cell("name");
      const known = orders.get(name);
      if (known === null) return { leftOut: "further lines of those orders" };
      if (known) {
        known.skus = [known.skus, skuOf(cell)].filter(Boolean).join(";");
        return { joined: true };
      }
      if (name === "") return { refused: { field: "name", reason: "is required" } };
      const leftOut = reasonToLeaveOut(cell);
      const order = leftOut ? null : orderOf(cell);
      orders.set(name, order);
      return order ? { cells: order } : { leftOut: leftOut ?? "" };
    };
  },
};
