import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys } from "../../support/keys.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";
import { connect } from "../../support/shops.ts";
import { stripe } from "../../support/stripe-subscriptions.ts";
import { first, grace, hour, iso, now, second, type Telling, third } from "../../support/subscription-server.ts";
import { gumroad, lemonsqueezy, paddle, paypal, woocommerce } from "../../support/subscription-shops.ts";
import { v3 } from "../../support/v3.ts";

/** As each shop names the second plan. */
const proNames: Partial<Record<string, string>> = { stripe: "price_PRO", paypal: "P-PRO" };

describe.each(databasesUnderTest)("subscriptions of orders that were made elsewhere, on $name,", ({ create }) => {
  let store: Service;
  beforeAll(async () => {
    // The shop's own interface is on this machine.
    store = await startService({ database: await create(), environment: { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" } });
    for (const sku of ["CLUB", "PRO", "OWN"]) {
      const { id } = await makeProduct(store, { sku });
      const keys = Array.from({ length: 40 }, (_, index) => `${sku}-${index}`);
      if (sku !== "OWN") await addKeys(store, id, keys);
    }
  });
  afterAll(() => store.stop());
  const { emailsOf, settled, newestSettled } = connectedShop(() => store);

  async function connected({ kind, fields, send }: Telling, more: object = {}) {
    const { mappings = [] } = fields as { mappings?: object[] };
    const name = proNames[kind];
    const all = name === undefined ? mappings : [...mappings, { external_id: name, sku: "PRO" }];
    const shop = await connect(store, { kind, ...fields, mappings: all, subscription_grace_in_hours: grace, ...more });
    const tell = async (...events: unknown[]) => {
      for (const event of events) {
        expect((await send(store, shop, event)).status).toBe(200);
        await settled(shop);
      }
    };
    return { shop, tell };
  }

  /** An order of the store's own checkout. */
  async function ordered(its: string, { sku = "CLUB", ...more }: { sku?: string } & Record<string, unknown> = {}) {
    const order = {
      ...{ email: `${its}@example.com`, subscription_id: `sub_${its}`, access_until: iso(first) },
      order_items: [{ item_sku: sku, price: 19 }],
    };
    const { status, body } = await v3(store, "POST", "orders", { ...order, ...more });
    expect(status).toBe(201);
    return body.order as { id: number };
  }
  /** The same, of last year. */
  async function imported(its: string): Promise<{ id: number }> {
    const row = `${its}@example.com,CLUB,sub_${its},${iso(first)},${new Date(now - 400 * 24 * hour).toISOString()}`;
    await importCsv(store, "orders", `email,skus,subscription_id,access_until,created_at\n${row}`);
    const [id = 0] = await found(its);
    return { id };
  }
  const read = async ({ id }: { id: number }) => (await v3(store, "GET", `orders/${id}`)).body.order;
  const found = async (its: string) => {
    const { orders } = (await v3(store, "GET", `orders?subscription_id=sub_${its}`)).body;
    return orders.map(({ id }: { id: number }) => id) as number[];
  };
  const revenue = async () => {
    const { totals } = (await v3(store, "GET", "stats")).body.stats;
    return totals.revenue.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0);
  };
  const skus = ({ order_items }: { order_items: { item_sku: string; revoked_at: string | null }[] }) =>
    order_items.filter(({ revoked_at }) => revoked_at === null).map(({ item_sku }) => item_sku);

  for (const shop of [stripe, paddle, paypal]) {
    test(`${shop.kind}: payments prolong an order that was imported`, async () => {
      const its = `own_${shop.kind}`;
      const { tell, shop: connection } = await connected(shop);
      const order = await imported(its);
      const before = await revenue();
      const renewed = shop.renewed(its, `second_${its}`, second);
      await tell(renewed, renewed);
      expect(await newestSettled(connection)).toMatchObject({ status: "done", order_id: order.id });
      expect(await read(order)).toMatchObject({ access_until: iso(second + grace * hour), status: "open" });
      expect(await found(its)).toEqual([order.id]);
      expect(await emailsOf(order)).toEqual([]);
      expect(await revenue()).toBeCloseTo(before + 12, 4);

      await tell(shop.failed?.(its, `third_${its}`, now + 12_000));
      expect(await read(order)).toMatchObject({ subscription_status: "payment_failed" });
      await tell(shop.ended(its));
      expect(await read(order)).toMatchObject({ access_until: iso(second), subscription_status: "canceled" });
      const { timeline } = (await v3(store, "GET", `orders/${order.id}/timeline`)).body;
      expect(timeline.filter(({ kind }: { kind: string }) => kind === "order.renewed")).toHaveLength(1);
    });

    test(`${shop.kind}: a subscription that is over keeps what was paid, and nothing is shortened`, async () => {
      const its = `over_${shop.kind}`;
      const { tell } = await connected(shop);
      const order = await ordered(its, { access_until: iso(third) });
      await tell(shop.ended(its), shop.renewed(its, `second_${its}`, second));
      expect(await read(order)).toMatchObject({ access_until: iso(third), subscription_status: "canceled" });
    });

    test(`${shop.kind}: what begins a subscription whose order the store's own checkout made is no second order`, async () => {
      const its = `begun_${shop.kind}`;
      const { tell, shop: connection } = await connected(shop);
      const order = await ordered(its);
      const before = await revenue();
      await tell(...shop.begun(its, first));
      expect(await newestSettled(connection)).toMatchObject({ status: "done", order_id: order.id });
      expect(await found(its)).toEqual([order.id]);
      expect((await emailsOf(order)).length).toBe(1);
      expect(await read(order)).toMatchObject({ access_until: iso(first + grace * hour) });
      expect(await revenue()).toBeCloseTo(before, 4);
    });

    test(`${shop.kind}: a change of plan changes its products`, async () => {
      const its = `plan_${shop.kind}`;
      const { tell } = await connected(shop);
      const order = await imported(its);
      await tell(shop.renewedFor(its, `second_${its}`, second, ["CLUB"]));
      expect(skus(await read(order))).toEqual(["CLUB"]);
      await tell(shop.renewedFor(its, `third_${its}`, third, ["PRO"]));
      expect(skus(await read(order))).toEqual(["PRO"]);
    });
  }

  test("a payment that the store's own checkout has counted does not count again", async () => {
    const { tell } = await connected(stripe);
    const order = await ordered("counted");
    const renewed = stripe.renewed("counted", "second_counted", second) as { data: { object: { id: string } } };
    const payment = { payment_id: renewed.data.object.id, access_until: iso(second), total: 12 };
    expect((await v3(store, "POST", `orders/${order.id}/renew`, payment)).status).toBe(200);
    const before = await revenue();
    await tell(renewed);
    expect(await revenue()).toBe(before);
    expect(await read(order)).toMatchObject({ access_until: iso(second + grace * hour) });
  });

  test("a payment without an ID is unreadable, and prolongs nothing", async () => {
    for (const shop of [stripe, paddle]) {
      const its = `nameless_${shop.kind}`;
      const { tell, shop: connection } = await connected(shop);
      const order = await ordered(its);
      const event = structuredClone(shop.renewed(its, "x", second)) as { data: { object?: object } & object };
      Object.assign(event.data.object ?? event.data, { id: null });
      await tell(event);
      expect(await newestSettled(connection)).toMatchObject({ status: "failed" });
      expect((await read(order)).access_until).toBe(iso(first));
    }
  });

  test("a payment that the shop has told does not count again by the store's own checkout, or by another connection", async () => {
    const { tell } = await connected(stripe);
    const order = await ordered("told");
    const renewed = stripe.renewed("told", "second_told", second) as { data: { object: { id: string } } };
    await tell(renewed);
    const before = await revenue();
    const payment = { payment_id: renewed.data.object.id, access_until: iso(third), total: 12 };
    expect((await v3(store, "POST", `orders/${order.id}/renew`, payment)).status).toBe(200);
    const again = await connected(stripe);
    await again.tell(renewed);
    expect(await revenue()).toBe(before);
    expect(await read(order)).toMatchObject({ access_until: iso(second + grace * hour) });
  });

  test("an order follows another subscription once it has its ID, and the right order follows this one", async () => {
    const { tell } = await connected(stripe);
    const wrong = await ordered("mistaken");
    await tell(stripe.renewed("mistaken", "second_mistaken", second));
    await v3(store, "PUT", `orders/${wrong.id}`, { subscription_id: "sub_other", access_until: iso(first) });
    const right = await ordered("mistaken");
    await tell(stripe.renewed("mistaken", "third_mistaken", third));
    expect((await read(wrong)).access_until).toBe(iso(first));
    expect((await read(right)).access_until).toBe(iso(third + grace * hour));
  });

  test("an order that took the place of a deleted one follows the subscription", async () => {
    const { tell, shop } = await connected(stripe);
    const before = await ordered("replaced");
    await tell(stripe.renewed("replaced", "second_replaced", second));
    expect((await v3(store, "DELETE", `orders/${before.id}`)).status).toBe(204);
    const order = await ordered("replaced");
    await tell(stripe.renewed("replaced", "third_replaced", third));
    expect(await newestSettled(shop)).toMatchObject({ status: "done", order_id: order.id });
    expect((await read(order)).access_until).toBe(iso(third + grace * hour));
  });

  test("a payment for an order that its owner has revoked asks, and one for the order in its place does not", async () => {
    const { tell, shop } = await connected(stripe);
    const order = await ordered("revoked");
    await v3(store, "POST", `orders/${order.id}/revoke`);
    const renewed = stripe.renewed("revoked", "second_revoked", second) as object;
    // Paid after it was revoked.
    await tell({ ...renewed, created: Math.ceil(Date.now() / 1000) + 60 });
    expect(await newestSettled(shop)).toMatchObject({
      status: "needs_attention",
      problem: "unclear",
      message: expect.stringContaining("was paid for later"),
    });

    const old = await ordered("instead");
    await v3(store, "POST", `orders/${old.id}/revoke`);
    const next = await ordered("instead");
    await tell(stripe.renewed("instead", "second_instead", second));
    expect(await newestSettled(shop)).toMatchObject({ status: "done", order_id: next.id });
    expect((await read(old)).access_until).toBe(iso(first));
  });

  test("a first plan that matches nothing is what the order has, and a second one asks", async () => {
    const { tell, shop } = await connected(stripe);
    const order = await ordered("nameless", { sku: "OWN" });
    await tell(stripe.renewedFor("nameless", "second_nameless", second, ["NONE"]));
    expect(await newestSettled(shop)).toMatchObject({ status: "done", order_id: order.id });
    expect(skus(await read(order))).toEqual(["OWN"]);
    await tell(stripe.renewedFor("nameless", "third_nameless", third, ["NEITHER"]));
    expect(await newestSettled(shop)).toMatchObject({ status: "needs_attention", problem: "unmatched" });
    expect(await read(order)).toMatchObject({ access_until: iso(third + grace * hour) });
  });

  test("what was dismissed stays so once another order is found by the subscription", async () => {
    const { tell, shop } = await connected(stripe);
    const before = await ordered("dismissed");
    const wrong = structuredClone(stripe.renewed("dismissed", "second_dismissed", second)) as Named;
    Object.assign(wrong.data.object, { currency: "coins" });
    await tell(wrong);
    const asked = await newestSettled(shop);
    expect(asked).toMatchObject({ status: "needs_attention", problem: "unclear", order_id: before.id });
    await v3(store, "POST", `connection_events/${asked.id}/process`, { dismiss: true });
    expect((await newestSettled(shop)).status).toBe("done");
    await v3(store, "PUT", `orders/${before.id}`, { subscription_id: "sub_another" });
    const order = await ordered("dismissed");
    await tell(stripe.renewed("dismissed", "third_dismissed", third));
    expect(await newestSettled(shop)).toMatchObject({ status: "done", order_id: order.id });
  });

  for (const [what, orders, more] of [
    ["two orders have", 2, {}],
    ["an order without an end has", 1, { access_until: null }],
  ] as const) {
    test(`what is told of a subscription that ${what} changes nothing, and says so`, async () => {
      const its = `not_${orders}`;
      const { tell, shop } = await connected(stripe);
      const made: { id: number }[] = [];
      for (let count = 0; count < orders; count++) made.push(await ordered(its, more));
      const ends = async () => (await Promise.all(made.map(read))).map(({ access_until }) => access_until);
      const before = await ends();
      await tell(stripe.renewed(its, `second_${its}`, second));
      expect(await newestSettled(shop)).toMatchObject({
        status: "ignored",
        message: expect.stringContaining("not known here"),
      });
      expect(await ends()).toEqual(before);
    });
  }

  for (const shop of [woocommerce, lemonsqueezy, gumroad]) {
    test(`${shop.kind}: subscriptions are numbered in the shop, so only the shop's own orders follow them`, async () => {
      const its = `numbered_${shop.kind}`;
      const { tell, shop: connection } = await connected(shop);
      const order = await ordered(its);
      await tell(shop.renewed(its, `second_${its}`, second));
      expect(await newestSettled(connection)).toMatchObject({ status: "ignored" });
      expect(await read(order)).toMatchObject({ access_until: iso(first) });

      // As an import of the shop's orders makes it.
      const theirs = `theirs_${shop.kind}`;
      const { body } = await v3(store, "GET", `connections/${connection.id}`);
      const number = body.connection.number > 1 ? body.connection.number : "";
      const known = await ordered(theirs, { vendor_id: `${shop.kind}${number}:first_${theirs}` });
      // Its number is another payment's elsewhere.
      const other = await ordered(`other_${theirs}`);
      const payment = { payment_id: `second_${theirs}`, access_until: iso(second), total: 5 };
      expect((await v3(store, "POST", `orders/${other.id}/renew`, payment)).status).toBe(200);
      const before = await revenue();
      await tell(shop.renewed(theirs, `second_${theirs}`, second));
      expect(await read(known)).toMatchObject({ access_until: iso(second + grace * hour) });
      expect(await revenue()).toBeCloseTo(before + 12, 4);
    });
  }

  test("stripe: an imported order is not shortened by the shop's first event", async () => {
    const { tell } = await connected(stripe);
    const [session] = stripe.begun("again", first) as { data: { object: { id: string } } }[];
    const vendor_id = `stripe:${session?.data.object.id}`;
    const order = await ordered("again", { vendor_id, access_until: iso(third) });
    await tell(...stripe.begun("again", first), stripe.renewed("again", "second_again", second));
    expect(await read(order)).toMatchObject({ access_until: iso(third) });
    expect(await found("again")).toEqual([order.id]);
  });

  test("an order is found by its subscription, in the list and by searching", async () => {
    const order = await ordered("sought");
    await ordered("sought_too");
    expect(await found("sought")).toEqual([order.id]);
    const ids = (orders: { id: number }[]) => orders.map(({ id }) => id);
    expect(ids((await v3(store, "GET", "orders?q=sub_sought")).body.orders)).toEqual([order.id]);
    expect(ids((await v3(store, "GET", "search?q=sub_sought")).body.results)).toEqual([order.id]);
    expect((await v3(store, "GET", "orders?subscription_id=sub_soug")).body.orders).toEqual([]);
  });
});

interface Named {
  data: { object: object };
}
