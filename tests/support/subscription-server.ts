import type { Store } from "./service.ts";
import type { Connection } from "./shops.ts";

export const hour = 3_600_000;
/** Hours after what is paid, as the connections of these tests say. */
export const grace = 48;
/** As v3 writes it. */
export const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+00:00`;
/** Whole seconds, as shops write them. */
export const now = Math.floor(Date.now() / 1000) * 1000;
/** Until when each payment pays, a month each. */
export const [first = 0, second = 0, third = 0] = [1, 2, 3].map((month) => Date.UTC(2098, month, 15));
export const monthBefore = (at: number) => new Date(new Date(at).setUTCMonth(new Date(at).getUTCMonth() - 1));

/** Until when subscriptions are paid that a shop is asked about, by the shop's ID of each. */
export const paidUntil = new Map<string, number>();
/** The product of each subscription that Lemon Squeezy is asked about: `CLUB` at first. */
export const plans = new Map<string, string>();
/** Lemon Squeezy's numbers of products. */
const variants = new Map([
  ["CLUB", 7],
  ["PRO", 17],
]);
/** Asked, a shop says the latest. */
export const paid = (name: string, until: number) => paidUntil.set(name, Math.max(until, paidUntil.get(name) ?? 0));
/** The interfaces of shops that are asked. */
export const shopServer = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    // Stripe's, whose lookup keys are SKUs.
    const { pathname } = new URL(url);
    const [, priced] = /^\/v1\/prices\/price_(.*)$/.exec(pathname) ?? [];
    const price = (sku: string) => ({
      id: `price_${sku}`,
      lookup_key: sku,
      product: { id: `prod_${sku}`, metadata: {} },
    });
    if (priced !== undefined) return Response.json(price(priced));
    if (pathname.endsWith("/line_items")) {
      const line = { id: "li_1", quantity: 1, amount_total: 1900, price: price("CLUB") };
      const extra = { ...line, id: "li_2", price: { id: "li_extra", product: "prod_extra" } };
      return Response.json({ data: pathname.includes("_extra") ? [line, extra] : [line] });
    }
    if (pathname === "/v1/oauth2/token") return Response.json({ access_token: "t" });
    if (pathname.endsWith("/verify-webhook-signature")) return Response.json({ verification_status: "SUCCESS" });
    const [, path = "", name = ""] = /^(.*\/subscriptions\/)(.*)$/.exec(new URL(url).pathname) ?? [];
    const until = paidUntil.get(name);
    if (until === undefined) return new Response("none", { status: 404 });
    const id = name.replace(/^sub_/, "");
    if (path === "/v1/billing/subscriptions/") return Response.json(paypalSubscription(name, until));
    return Response.json(
      path === "/v1/subscriptions/"
        ? {
            data: {
              id: name,
              attributes: {
                order_id: `first_${id}`,
                renews_at: new Date(until).toISOString(),
                ...variantOf(plans.get(name) ?? "CLUB"),
              },
            },
          }
        : wooSubscription(id, until),
    );
  },
});

/** What one kind of shop says of a subscription. */
export interface Telling {
  kind: "stripe" | "paddle" | "woocommerce" | "lemonsqueezy" | "paypal" | "gumroad";
  fields: Record<string, unknown>;
  /** The order that begins the subscription, in one or more events. */
  begun(id: string, until: number): unknown[];
  renewed(id: string, payment: string, until: number): unknown;
  /** The same, for these products. */
  renewedFor(id: string, payment: string, until: number, skus: string[]): unknown;
  ended(id: string): unknown;
  /** The charge for a later period failed, at this time. */
  failed?(id: string, payment: string, at: number): unknown;
  /** The customer cancels it, and ends with what is paid; or wants it to go on after all. */
  canceled?(id: string, at: number): unknown;
  goesOn?(id: string, at: number): unknown;
  /** The payment that was told so is refunded. */
  refunded?(id: string, renewed: unknown): unknown;
  send(store: Store, shop: Connection, event: unknown): Promise<Response>;
}
/** Payments that pay for later are later ones; those for another time came after the first. */
export const paidAt = (until: number) => now + ([0, 10_000, 20_000][[first, second, third].indexOf(until)] ?? 5000);

/** As subscriptions of Lemon Squeezy name their product. */
const variantOf = (sku: string) => ({
  variant_id: variants.get(sku) ?? 27,
  product_id: (variants.get(sku) ?? 27) + 1,
  product_name: sku,
  first_subscription_item: { quantity: 1 },
});

export const wooTime = (at: number) => new Date(at).toISOString().slice(0, 19);

/** A subscription of WooCommerce's own plugin. */
export const wooSubscription = (id: string, until: number) => ({
  ...{ id: `sub_${id}`, parent_id: `first_${id}`, status: "active", date_modified_gmt: wooTime(now) },
  ...{ next_payment_date_gmt: wooTime(until), end_date_gmt: "" },
});

/** What PayPal answers about a subscription. */
const paypalSubscription = (name: string, until: number) => ({
  ...{ id: name, status: "ACTIVE", plan_id: `P-${plans.get(name) ?? "CLUB"}`, quantity: "1" },
  subscriber: { email_address: `paypal-${name}@example.com`, name: { given_name: "Zoë", surname: "Ng" } },
  billing_info: { next_billing_time: new Date(until).toISOString() },
});
