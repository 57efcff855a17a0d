import { at, type Json, textOf } from "../../../../platform/untrusted-json.ts";
import type { ShopLine } from "../../known/facts.ts";
import { numberOf, perUnit, quantityOf, timeOf, unreadableOf } from "../shop-json.ts";

/** Statuses of paid orders. If set by hand, the order has no payment date. */
export const paidStatuses = new Set(["processing", "completed"]);

/** Statuses that end an order, or put it aside. Statuses of plugins say nothing about the payment. */
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
    // 0 means none.
    productIds: ids.filter((id): id is string => id !== null && id !== "0"),
    name: textOf(at(line, "name")) ?? "",
    quantity,
    price: perUnit(paidFor(line), quantity),
    ...unreadableOf(["quantity", at(line, "quantity")], ["price", at(line, "total")], ["tax", at(line, "total_tax")]),
  };
}

/** The shop sends the amount after discounts, and the tax on it. */
function paidFor(line: Json): number | null {
  const total = numberOf(at(line, "total"));
  return total === null ? null : total + (numberOf(at(line, "total_tax")) ?? 0);
}
