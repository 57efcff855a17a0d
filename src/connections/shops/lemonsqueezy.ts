import { splitName } from "../../text.ts";
import { noFacts } from "../facts.ts";
import type { Reading, Shop } from "../shop.ts";
import { isHmac } from "../signatures.ts";
import { at, fromSmallest, isTrue, numberOf, parseJson, perUnit, quantityOf, textOf } from "../values.ts";

const paidStatuses = new Set(["paid", "partial_refund", "refunded"]);

/** Lemon Squeezy (https://docs.lemonsqueezy.com/help/webhooks). Its orders have one line. */
export const lemonsqueezy: Shop = {
  shopOf: ({ body }) => textOf(at(parseJson(body), "data", "attributes", "store_id")),

  verify({ headers, body }, secrets) {
    return isHmac(headers.get("x-signature") ?? "", body, secrets, "hex") ? "right" : "wrong";
  },

  read({ headers, body }): Reading {
    const event = parseJson(body);
    const topic = textOf(at(event, "meta", "event_name")) ?? headers["x-event-name"] ?? "";
    const order = at(event, "data", "attributes");
    const orderId = textOf(at(event, "data", "id"));
    if (!topic.startsWith("order_") || orderId === null) return { topic, orderId: null, facts: null };
    const status = textOf(at(order, "status")) ?? "";
    const currency = textOf(at(order, "currency"));
    const cents = (name: string) => fromSmallest(numberOf(at(order, name)), currency);
    const total = cents("total");
    const sku = textOf(at(event, "meta", "custom_data", "sku"));
    const item = at(order, "first_order_item");
    const quantity = quantityOf(at(item, "quantity"));
    const names = [at(item, "product_name"), at(item, "variant_name")].map(textOf).filter((name) => name !== null);
    const isRefunded = status === "refunded" || (isTrue(at(order, "refunded")) && status !== "partial_refund");
    const facts = {
      ...noFacts,
      number: textOf(at(order, "order_number")),
      paid: paidStatuses.has(status),
      test: isTrue(at(order, "test_mode")) || isTrue(at(event, "meta", "test_mode")),
      content: {
        at: 0,
        email: textOf(at(order, "user_email")),
        ...splitName(textOf(at(order, "user_name"))),
        currency,
        country: null,
        locale: null,
        total,
        // Whoever opens the checkout may change the custom data in its address.
        ...(sku === null ? {} : { mustCover: total === null ? null : total + (cents("discount_total") ?? 0) }),
        lines: [
          {
            id: textOf(at(item, "id")) ?? "0",
            sku,
            productIds: [at(item, "variant_id"), at(item, "product_id")].map(textOf).filter((id) => id !== null),
            name: names.join(", "),
            quantity,
            price: perUnit(total, quantity),
          },
        ],
      },
      withdrawn: isRefunded ? { at: 0, because: "refunded" as const } : noFacts.withdrawn,
      refundedTotal: cents("refunded_amount") ?? 0,
    };
    return { topic, orderId, facts };
  },
};
