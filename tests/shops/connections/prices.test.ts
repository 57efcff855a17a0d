import { describe, expect, test } from "bun:test";
import { revenueOf } from "../../../src/delivery/orders/revenue.ts";
import { totalOf } from "../../../src/delivery/orders/total.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { fractionDigits } from "../../../src/platform/money.ts";
import type { ConnectionKind } from "../../../src/platform/shops.ts";
import { noFacts } from "../../../src/shops/connections/known/facts.ts";
import { mergeFacts } from "../../../src/shops/connections/known/merge-facts.ts";
import type { ShopSettings } from "../../../src/shops/connections/reading/shop.ts";
import { shops } from "../../../src/shops/connections/reading/shops/index.ts";
import { questionsOf, withdrawalOf } from "../../../src/shops/connections/settling/refunds-and-disputes.ts";

const read = (
  kind: ConnectionKind,
  body: unknown,
  {
    headers = {},
    settings = {},
    fetched = null,
  }: { headers?: object; settings?: ShopSettings; fetched?: unknown } = {},
) =>
  shops[kind].read(
    { headers: headers as Record<string, string>, body: typeof body === "string" ? body : JSON.stringify(body) },
    settings,
    fetched === null ? null : JSON.stringify(fetched),
  );

const stripeSession = (fields: object) => ({
  type: "checkout.session.completed",
  data: { object: { id: "cs_1", payment_intent: "pi_1", currency: "eur", payment_status: "paid", ...fields } },
});

const paypalCapture = {
  event_type: "PAYMENT.CAPTURE.COMPLETED",
  resource: { id: "C1", custom_id: "MAP", amount: { value: "26.80", currency_code: "EUR" } },
};
const money = (value: string) => ({ value, currency_code: "EUR" });

/** Two of 10.00 each, 2.00 less, 19 % of tax on the rest, and 5.00 of shipping. */
const sales: [string, ConnectionKind, unknown, Parameters<typeof read>[2]?][] = [
  [
    "WooCommerce",
    "woocommerce",
    {
      id: 1,
      status: "processing",
      total: "26.42",
      shipping_total: "5.00",
      line_items: [{ id: 1, quantity: 2, subtotal: "20.00", total: "18.00", total_tax: "3.42", price: 9 }],
    },
  ],
  [
    "Stripe, with a key",
    "stripe",
    stripeSession({ amount_total: 2642 }),
    { fetched: [{ id: "li_1", quantity: 2, amount_subtotal: 2000, amount_total: 2142 }] },
  ],
  [
    "Shopify",
    "shopify",
    {
      id: 1,
      total_price: "26.42",
      taxes_included: false,
      line_items: [
        {
          id: 1,
          quantity: 2,
          price: "10.00",
          total_discount: "0.00",
          discount_allocations: [{ amount: "1.50" }, { amount: "0.50" }],
          tax_lines: [{ price: "3.42" }],
        },
      ],
    },
    { headers: { "x-shopify-topic": "orders/paid" } },
  ],
  [
    "Shopify, with tax in the price",
    "shopify",
    {
      id: 1,
      taxes_included: true,
      line_items: [{ id: 1, quantity: 2, price: "11.71", total_discount: "2.00", tax_lines: [{ price: "3.42" }] }],
    },
    { headers: { "x-shopify-topic": "orders/paid" } },
  ],
  [
    "Lemon Squeezy",
    "lemonsqueezy",
    {
      meta: { event_name: "order_created" },
      data: {
        id: "1",
        attributes: {
          status: "paid",
          currency: "EUR",
          subtotal: 2000,
          discount_total: 200,
          tax: 342,
          total: 2142,
          first_order_item: { id: 1, quantity: 2, price: 1000 },
        },
      },
    },
  ],
  [
    "Paddle",
    "paddle",
    {
      event_type: "transaction.completed",
      data: {
        id: "txn_1",
        currency_code: "EUR",
        details: {
          line_items: [
            { id: "i", quantity: 2, totals: { subtotal: "2000", discount: "200", tax: "342", total: "2142" } },
          ],
        },
      },
    },
  ],
  [
    "PayPal",
    "paypal",
    paypalCapture,
    {
      fetched: {
        verified: true,
        order: {
          purchase_units: [
            {
              amount: {
                breakdown: {
                  item_total: money("20"),
                  discount: money("2"),
                  shipping: money("5"),
                  tax_total: money("3.42"),
                },
              },
              items: [{ name: "Map", quantity: "2", unit_amount: money("10.00"), tax: money("1.71") }],
            },
          ],
        },
      },
    },
  ],
  [
    "PayPal, with the tax of the whole order",
    "paypal",
    paypalCapture,
    {
      fetched: {
        verified: true,
        order: {
          purchase_units: [
            {
              amount: { breakdown: { discount: money("2"), shipping: money("5"), tax_total: money("3.42") } },
              items: [{ name: "Map", quantity: "2", unit_amount: money("10.00") }],
            },
          ],
        },
      },
    },
  ],
  [
    "Gumroad",
    "gumroad",
    new URLSearchParams({
      sale_id: "1",
      seller_id: "s",
      price: "2642",
      shipping_rate: "500",
      quantity: "2",
    }).toString(),
  ],
  [
    "another shop",
    "generic",
    { id: 1, lines: [{ n: 2, paid: "10.71" }] },
    { settings: { generic: { signature: "hmac_hex", orderId: "id", items: "lines", quantity: "n", price: "paid" } } },
  ],
];

describe("what the customer paid for one unit: after discounts, with tax, without shipping,", () => {
  // Without the fourth, which may be missing: Bun would take the place for a callback.
  test.each(sales.map(([name, ...sale]) => ({ name, sale })))("of $name", ({ sale: [kind, body, options] }) => {
    const [line] = read(kind, body, options).facts?.content?.lines ?? [];
    expect(line).toMatchObject({ quantity: 2, price: 10.71 });
  });

  test("of what names no lines", () => {
    const [session] =
      read("stripe", stripeSession({ amount_total: 2642, shipping_cost: { amount_total: 500 } })).facts?.content
        ?.lines ?? [];
    const order = { purchase_units: [{ amount: { breakdown: { shipping: money("5.00") } } }] };
    const [button] = read("paypal", paypalCapture, { fetched: { verified: true, order } }).facts?.content?.lines ?? [];
    expect([session?.price, button?.price]).toEqual([21.42, 21.8]);
  });

  test("of a discounted line of Shopify", () => {
    const order = {
      id: 1,
      currency: "USD",
      total_price: "30.00",
      line_items: [
        { id: 1, quantity: 1, price: "20.00" },
        { id: 2, quantity: 1, price: "15.00", discount_allocations: [{ amount: "5.00" }] },
      ],
    };
    const { facts } = read("shopify", order, { headers: { "x-shopify-topic": "orders/paid" } });
    expect(facts?.content?.lines.map(({ price }) => price)).toEqual([20, 10]);
  });

  test("is in US dollars of Gumroad, whatever currency the product's price is in", () => {
    const ping = new URLSearchParams({ sale_id: "1", seller_id: "s", price: "1900", currency: "jpy" }).toString();
    expect(read("gumroad", ping).facts?.content).toMatchObject({ currency: "USD", total: 19 });
  });
});

describe("an order's total and revenue are what was paid, whatever the quantity,", () => {
  /** An event of each shop about `units` of one product for `amount`, in the currency's smallest unit. */
  const saleOf = {
    woocommerce: ({ units, text }) =>
      read("woocommerce", { id: 1, status: "processing", line_items: [{ id: 1, quantity: units, total: text }] }),
    stripe: ({ units, amount, currency }) =>
      read("stripe", stripeSession({ amount_total: amount, currency: currency.toLowerCase() }), {
        fetched: [{ id: "li_1", quantity: units, amount_total: amount }],
      }),
    shopify: ({ units, text }) => {
      // Each unit for the price of all, and all but one free.
      const line = { id: 1, quantity: units, price: text, total_discount: String(Number(text) * (units - 1)) };
      const body = { id: 1, taxes_included: true, line_items: [line] };
      return read("shopify", body, { headers: { "x-shopify-topic": "orders/paid" } });
    },
    lemonsqueezy: ({ units, amount, currency }) => {
      const attributes = { status: "paid", currency, total: amount, first_order_item: { id: 1, quantity: units } };
      return read("lemonsqueezy", { meta: { event_name: "order_created" }, data: { id: "1", attributes } });
    },
    paddle: ({ units, amount, currency }) => {
      const line = { id: "i", quantity: units, totals: { total: String(amount) } };
      const data = { id: "txn_1", currency_code: currency, details: { line_items: [line] } };
      return read("paddle", { event_type: "transaction.completed", data });
    },
    paypal: ({ units, amount, text }) => {
      const unit = { items: [{ name: "Map", quantity: String(units), unit_amount: money(text) }] };
      const discount = { discount: money(String(Number(text) * (units - 1))) };
      const order = { purchase_units: [{ ...unit, amount: { breakdown: amount > 0 ? discount : {} } }] };
      return read("paypal", paypalCapture, { fetched: { verified: true, order } });
    },
    gumroad: ({ units, amount }) =>
      read(
        "gumroad",
        new URLSearchParams({ sale_id: "1", seller_id: "s", price: `${amount}`, quantity: `${units}` }).toString(),
      ),
  } satisfies Record<string, (sale: { units: number; amount: number; text: string; currency: string }) => unknown>;

  /** Amounts and quantities that are no multiples of each other, always the same ones. */
  function* sampleSales(currency: string) {
    const most = 1_000_000 * 10 ** fractionDigits(currency);
    let state = 28;
    const next = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (const [amount, units] of [
      [0, 3],
      [1, 3],
      [1, 1_000],
      [2_900, 3],
      [1_000, 3],
      [most - 1, 997],
    ] as const)
      yield { amount, units };
    for (let nth = 0; nth < 2_000; nth++) yield { amount: next(most), units: 1 + next(1_000) };
  }

  test.each(Object.entries(saleOf))("of %s", (shop, sale) => {
    const currencies = shop === "gumroad" ? ["USD"] : ["EUR", "JPY", "KWD"];
    for (const currency of currencies) {
      for (const { amount, units } of sampleSales(currency)) {
        const paid = Number((amount / 10 ** fractionDigits(currency)).toFixed(fractionDigits(currency)));
        const said = sale({ amount, units, currency, text: paid.toFixed(fractionDigits(currency)) });
        const items = (said.facts?.content?.lines ?? []).map(({ price, quantity }) => ({ price, quantity }));
        const revenue = revenueOf({ currency }, { createdAt: instantNow(), currency }, items);
        expect([amount, units, totalOf(items), revenue?.amount]).toEqual([
          amount,
          units,
          paid,
          Math.round(paid * 10_000),
        ]);
      }
    }
  });

  test("of PayPal, with a discount that does not divide by the items", () => {
    const items = ["Map", "Guide", "Song"].map((name) => ({ name, quantity: "1", unit_amount: money("10.00") }));
    const order = { purchase_units: [{ amount: { breakdown: { discount: money("1.00") } }, items }] };
    const { facts } = read("paypal", paypalCapture, { fetched: { verified: true, order } });
    expect(totalOf(facts?.content?.lines ?? [])).toBe(29);
  });
});

test("a payment of PayPal with an amount that is none says so", () => {
  const unit = { amount: { breakdown: { discount: money("2,00") } }, items: [{ unit_amount: money("abc") }] };
  const bought = { verified: true, order: { purchase_units: [unit] } };
  const button = { ...paypalCapture, resource: { ...paypalCapture.resource, amount: money("1e3") } };
  const lines = [
    read("paypal", paypalCapture, { fetched: bought }),
    read("paypal", button, { fetched: { verified: true } }),
  ].flatMap(({ facts }) => facts?.content?.lines ?? []);
  expect(lines.map(({ unreadable }) => unreadable)).toEqual([
    'the price is "abc", the discount is "2,00"',
    'the price is "1e3"',
  ]);
});

describe("disputes and refunds of subscriptions", () => {
  const paypal = (topic: string, resource: object, create_time?: string) =>
    read("paypal", { event_type: topic, resource, create_time }, { fetched: { verified: true, order: null } });
  const dispute = (id: string, topic: string, outcome?: string) =>
    paypal(
      `CUSTOMER.DISPUTE.${topic}`,
      {
        dispute_id: id,
        disputed_transactions: [{ seller_transaction_id: "C1" }],
        ...(outcome ? { dispute_outcome: { outcome_code: outcome } } : {}),
      },
      "2026-11-20T12:00:00Z",
    );
  const links = [{ rel: "up", href: "https://x/v2/payments/captures/C1" }];
  const reversed = (time = "2026-11-20T11:00:00Z") => paypal("PAYMENT.CAPTURE.REVERSED", { id: "R", links }, time);
  const together = (...readings: ReturnType<typeof read>[]) => {
    expect(new Set(readings.map(({ orderId }) => orderId))).toEqual(new Set(["C1"]));
    const facts = readings.map((one) => one.facts ?? noFacts).reduce(mergeFacts, noFacts);
    const withdrawal = withdrawalOf(facts);
    return { whole: withdrawal.whole, asks: questionsOf(facts, withdrawal).length > 0 };
  };

  test("of PayPal: asked about while open, taken when lost, given back when won", () => {
    const [opened, won] = [dispute("D1", "CREATED"), dispute("D1", "RESOLVED", "RESOLVED_SELLER_FAVOUR")];
    expect(together(opened)).toEqual({ whole: false, asks: true });
    expect(together(opened, reversed())).toEqual({ whole: true, asks: false });
    expect(together(won, opened, reversed())).toEqual({ whole: false, asks: false });
    expect(together(opened, dispute("D1", "RESOLVED", "RESOLVED_BUYER_FAVOUR"))).toEqual({ whole: true, asks: false });
    for (const outcome of ["CANCELED_BY_BUYER", "RESOLVED_SELLER_FAVOUR"]) {
      const decided = dispute("D1", "RESOLVED", outcome);
      const later = reversed("2026-11-21T12:00:00Z");
      for (const all of [
        [opened, decided, later],
        [later, decided, opened],
      ])
        expect(together(...all)).toEqual({ whole: true, asks: false });
    }
    for (const outcome of ["NONE", "WEIRD", undefined]) {
      expect(together(opened, dispute("D1", "RESOLVED", outcome))).toEqual({ whole: false, asks: true });
    }
    expect(together(won, dispute("D2", "RESOLVED", "ACCEPTED"))).toEqual({ whole: true, asks: false });
  });

  test("of Paddle: a warning that is taken back asks nothing more", () => {
    const adjusted = (id: string, action: string, status = "approved") => {
      const data = { id, transaction_id: "C1", action, status };
      return read("paddle", { event_type: "adjustment.updated", data });
    };
    const [warning, second] = [adjusted("adj_1", "chargeback_warning"), adjusted("adj_2", "chargeback_warning")];
    const dropped = adjusted("adj_3", "chargeback_warning_reverse");
    expect(together(warning)).toEqual({ whole: false, asks: true });
    expect(together(dropped, warning)).toEqual({ whole: false, asks: false });
    expect(together(warning, dropped, second)).toEqual({ whole: false, asks: true });
    const reversed = adjusted("adj_1", "chargeback_warning", "reversed");
    expect(together(warning, reversed, dropped, second)).toEqual({ whole: false, asks: true });
  });

  test("of PayPal: a refund that is pending changes nothing", () => {
    const links = [{ rel: "up", href: "https://x/v2/payments/captures/C1" }];
    const refund = { id: "R1", status: "PENDING", amount: money("19.00"), links };
    expect(paypal("PAYMENT.CAPTURE.REFUNDED", refund)).toMatchObject({ facts: null, note: expect.any(String) });
  });

  test("of Lemon Squeezy: the first invoice joins by the subscription, a renewal's stands for itself", () => {
    const event = (name: string, id: string, attributes: object) => ({
      meta: { event_name: name },
      data: { id, attributes },
    });
    const created = read("lemonsqueezy", event("subscription_created", "5", { order_id: 77 }));
    const invoice = { subscription_id: 5, currency: "USD", status: "refunded", refunded_amount: 1900 };
    const refunded = (reason: string) =>
      read("lemonsqueezy", event("subscription_payment_refunded", "9", { ...invoice, billing_reason: reason }));
    expect(created).toMatchObject({ orderId: "77", facts: null });
    expect(refunded("initial").otherIds).toEqual(created.otherIds);
    expect(refunded("renewal")).toMatchObject({ orderId: "invoice 9", otherIds: [] });
    expect(refunded("initial").facts).toMatchObject({ withdrawn: { because: "refunded" }, refundedTotal: 19 });
    const lost = read("lemonsqueezy", event("dispute_resolved", "3", { order_id: 77, status: "lost" }));
    expect(lost).toMatchObject({ orderId: "77", facts: { incidents: { "dispute 3": "lost" } } });
    const fraud = read("lemonsqueezy", event("order_created", "77", { status: "fraudulent" }));
    expect(fraud.facts).toMatchObject({ paid: false, withdrawn: { because: "canceled" } });
  });
});
