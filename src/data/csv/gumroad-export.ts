import { splitName } from "../../platform/text.ts";
import { writeSkus } from "./lists.ts";
import { type CellOf, filled, isYes, type OtherExport, type ReadRow } from "./other-export.ts";

const needed = ["purchase_id", "purchase_email", "item_name", "product_id"];
const isIts = (columns: ReadonlySet<string>) => needed.every((column) => columns.has(column));

/** Why the row is not a paid and delivered order; null if it is. */
function reasonToLeaveOut(cell: CellOf): string | null {
  if (cell("purchase_id") === "Totals") return "the row of totals";
  if (isYes(cell("fully_refunded?"))) return "refunded";
  if (isYes(cell("access_revoked?"))) return "access revoked";
  if (isYes(cell("disputed?")) && !isYes(cell("dispute_won?"))) return "disputed";
  if (isYes(cell("recurring_charge?"))) return "another payment for a subscription";
  if (isYes(cell("pre_order_authorization?"))) return "a pre-order that was not charged";
  return null;
}

const skuOf = (cell: CellOf) => cell("sku_id") || cell("product_id");

/** The sales of Gumroad as orders, one row for each purchase of a product. */
export const gumroadOrders: OtherExport = {
  service: "Gumroad",
  isIts,
  notes: [
    "A product's SKU here must be its SKU ID at Gumroad or, without one, the short name at the end of its address there.",
    "License keys are not in the orders: import the same file as license keys afterwards.",
  ],
  begin:
    () =>
    (cell): ReadRow => {
      const leftOut = reasonToLeaveOut(cell);
      if (leftOut) return { leftOut };
      const giftee = cell("giftee_email");
      const { firstName, lastName } = splitName(giftee === "" ? cell("buyer_name") : null);
      const quantity = Number(cell("quantity")) || 1;
      const total = cell("sale_price");
      return {
        cells: filled({
          // The number on the customer's receipt. License keys refer to it.
          id: cell("order_number"),
          // The same ID as the connection to Gumroad uses.
          vendor_id: `gumroad:${cell("purchase_id")}`,
          email: giftee || cell("purchase_email"),
          first_name: firstName,
          last_name: lastName,
          skus: writeSkus([{ sku: skuOf(cell), quantity }]),
          total,
          currency: total && "USD",
          created_at: cell("purchase_time") || cell("purchase_date"),
        }),
      };
    },
};

/** The license keys that Gumroad gave to customers, for orders from the same file. */
export const gumroadKeys: OtherExport = {
  service: "Gumroad",
  isIts: (columns) => isIts(columns) && columns.has("license_key"),
  notes: [],
  begin:
    () =>
    (cell): ReadRow => {
      const leftOut = reasonToLeaveOut(cell) ?? (cell("license_key") === "" ? "without a license key" : null);
      if (leftOut) return { leftOut };
      return {
        cells: filled({ product_sku: skuOf(cell), key: cell("license_key"), order_id: cell("order_number") }),
      };
    },
};
