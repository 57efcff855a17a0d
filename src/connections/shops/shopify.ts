import { type Facts, noFacts, type Refund, type ShopLine } from "../facts.ts";
import type { Reading, Shop } from "../shop.ts";
import { isHmac } from "../signatures.ts";
import { at, type Json, listOf, numberOf, parseJson, quantityOf, textOf, timeOf } from "../values.ts";

const paidStatuses = new Set(["paid", "partially_refunded", "refunded"]);

/** Shopify (https://shopify.dev/docs/api/webhooks). */
export const shopify: Shop = {
  shopOf: ({ headers }) => textOf(headers["x-shopify-shop-domain"])?.toLowerCase() ?? null,

  verify({ headers, body }, secrets) {
    return isHmac(headers.get("x-shopify-hmac-sha256") ?? "", body, secrets, "base64") ? "right" : "wrong";
  },

  read({ headers, body }): Reading {
    const topic = headers["x-shopify-topic"] ?? "";
    const event = parseJson(body);
    if (topic === "refunds/create") {
      const [id, refund] = refundOf(event, 0);
      return { topic, orderId: textOf(at(event, "order_id")), facts: { ...noFacts, refunds: { [id]: refund } } };
    }
    const isOrder = topic.startsWith("orders/") && at(event, "line_items") !== undefined;
    // The sample that the administration sends is of an order that never was.
    const isSample = at(event, "test") === true && textOf(at(event, "financial_status")) === "voided";
    if (!isOrder || isSample) return { topic, orderId: null, facts: null };
    return { topic, orderId: textOf(at(event, "id")), facts: factsOf(topic, event) };
  },
};

function factsOf(topic: string, order: Json): Facts {
  const status = textOf(at(order, "financial_status")) ?? "";
  const canceled = textOf(at(order, "cancelled_at")) !== null || topic === "orders/cancelled";
  const customer = at(order, "customer");
  const addresses = [at(order, "contact_email"), at(order, "email"), at(customer, "email")];
  return {
    ...noFacts,
    number: textOf(at(order, "name")),
    paid: topic === "orders/paid" || paidStatuses.has(status),
    paidAt: timeOf(at(order, "processed_at")) || null,
    test: at(order, "test") === true,
    content: {
      at: timeOf(at(order, "updated_at")),
      email: addresses.map(textOf).find((address) => address !== null) ?? null,
      firstName: textOf(at(customer, "first_name")) ?? textOf(at(order, "billing_address", "first_name")) ?? "",
      lastName: textOf(at(customer, "last_name")) ?? textOf(at(order, "billing_address", "last_name")) ?? "",
      currency: textOf(at(order, "currency")),
      country: textOf(at(order, "billing_address", "country_code")),
      locale: textOf(at(order, "customer_locale")),
      total: numberOf(at(order, "total_price")),
      lines: listOf(at(order, "line_items")).map(lineOf),
    },
    withdrawn: canceled
      ? { at: 0, because: "canceled" }
      : status === "refunded"
        ? { at: 0, because: "refunded" }
        : noFacts.withdrawn,
    refunds: Object.fromEntries(listOf(at(order, "refunds")).map(refundOf)),
  };
}

const lineOf = (line: Json, index: number): ShopLine => ({
  id: textOf(at(line, "id")) ?? String(index),
  sku: textOf(at(line, "sku")),
  productIds: [at(line, "variant_id"), at(line, "product_id")].map(textOf).filter((id) => id !== null),
  name: textOf(at(line, "name")) ?? textOf(at(line, "title")) ?? "",
  quantity: quantityOf(at(line, "quantity")),
  price: numberOf(at(line, "price")),
});

function refundOf(refund: Json, index: number): [string, Refund] {
  const paidBack = listOf(at(refund, "transactions"))
    .filter((one) => textOf(at(one, "kind")) === "refund" && textOf(at(one, "status")) !== "failure")
    .map((one) => numberOf(at(one, "amount")) ?? 0);
  const lines = listOf(at(refund, "refund_line_items")).map((one) => ({
    id: textOf(at(one, "line_item_id")) ?? "",
    quantity: numberOf(at(one, "quantity")) ?? 0,
  }));
  const amount = paidBack.reduce((sum, one) => sum + one, 0);
  return [textOf(at(refund, "id")) ?? String(index), { amount, lines }];
}
