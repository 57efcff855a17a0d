import { beforeAll, describe, expect, test } from "bun:test";
import { keepFetched } from "../../../src/messages/connection-events/events.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { processEvent } from "../../../src/shops/connections/process-event.ts";
import type { Reading, Shop } from "../../../src/shops/connections/reading/shop.ts";
import { gumroad } from "../../../src/shops/connections/reading/shops/gumroad.ts";
import { paddle } from "../../../src/shops/connections/reading/shops/paddle.ts";
import { stripe } from "../../../src/shops/connections/reading/shops/stripe.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import {
  connect,
  sendGumroad,
  sendHmac,
  sendLemon,
  sendPayPal,
  sendShopify,
  sendWoo,
  stripeEvent,
  stripeSession,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

const how = { header: "x-sign", encoding: "hex" } as const;

describe.each(databasesUnderTest)("lines of a shop's order, on $name,", ({ makeStore }) => {
  let store: SharedStore;

  beforeAll(async () => {
    store = await makeStore();
    await makeProduct(store, { sku: "MAP" });
    await makeProduct(store, { sku: "BOOK", price: 30, currency: "USD" });
  });

  const { orderOf, made, settled, newest, newestSettled, needing } = connectedShop(() => store);
  const shopify = (id: number, lines: object[]) => ({
    id,
    contact_email: `shopify-${id}@example.com`,
    financial_status: "paid",
    currency: "USD",
    line_items: lines.map((line, index) => ({ id: id * 10 + index, quantity: 1, price: "2.00", ...line })),
  });
  const tip = { sku: null, product_id: null, variant_id: null, name: "Tip" };
  const signed = {
    kind: "generic",
    generic: {
      signature: "hmac_hex",
      header: "x-sign",
      order_id: "id",
      email: "mail",
      currency: "currency",
      items: "lines",
      sku: "sku",
      product_name: "name",
      quantity: "quantity",
      price: "price",
    },
  };

  test("are told not to be delivered by their name, once for all: a tip, and what has a new ID each time", async () => {
    const shop = await connect(store, { kind: "shopify", secret: "key" });
    await sendShopify(store, shop, "orders/paid", shopify(501, [{ sku: "MAP" }, tip]));
    await made("shopify:501");
    const [event] = await needing(501);
    expect(event.unmatched_lines).toEqual([{ sku: null, external_ids: [], name: "Tip" }]);
    const mappings = [
      { external_id: "Gift wrap", sku: null },
      { external_id: "Tip", sku: null },
    ];
    const saved = await v3(store, "PUT", `connections/${shop.id}`, { mappings });
    expect(saved.body.connection.mappings).toEqual(mappings.map((one) => ({ ...one, name: "" })));
    await until("nobody is asked", async () => (await needing(501)).length === 0);
    const wrap = { sku: "w-1", variant_id: 77, product_id: 78, name: "Gift wrap" };
    await sendShopify(store, shop, "orders/paid", shopify(502, [{ sku: "MAP" }, tip, wrap]));
    await settled(shop);
    expect(await needing(502)).toEqual([]);
    expect((await orderOf("shopify:502")).order_items).toMatchObject([{ item_sku: "MAP", quantity: 1 }]);
  });

  test("are known by a name however long it is", async () => {
    const shop = await connect(store, signed);
    const lines = [{ name: `A poster \n of ${"very ".repeat(100)}many words`, quantity: 1 }];
    await sendHmac(store, shop, { id: "long", mail: "long@example.com", lines }, how);
    await settled(shop);
    const [event] = await needing("long");
    const [{ name }] = event.unmatched_lines;
    await v3(store, "PUT", `connections/${shop.id}`, { mappings: [{ external_id: name, sku: "MAP" }] });
    expect(await made("generic:long")).toMatchObject({ order_items: [{ item_sku: "MAP" }] });
  });

  test("deliver nothing for a quantity of 0", async () => {
    const woo = await connect(store, { kind: "woocommerce" });
    const some = wooOrder({}, [{ sku: "MAP" }, { sku: "BOOK", quantity: 0 }]);
    const none = wooOrder({}, [
      { sku: "MAP", quantity: 0 },
      { sku: "UNKNOWN", quantity: 0 },
    ]);
    for (const order of [none, some]) await sendWoo(store, woo, order);
    await settled(woo);
    expect((await orderOf(`woocommerce:${some.id}`)).order_items).toMatchObject([{ item_sku: "MAP", quantity: 1 }]);
    expect(await orderOf(`woocommerce:${none.id}`)).toBeNull();
    expect([...(await needing(some.id)), ...(await needing(none.id))]).toEqual([]);
  });

  test("need attention with an amount or a quantity that cannot be right", async () => {
    const shop = await connect(store, signed);
    const cases: [Record<string, unknown>, string | null][] = [
      [{ price: -5 }, "the price is -5"],
      [{ price: "4,50" }, 'the price is "4,50"'],
      [{ price: "1.234,50" }, 'the price is "1.234,50"'],
      [{ price: 1e300 }, "the price is 1e+300"],
      [{ price: { amount: 3 } }, 'the price is {"amount":3}'],
      [{ price: true }, "the price is true"],
      [{ quantity: -1 }, "the quantity is -1"],
      [{ quantity: 1.5 }, "the quantity is 1.5"],
      [{ quantity: "two" }, 'the quantity is "two"'],
      [{ quantity: 1_000_000 }, "the quantity is 1000000"],
      [{ price: 0 }, null],
      [{ price: null }, null],
      [{ price: "" }, null],
      [{ price: "4.50", quantity: "2" }, null],
    ];
    for (const [index, [fields]] of cases.entries()) {
      const lines = [{ sku: "MAP", name: "Map", quantity: 1, ...fields }];
      await sendHmac(store, shop, { id: `wrong-${index}`, mail: "wrong@example.com", lines }, how);
    }
    await settled(shop);
    for (const [index, [fields, words]] of cases.entries()) {
      const found = (await needing(`wrong-${index}`)).map(({ problem, message }: Record<string, string>) => ({
        problem,
        message,
      }));
      expect([fields, found]).toEqual([
        fields,
        words === null ? [] : [{ problem: "rejected", message: `Map: ${words}.` }],
      ]);
      expect((await orderOf(`generic2:wrong-${index}`)) === null).toBe(words !== null);
    }
  });

  test("need attention if a payment button of PayPal paid less than the products cost", async () => {
    const shop = await connect(store, { kind: "paypal" });
    const answered = async (event: number) => {
      await until("PayPal cannot be asked", async () => (await newest(shop)).message !== null);
      const fetched = JSON.stringify({ verified: true, order: { payer: { email_address: "pp@example.com" } } });
      await store.db.write((tx) => keepFetched(tx, event, fetched));
      await store.db.write((tx) => processEvent(tx, event, instantNow()));
    };
    const capture = async (id: string, value: string, currency_code: string) => {
      const resource = { id, custom_id: "BOOK", amount: { value, currency_code } };
      await sendPayPal(store, shop, { event_type: "PAYMENT.CAPTURE.COMPLETED", resource });
      await answered((await newest(shop)).id);
    };
    await capture("FULL", "30.00", "USD");
    expect(await newest(shop)).toMatchObject({ status: "done" });
    await capture("OTHER", "30.00", "JPY");
    expect(await newest(shop)).toMatchObject({ status: "needs_attention", problem: "underpaid" });
    await capture("LESS", "0.01", "USD");
    const event = await newest(shop);
    expect(event).toMatchObject({
      status: "needs_attention",
      problem: "underpaid",
      message: "USD 0.01 was paid. The products cost USD 30 here.",
    });
    expect(await orderOf("paypal:LESS")).toBeNull();
    await v3(store, "POST", `connection_events/${event.id}/process`);
    await answered(event.id);
    expect(await newest(shop)).toMatchObject({ status: "done", problem: null });
    expect(await orderOf("paypal:LESS")).toMatchObject({ order_items: [{ item_sku: "BOOK" }] });
  });

  test("need attention if the address of a checkout of Lemon Squeezy named a dearer product", async () => {
    const shop = await connect(store, { kind: "lemonsqueezy" });
    const event = (id: string, total: number, discount_total = 0) => ({
      meta: { event_name: "order_created", custom_data: { sku: "BOOK" } },
      data: {
        id,
        attributes: {
          status: "paid",
          user_email: "lemon@example.com",
          currency: "USD",
          total,
          discount_total,
          first_order_item: { id: 1, variant_id: 5, product_id: 6, quantity: 1 },
        },
      },
    });
    await sendLemon(store, shop, event("1", 2000, 1000));
    await made("lemonsqueezy:1");
    await sendLemon(store, shop, event("2", 500));
    expect(await newestSettled(shop)).toMatchObject({ problem: "underpaid" });
    expect(await orderOf("lemonsqueezy:2")).toBeNull();
  });

  test("match what the customer of Gumroad chose, in a form and in JSON", async () => {
    const shop = await connect(store, { kind: "gumroad" });
    const mappings = [
      { external_id: "prod== (Large, Pro)", sku: "BOOK" },
      { external_id: "prod==", sku: "MAP" },
    ];
    await v3(store, "PUT", `connections/${shop.id}`, { mappings });
    const sale = { seller_id: "s", product_id: "prod==", product_name: "Course", email: "gum@example.com", price: "1" };
    await sendGumroad(store, shop, { ...sale, sale_id: "a", "variants[Tier]": "Pro", "variants[Size]": "Large" });
    await sendGumroad(store, shop, { ...sale, sale_id: "b", "variants[Tier]": "Basic" });
    await sendGumroad(store, shop, { ...sale, sale_id: "c" });
    const items = async (id: string) => (await made(`gumroad:${id}`)).order_items;
    expect(await items("a")).toMatchObject([{ item_sku: "BOOK" }]);
    for (const id of ["b", "c"]) expect(await items(id)).toMatchObject([{ item_sku: "MAP" }]);
    const json = JSON.stringify({ ...sale, sale_id: "d", variants: { Tier: "Pro", Size: "Large" } });
    const [line] = linesIn(gumroad, json);
    expect(line).toMatchObject({ name: "Course (Large, Pro)", productIds: ["prod== (Large, Pro)", "prod=="] });
  });
});

const linesIn = (shop: Shop, body: string, fetched: string | null = null) => {
  const reading: Reading = shop.read({ headers: {}, body }, {}, fetched);
  return reading.facts?.content?.lines ?? [];
};

describe("texts that may be a line's SKU", () => {
  test("are all tried, of Stripe", async () => {
    const session = JSON.stringify(stripeEvent("checkout.session.completed", stripeSession("all")));
    const price = {
      id: "price_1",
      lookup_key: "standard_monthly",
      product: { id: "prod_1", metadata: { sku: "BOOK" } },
    };
    const fetched = JSON.stringify([{ id: "li_1", description: "Book", quantity: 1, amount_total: 100, price }]);
    expect(linesIn(stripe, session, fetched)).toMatchObject([{ sku: "standard_monthly", otherSkus: ["BOOK"] }]);
  });

  test("are all tried, of Paddle", () => {
    const data = {
      id: "txn_1",
      items: [{ price: { id: "pri_1", product_id: "pro_1", custom_data: { sku: "monthly" } } }],
      details: { line_items: [{ id: "l", price_id: "pri_1", product: { id: "pro_1", custom_data: { sku: "BOOK" } } }] },
    };
    const lines = linesIn(paddle, JSON.stringify({ event_type: "transaction.completed", data }));
    expect(lines).toMatchObject([{ sku: "monthly", otherSkus: ["BOOK"] }]);
  });
});
