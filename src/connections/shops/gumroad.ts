import { equalInConstantTime } from "../../accounts/credentials.ts";
import { noFacts } from "../facts.ts";
import { type Reading, type Shop, UnreadableEvent } from "../shop.ts";
import { fromSmallest, isTrue, numberOf, perUnit, quantityOf, splitName, textOf, timeOf } from "../values.ts";

/**
 * Gumroad's ping (https://gumroad.com/ping). It is not signed: Gumroad is known by the address, which nobody else knows, and
 * by the seller's ID.
 */
export const gumroad: Shop = {
  verify({ body }, _secrets, { sellerId }) {
    const seller = new URLSearchParams(new TextDecoder().decode(body)).get("seller_id");
    if (seller === null) return "wrong";
    return !sellerId || equalInConstantTime(seller, sellerId) ? "right" : "wrong";
  },

  read({ body }): Reading {
    const fields = new URLSearchParams(body);
    const field = (name: string) => textOf(fields.get(name));
    const topic = field("resource_name") ?? "sale";
    const orderId = field("sale_id");
    if (orderId === null) throw new UnreadableEvent("The ping names no sale.");
    const currency = field("currency")?.toUpperCase() ?? "USD";
    const quantity = quantityOf(field("quantity"));
    const total = fromSmallest(numberOf(field("price")), currency);
    const isBack = ["refunded", "disputed", "chargebacked"].some((name) => isTrue(field(name)));
    const isWithdrawn = (isBack && !isTrue(field("dispute_won"))) || topic === "refund";
    const facts = {
      ...noFacts,
      number: field("order_number"),
      paid: topic === "sale",
      test: isTrue(field("test")),
      content: {
        at: timeOf(field("sale_timestamp")),
        email: field("email"),
        ...splitName(field("full_name")),
        currency,
        country: null,
        locale: null,
        total,
        lines: [
          {
            id: "0",
            sku: null,
            productIds: ["product_id", "short_product_id", "permalink"].map(field).filter((id) => id !== null),
            name: field("product_name") ?? "",
            quantity,
            price: perUnit(total, quantity),
          },
        ],
      },
      withdrawn: isWithdrawn ? { at: 0, because: "refunded" as const } : noFacts.withdrawn,
    };
    return { topic, orderId, facts };
  },
};
