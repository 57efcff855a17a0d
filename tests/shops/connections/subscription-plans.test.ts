import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { askLicense } from "../../support/licenses.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { connect, wooOrder } from "../../support/shops.ts";
import { invoice, invoiceLines, stripe } from "../../support/stripe-subscriptions.ts";
import { first, grace, second, type Telling, third } from "../../support/subscription-server.ts";
import { paddle, tellings, transaction, woocommerce } from "../../support/subscription-shops.ts";
import { v3 } from "../../support/v3.ts";

interface Item {
  item_sku: string;
  quantity: number;
  revoked_at: string | null;
  license_keys: string[];
}

/** How each shop names the second plan, as its owner has matched it; those that are left out send the SKU. */
const matchedAs: Partial<Record<string, string>> = {
  stripe: "price_PRO",
  lemonsqueezy: "17",
  paypal: "P-PRO",
  gumroad: "prod_club (PRO)",
};

describe.each(databasesUnderTest)("a subscription whose plan changes, on $name,", ({ create }) => {
  let store: Service;
  beforeAll(async () => {
    // The shop's own interface is on this machine.
    store = await startService({ database: await create(), environment: { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" } });
    for (const sku of ["CLUB", "PRO", "MAP"]) {
      const { id } = await makeProduct(store, { sku });
      if (sku !== "MAP") await addKeys(store, id, keysNamed(sku, 60));
    }
  });
  afterAll(() => store.stop());
  const { emailsOf, settled, newestSettled } = connectedShop(() => store);

  async function connected({ kind, fields, send }: Telling, more: object = {}) {
    const name = matchedAs[kind];
    const { mappings = [] } = fields as { mappings?: object[] };
    const all = name === undefined ? mappings : [...mappings, { external_id: name, sku: "PRO" }];
    const connection = { kind, ...fields, mappings: all, subscription_grace_in_hours: grace, ...more };
    const shop = await connect(store, connection);
    const tell = async (...events: unknown[]) => {
      for (const event of events) {
        expect((await send(store, shop, event)).status).toBe(200);
        await settled(shop);
      }
    };
    return { shop, tell };
  }

  const orderOf = async (id: string) => {
    const { orders } = (await v3(store, "GET", "orders?page_size=500")).body;
    return orders.find(({ subscription_id }: { subscription_id: string }) => subscription_id === `sub_${id}`);
  };
  const running = (order: { order_items: Item[] }) =>
    order.order_items.filter(({ revoked_at }) => revoked_at === null).map(({ item_sku }) => item_sku);
  const keyOf = (order: { order_items: Item[] }, sku: string) =>
    order.order_items.find((item) => item.item_sku === sku)?.license_keys[0] ?? "";
  const revenue = async () => {
    const { totals } = (await v3(store, "GET", "stats")).body.stats;
    return totals.revenue.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0);
  };

  for (const shop of tellings) {
    const id = (name: string) => `${name}_${shop.kind}`;

    test(`${shop.kind}: what the new payment is for takes the place of what was paid before`, async () => {
      const { tell } = await connected(shop);
      const its = id("changes");
      await tell(...shop.begun(its, first));
      const begun = await orderOf(its);
      const [before, emails] = [await revenue(), await emailsOf(begun)];
      const changed = shop.renewedFor(its, `second_${its}`, second, ["PRO"]);
      for (const _ of [1, 2]) await tell(changed);
      const now = await orderOf(its);
      expect(running(now)).toEqual(["PRO"]);
      expect(now.id).toBe(begun.id);
      // The order costs what it did, and the payment counts once.
      expect(now.total).toBe(begun.total);
      expect(await revenue()).toBeCloseTo(before + 12, 4);
      expect(await emailsOf(now)).toHaveLength(emails.length + 1);
      const [old, fresh] = [keyOf(begun, "CLUB"), keyOf(now, "PRO")];
      expect(await askLicense(store, "validate", { key: old })).toMatchObject({ code: "revoked" });
      expect(await askLicense(store, "validate", { key: fresh })).toMatchObject({ code: "valid" });
      const { timeline } = (await v3(store, "GET", `orders/${now.id}/timeline`)).body;
      expect(timeline.filter(({ kind }: { kind: string }) => kind === "order.plan_changed")).toHaveLength(1);

      // Back again, it is the product and the key of before.
      await tell(shop.renewedFor(its, `third_${its}`, third, ["CLUB"]));
      const back = await orderOf(its);
      expect(running(back)).toEqual(["CLUB"]);
      expect(keyOf(back, "CLUB")).toBe(old);
      expect(back.total).toBe(begun.total);
      expect(await revenue()).toBeCloseTo(before + 24, 4);
      expect(await askLicense(store, "validate", { key: old })).toMatchObject({ code: "valid" });
      expect(await askLicense(store, "validate", { key: fresh })).toMatchObject({ code: "revoked" });
    });

    // Of Gumroad, another tier is the same product until it is matched by itself.
    if (shop.kind !== "gumroad")
      test(`${shop.kind}: a plan that matches no product changes nothing until the owner matches it`, async () => {
        const { tell, shop: connection } = await connected(shop, { mappings: shop.fields.mappings ?? [] });
        const its = id("unknown");
        await tell(...shop.begun(its, first));
        await tell(shop.renewedFor(its, `second_${its}`, second, [`OTHER-${shop.kind}`]));
        expect(running(await orderOf(its))).toEqual(["CLUB"]);
        const event = await newestSettled(connection);
        expect(event).toMatchObject({ status: "needs_attention", problem: "unmatched" });
        const [{ external_ids, sku }] = event.unmatched_lines;
        const mappings = [
          ...((shop.fields.mappings ?? []) as object[]),
          { external_id: external_ids[0] ?? sku, sku: "PRO" },
        ];
        await v3(store, "PUT", `connections/${connection.id}`, { mappings });
        await until("the order follows", async () => running(await orderOf(its)).includes("PRO"));
        expect(running(await orderOf(its))).toEqual(["PRO"]);
      });

    if (shop.kind === "paypal") continue;
    test(`${shop.kind}: without a grace period, products stay as they are`, async () => {
      const { tell } = await connected(shop, { subscription_grace_in_hours: null });
      const its = id("stays");
      await tell(...shop.begun(its, first));
      const { id: orderId } = await orderOf(its);
      await tell(shop.renewedFor(its, `second_${its}`, second, ["PRO"]));
      expect(running((await v3(store, "GET", `orders/${orderId}`)).body.order)).toEqual(["CLUB"]);
    });
  }

  test("stripe: what is added within a period comes at once, and what was left goes with the next one", async () => {
    const { tell } = await connected(stripe);
    const change = invoice("within", "update_within", "subscription_update", first - 1000, 500, [
      ...invoiceLines(["CLUB"], first, { proration: true, amount: -700 }),
      ...invoiceLines(["PRO"], first, { proration: true }),
    ]);
    await tell(...stripe.begun("within", first), change);
    expect(running(await orderOf("within")).toSorted()).toEqual(["CLUB", "PRO"]);
    const cycle = invoice("within", "second_within", "subscription_cycle", second, 1200, [
      ...invoiceLines(["CLUB"], first, { proration: true, amount: 100 }),
      ...invoiceLines(["PRO"], second),
    ]);
    await tell(cycle);
    expect(running(await orderOf("within"))).toEqual(["PRO"]);
  });

  test("stripe: a change with which a new period begins brings the new plan at once", async () => {
    const { tell } = await connected(stripe);
    const change = invoice("anew", "update_anew", "subscription_update", second, 24_500, [
      ...invoiceLines(["CLUB"], first, { proration: true, amount: -500 }),
      ...invoiceLines(["PRO"], second),
    ]);
    await tell(...stripe.begun("anew", first), change);
    expect(running(await orderOf("anew"))).toEqual(["PRO"]);
  });

  test("stripe: a plan with more units than an order can have is refused as a whole", async () => {
    const { tell, shop } = await connected(stripe);
    await tell(...stripe.begun("many", first), stripe.renewedFor("many", "second_many", second, ["PRO"]));
    const before = await orderOf("many");
    const lines = invoiceLines(["CLUB"], third).map((line) => ({ ...line, quantity: 20_000 }));
    await tell(invoice("many", "third_many", "subscription_cycle", third, 1200, lines));
    expect(await newestSettled(shop)).toMatchObject({ status: "needs_attention", problem: "rejected" });
    expect((await orderOf("many")).order_items).toEqual(before.order_items);
  });

  test("stripe: an older invoice that is paid late does not bring the plan of before back", async () => {
    const { tell } = await connected(stripe);
    const open = invoice("late", "second_late", "subscription_cycle", second, 1200, invoiceLines(["CLUB"], second));
    const paidLast = { ...open, created: Math.floor(Date.now() / 1000) + 3600 };
    await tell(...stripe.begun("late", first), stripe.renewedFor("late", "third_late", third, ["PRO"]), paidLast);
    expect(running(await orderOf("late"))).toEqual(["PRO"]);
  });

  test("stripe: with a key, the plan is known also of an order with more than the plan", async () => {
    const { api_url } = woocommerce.fields;
    const { tell } = await connected(
      { ...stripe, fields: { secret: "whsec_sub" } },
      { api_url, api_key: "rk", mappings: [{ external_id: "li_extra", sku: "MAP" }] },
    );
    const begun = stripe.begun("more_extra", first);
    await tell(...begun, stripe.renewedFor("more_extra", "second_more", second, ["PRO"]));
    expect(running(await orderOf("more_extra")).toSorted()).toEqual(["MAP", "PRO"]);
  });

  test("a payment whose amount or currency cannot be right prolongs access, and asks", async () => {
    const { tell, shop } = await connected(stripe);
    await tell(...stripe.begun("odd", first));
    const before = await revenue();
    const odd = invoice("odd", "second_odd", "subscription_cycle", second, -1000);
    const { data } = odd;
    await tell({ ...odd, data: { object: { ...data.object, currency: "euros" } } });
    const order = await orderOf("odd");
    expect(order.access_until.slice(0, 10)).toBe(new Date(second + grace * 3_600_000).toISOString().slice(0, 10));
    expect(await newestSettled(shop)).toMatchObject({ status: "needs_attention", problem: "unclear" });
    expect(await revenue()).toBe(before);
    expect((await v3(store, "GET", `orders/${order.id}/timeline`)).status).toBe(200);
  });

  test("stripe: with a key, the price's SKU says which product it is", async () => {
    const { api_url } = woocommerce.fields;
    const { tell } = await connected(
      { ...stripe, fields: { secret: "whsec_sub" } },
      { api_url, api_key: "rk", mappings: [] },
    );
    await tell(...stripe.begun("keyed", first), stripe.renewedFor("keyed", "second_keyed", second, ["PRO"]));
    expect(running(await orderOf("keyed"))).toEqual(["PRO"]);
  });

  test("paddle: a payment for a change is no order of its own", async () => {
    const { tell } = await connected(paddle);
    await tell(
      ...paddle.begun("switch", first),
      transaction("switch", "up_switch", "subscription_update", first - 1000, "300", ["PRO"]),
    );
    const order = await orderOf("switch");
    expect(running(order).toSorted()).toEqual(["CLUB", "PRO"]);
    const { orders } = (await v3(store, "GET", `orders?email=${order.email}`)).body;
    expect(orders).toHaveLength(1);
  });

  test("woocommerce: what was sold beside the subscription stays", async () => {
    const { tell } = await connected(woocommerce);
    const [created, begun] = woocommerce.begun("beside", first) as { topic: string; body: object }[];
    const lines = [{ sku: "CLUB" }, { sku: "MAP" }];
    const subscription = {
      topic: "subscription.created",
      body: { ...created?.body, line_items: wooOrder({}, [{ sku: "CLUB" }]).line_items },
    };
    const order = { topic: "order.created", body: { ...begun?.body, line_items: wooOrder({}, lines).line_items } };
    await tell(subscription, order, woocommerce.renewedFor("beside", "second_beside", second, ["PRO"]));
    expect(running(await orderOf("beside")).toSorted()).toEqual(["MAP", "PRO"]);
  });
});
