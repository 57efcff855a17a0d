import { at, type Json, textOf } from "../../../../platform/untrusted-json.ts";
import type { ShopLine } from "../../known/facts.ts";
import { numberOf, perUnit, quantityOf, timeOf, unreadableOf } from "../shop-json.ts";

/** Orders get these once they are paid, also by hand, and then without a date of payment. */
export const paidStatuses = new Set(["processing", "completed"]);

/** Others end an order, or put it aside; those of plugins say nothing of the payment. */
export const otherStatuses = new Set(["cancelled", "refunded", "trash"]);

export const statusOf = (order: Json) => textOf(at(order, "status")) ?? "";

export const hasDateOfPayment = (order: Json) =>
  timeOf(at(order, "date_paid_gmt")) > 0 || timeOf(at(order, "date_paid")) > 0;

export const isPaid = (order: Json) => hasDateOfPayment(order) || paidStatuses.has(statusOf(order));

export function lineOf(line: Json, index: number): ShopLine {
  const quantity = quantityOf(at(line, "quantity"));
  const ids = [at(line, "variation_id"), at(line, "product_id")].map(textOf);
  return {
    id: textOf(at(line, "id")) ?? String(index),
    sku: textOf(at(line, "sku")),
    // 0 stands for none.
    productIds: ids.filter((id): id is string => id !== null && id !== "0"),
    name: textOf(at(line, "name")) ?? "",
    quantity,
    price: perUnit(paidFor(line), quantity),
    ...unreadableOf(["quantity", at(line, "quantity")], ["price", at(line, "total")], ["tax", at(line, "total_tax")]),
  };
}

/** The shop names what is left after discounts, and the tax on it. */
function paidFor(line: Json): number | null {
  const total = numberOf(at(line, "total"));
  return total === null ? null : total + (numberOf(at(line, "total_tax")) ?? 0);
}
