import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";
import { connect, stripeEvent } from "../../support/shops.ts";
import { stripe } from "../../support/stripe-subscriptions.ts";
import { first, grace, hour, iso, second, third } from "../../support/subscription-server.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("what a shop tells as a test, on $name,", ({ create }) => {
  let store: Service;
  beforeAll(async () => {
    // The shop's own interface is on this machine.
    store = await startService({ database: await create(), environment: { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" } });
    await makeProduct(store, { sku: "CLUB" });
  });
  afterAll(() => store.stop());
  const { settled, newestSettled } = connectedShop(() => store);

  async function connected(more: object = {}) {
    const shop = await connect(store, { ...stripe, ...stripe.fields, subscription_grace_in_hours: grace, ...more });
    const tell = async (...events: unknown[]) => {
      for (const event of events) {
        expect((await stripe.send(store, shop, event)).status).toBe(200);
        await settled(shop);
      }
    };
    return { shop, tell };
  }
  const asTest = (event: unknown) => ({ ...(event as object), livemode: false });
  /** An order of the store's own checkout. */
  async function ordered(its: string, more: object = {}) {
    const { status, body } = await v3(store, "POST", "orders", {
      ...{ email: `${its}@example.com`, subscription_id: `sub_${its}`, access_until: iso(first), send_email: false },
      ...{ order_items: [{ item_sku: "CLUB", price: 19 }], ...more },
    });
    expect(status).toBe(201);
    return body.order as { id: number };
  }
  const read = async ({ id }: { id: number }) => (await v3(store, "GET", `orders/${id}`)).body.order;
  /** All that may happen to a subscription and to a payment of it. */
  const all = (its: string) => [
    stripe.renewed(its, `third_${its}`, third),
    stripe.failed?.(its, `fourth_${its}`, Date.now() + 20_000),
    stripe.canceled?.(its, Date.now() + 30_000),
    stripe.ended(its),
    stripeEvent("charge.refunded", {
      ...{ id: `ch_${its}`, payment_intent: `pi_first_${its}`, refunded: true, amount_refunded: 1900, currency: "eur" },
    }),
  ];

  for (const [what, isTest] of [
    ["a test changes no order that is none", false],
    ["what is no test changes no test order", true],
  ] as const) {
    const [right, wrong] = isTest ? [asTest, (event: unknown) => event] : [(event: unknown) => event, asTest];
    test(`${what}, found by its subscription`, async () => {
      const its = `found_${isTest}`;
      const { tell, shop } = await connected();
      const order = await ordered(its, { test: isTest });
      const before = await read(order);
      for (const event of all(its)) await tell(wrong(event));
      expect(await read(order)).toEqual(before);
      await tell(wrong(stripe.renewed(its, `again_${its}`, third)));
      expect(await newestSettled(shop)).toMatchObject({
        status: "ignored",
        order_id: null,
        message: expect.stringContaining("is a test"),
      });
      await tell(right(stripe.renewed(its, `second_${its}`, second)));
      expect(await read(order)).toMatchObject({ access_until: iso(second + grace * hour) });
    });

    test(`${what}, which the shop has renewed before`, async () => {
      const its = `renewed_${isTest}`;
      const { tell } = await connected();
      const order = await ordered(its, { test: isTest });
      const [, invoice] = stripe.begun(its, first);
      await tell(right(invoice), right(stripe.renewed(its, `second_${its}`, second)));
      const before = await read(order);
      expect(before).toMatchObject({ access_until: iso(second + grace * hour), subscription_status: "active" });
      for (const event of all(its)) await tell(wrong(event));
      expect(await read(order)).toEqual(before);
    });
  }

  test("a test of a subscription whose order comes later does not count for it", async () => {
    const { tell } = await connected();
    await tell(asTest(stripe.renewed("later", "third_later", third)), asTest(stripe.ended("later")));
    const order = await ordered("later");
    await tell(stripe.renewed("later", "second_later", second));
    expect(await read(order)).toMatchObject({
      access_until: iso(second + grace * hour),
      subscription_status: "active",
    });
  });

  test("a connection for tests follows test orders alone", async () => {
    const { tell } = await connected({ test: true });
    const [own, other] = [await ordered("sandbox", { test: true }), await ordered("real")];
    await tell(stripe.renewed("sandbox", "second_sandbox", second), stripe.renewed("real", "second_real", second));
    expect(await read(own)).toMatchObject({ access_until: iso(second + grace * hour) });
    expect(await read(other)).toMatchObject({ access_until: iso(first) });
  });
});
