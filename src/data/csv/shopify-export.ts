import { splitName } from "../../platform/text.ts";
import { writeSkus } from "./lists.ts";
import { type CellOf, filled, type OtherExport, type ReadRow, type TakenRow } from "./other-export.ts";

const needed = ["name", "email", "financial_status", "lineitem_name", "lineitem_quantity"];

/** Statuses of orders whose products the customer keeps. */
const delivered = new Set(["paid", "partially_refunded"]);

/** Why the order was not delivered, or is not any more; null if it was. */
function reasonToLeaveOut(cell: CellOf): string | null {
  if (cell("cancelled_at") !== "") return "canceled";
  const status = cell("financial_status").toLowerCase();
  if (!delivered.has(status)) return `financial status ${status.slice(0, 30) || "missing"}`;
  const refunded = Number(cell("refunded_amount"));
  return refunded > 0 && refunded >= Number(cell("total")) ? "refunded" : null;
}

/** The product of the row as an entry of `skus`; empty for none. A line without SKU has its name, so that it is refused in words. */
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
    // As the connection to Shopify names the same order.
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

/** The orders of Shopify. An order has a row for each line; what is said of the order stands in the first of them. */
export const shopifyOrders: OtherExport = {
  service: "Shopify",
  isIts: (columns) => needed.every((column) => columns.has(column)),
  notes: [
    "A product's SKU here must be the SKU of its variant at Shopify.",
    "Partially refunded orders come in whole: revoke the products that were refunded.",
  ],
  begin() {
    /** By their names; null for those that were left out. */
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
