import { equalInConstantTime } from "../../accounts/credentials.ts";
import { splitName } from "../../text.ts";
import { noFacts } from "../facts.ts";
import { type Reading, type Shop, UnreadableEvent } from "../shop.ts";
import { fromSmallest, isTrue, numberOf, parseJson, perUnit, quantityOf, textOf, timeOf } from "../values.ts";

/**
 * Gumroad's ping (https://gumroad.com/ping). It is not signed: Gumroad is known by the address, which nobody else knows, and
 * by the seller's ID.
 */
export const gumroad: Shop = {
  shopOf: ({ body }) => textOf(fieldsOf(body).get("seller_id")),

  verify({ body }, _secrets, { sellerId }) {
    const seller = fieldsOf(new TextDecoder().decode(body)).get("seller_id") ?? null;
    if (seller === null) return "wrong";
    return !sellerId || equalInConstantTime(seller, sellerId) ? "right" : "wrong";
  },

  read({ body }): Reading {
    const fields = fieldsOf(body);
    const field = (name: string) => textOf(fields.get(name));
    const topic = field("resource_name") ?? "sale";
    const saleId = field("sale_id");
    if (saleId === null) throw new UnreadableEvent("The ping names no sale.");
    const test = isTrue(field("test"));
    // The test ping of Gumroad's settings repeats the newest sale, whose own order must not become a test.
    const orderId = test && field("resource_name") === null ? `${saleId}-test` : saleId;
    const currency = field("currency")?.toUpperCase() ?? "USD";
    const quantity = quantityOf(field("quantity"));
    const total = fromSmallest(numberOf(field("price")), currency);
    const isBack = ["refunded", "disputed", "chargebacked"].some((name) => isTrue(field(name)));
    const isRefund = topic === "refund" && field("refunded") === null;
    const isWithdrawn = (isBack && !isTrue(field("dispute_won"))) || isRefund;
    const variants = variantsIn(fields);
    const productIds = ["product_id", "short_product_id", "permalink"].map(field).filter((id) => id !== null);
    const withVariants = (text: string) => (variants === "" ? text : `${text} (${variants})`);
    const facts = {
      ...noFacts,
      number: field("order_number"),
      // Nothing is charged for a preorder before its release, which is a sale of its own.
      paid: topic === "sale" && !isTrue(field("is_preorder_authorization")),
      test,
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
            productIds: [...(variants === "" ? [] : productIds.map(withVariants)), ...productIds],
            name: withVariants(field("product_name") ?? ""),
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

/** What the customer chose, such as a version or tier, in the order of the choices' names. */
const variantsIn = (fields: Map<string, string>) =>
  [...fields]
    .filter(([name]) => /^variants(\[|$)/.test(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, value]) => textOf(value) ?? [])
    .join(", ");

/** A form, or JSON where the seller's account is set so, with the names of a form. */
function fieldsOf(body: string): Map<string, string> {
  const pairs = body.startsWith("{") ? Object.entries(parseJson(body) as object) : [...new URLSearchParams(body)];
  const flat = pairs.flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([inner, its]) => [`${name}[${inner}]`, its] as const)
      : [[name, value] as const],
  );
  return new Map(flat.flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)]] : [])));
}

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
