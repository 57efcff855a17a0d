import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys } from "../../support/keys.ts";
import { askLicense } from "../../support/licenses.ts";
import { makeProduct, send, wrongFields } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { connect, stripeEvent } from "../../support/shops.ts";
import { stripe } from "../../support/stripe-subscriptions.ts";
import {
  first,
  grace,
  hour,
  iso,
  now,
  paid,
  paidUntil,
  second,
  type Telling,
  third,
  wooTime,
} from "../../support/subscription-server.ts";
import {
  gumroad,
  lemonsqueezy,
  paypal,
  paypalEvent,
  sale,
  tellings,
  woocommerce,
} from "../../support/subscription-shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("subscriptions of connected shops, on $name,", ({ create }) => {
  let store: Service;
  beforeAll(async () => {
    // The shop's own interface is on this machine.
    store = await startService({ database: await create(), environment: { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" } });
    const { id } = await makeProduct(store, { sku: "CLUB" });
    await addKeys(
      store,
      id,
      Array.from({ length: 90 }, (_, index) => `CLUB-${index}`),
    );
    await v3(store, "PUT", "account", { order_expiration_in_hours: 72 });
  });
  afterAll(() => store.stop());
  const { emailsOf, eventsOf, settled, newestSettled } = connectedShop(() => store);

  /** The events of a new shop of this kind, one after the other, and what became of its orders. */
  async function connected({ kind, fields, send: sendOne }: Telling, more: object = {}) {
    const shop = await connect(store, { kind, ...fields, subscription_grace_in_hours: grace, ...more });
    return {
      shop,
      tell: async (...events: unknown[]) => {
        for (const event of events) {
          expect((await sendOne(store, shop, event)).status).toBe(200);
          await settled(shop);
        }
      },
      order: async (id: string) => (await ordersOf(id))[0],
    };
  }

  /** All orders of a subscription. */
  const ordersOf = async (id: string) => {
    const { orders } = (await v3(store, "GET", "orders?page_size=500")).body;
    return orders.filter(({ subscription_id }: { subscription_id: string }) => subscription_id === `sub_${id}`);
  };

  const revenue = async () => {
    const { totals } = (await v3(store, "GET", "stats")).body.stats;
    return totals.revenue.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0);
  };

  for (const shop of tellings) {
    const id = (name: string) => `${name}_${shop.kind}`;

    test(`${shop.kind}: access lasts as long as is paid, and the grace after it`, async () => {
      const { tell, order, shop: connection } = await connected(shop);
      const its = id("lasts");
      await tell(...shop.begun(its, first));
      const begun = await order(its);
      expect(begun).toMatchObject({
        access_until: iso(first + grace * hour),
        subscription_id: `sub_${its}`,
        expiration_date: null,
      });
      const before = await revenue();
      const emails = await emailsOf(begun);
      for (const _ of [1, 2]) await tell(shop.renewed(its, `second_${its}`, second));
      expect(await order(its)).toMatchObject({ id: begun.id, access_until: iso(second + grace * hour) });
      expect(await revenue()).toBeCloseTo(before + 12, 4);
      // No second order, and no second email.
      expect(await emailsOf(begun)).toHaveLength(emails.length);
      expect((await newestSettled(connection)).order_id).toBe(begun.id);
      const { timeline } = (await v3(store, "GET", `orders/${begun.id}/timeline`)).body;
      expect(timeline.filter(({ kind }: { kind: string }) => kind === "order.renewed")).toMatchObject([
        {
          actor: expect.stringMatching(/^Shop /),
          summary: expect.stringMatching(/second_\w+\): 12\.00 (EUR|USD)/),
        },
      ]);

      // Over, it ends with what was paid, and its license with it.
      await tell(shop.ended(its));
      expect(await order(its)).toMatchObject({ access_until: iso(second), status: "open" });
      const [key] = begun.order_items[0].license_keys;
      expect(await askLicense(store, "validate", { key })).toMatchObject({ code: "valid", expires_at: iso(second) });
    });

    test(`${shop.kind}: the same comes of events in any order, and twice`, async () => {
      const { tell, order } = await connected(shop);
      const its = id("order");
      const begun = shop.begun(its, first);
      const events = [shop.ended(its), shop.renewed(its, `third_${its}`, third), ...begun.toReversed()];
      await tell(...events, shop.renewed(its, `second_${its}`, second), ...events);
      const made = await order(its);
      expect(made.access_until).toBe(iso(third));
      const { timeline } = (await v3(store, "GET", `orders/${made.id}/timeline`)).body;
      expect(timeline.filter(({ kind }: { kind: string }) => kind === "order.renewed")).toHaveLength(2);
      expect(await ordersOf(its)).toHaveLength(1);
    });

    test(`${shop.kind}: what the owner has set stays until the shop says something new`, async () => {
      const { tell, order } = await connected(shop);
      const its = id("owner");
      await tell(...shop.begun(its, first));
      const { id: orderId } = await order(its);
      const longer = iso(Date.UTC(2099, 0, 1));
      await v3(store, "PUT", `orders/${orderId}`, { access_until: longer });
      await tell(...shop.begun(its, first), shop.renewed(its, `second_${its}`, second), shop.ended(its));
      expect((await order(its)).access_until).toBe(longer);
      await v3(store, "PUT", `orders/${orderId}`, { access_until: null });
      await tell(shop.renewed(its, `third_${its}`, third));
      expect((await order(its)).access_until).toBeNull();
    });

    // A payment of PayPal's is an order of its own, and none without a grace period.
    if (shop.kind === "paypal") continue;
    test(`${shop.kind}: without a grace period, access does not end`, async () => {
      const { tell, order } = await connected(shop, { subscription_grace_in_hours: null });
      const its = id("endless");
      await tell(...shop.begun(its, first));
      const made = await order(its);
      expect(made).toMatchObject({ access_until: null, subscription_id: `sub_${its}` });
      expect(made.expiration_date).not.toBeNull();
      await tell(shop.renewed(its, `second_${its}`, second), shop.ended(its));
      expect((await order(its)).access_until).toBeNull();
    });

    test(`${shop.kind}: a payment of a subscription that is not known here says so`, async () => {
      const { tell, shop: connection } = await connected(shop);
      await tell(shop.renewed(id("unknown"), `second_${id("unknown")}`, second));
      expect(await newestSettled(connection)).toMatchObject({
        status: "ignored",
        order_id: null,
        message: expect.stringContaining("not known here"),
      });
      expect((await eventsOf(connection)).length).toBe(1);
    });
  }

  test("paypal: without a grace period, payments of subscriptions change nothing", async () => {
    const { tell, order, shop: connection } = await connected(paypal, { subscription_grace_in_hours: null });
    await tell(...paypal.begun("unfollowed", first));
    expect(await newestSettled(connection)).toMatchObject({
      status: "ignored",
      message: expect.stringContaining("subscription"),
    });
    expect(await order("unfollowed")).toBeUndefined();
  });

  test("paypal: what was refunded of any payment asks, and changes nothing", async () => {
    const { tell, order, shop: connection } = await connected(paypal);
    await tell(...paypal.begun("asked", first), paypal.renewed("asked", "second_asked", second));
    const { id } = await order("asked");
    await tell(paypalEvent("PAYMENT.SALE.REFUNDED", { id: "refund_1", sale_id: "second_asked" }, now));
    expect(await newestSettled(connection)).toMatchObject({
      status: "needs_attention",
      problem: "unclear",
      order_id: id,
    });
    expect(await order("asked")).toMatchObject({ revoked_at: null, access_until: iso(second + grace * hour) });
  });

  test("a payment after the order was refunded asks the owner", async () => {
    const { tell, order, shop: connection } = await connected(stripe);
    await tell(...stripe.begun("refunded", first));
    const charge = { id: "ch_r", payment_intent: "pi_first_refunded", amount: 1900, amount_refunded: 1900 };
    await tell(stripeEvent("charge.refunded", { ...charge, refunded: true, currency: "eur" }));
    expect((await order("refunded")).state).toBe("revoked");
    const before = await revenue();
    await tell(stripe.renewed("refunded", "second_refunded", second));
    expect(await newestSettled(connection)).toMatchObject({
      status: "needs_attention",
      problem: "unclear",
      message: expect.stringContaining("was paid for"),
    });
    expect(await revenue()).toBe(before);
    const { id } = await order("refunded");
    await v3(store, "POST", `orders/${id}/restore`);
    expect(await revenue()).toBeCloseTo(before + 19 + 12, 4);
    expect((await order("refunded")).access_until).toBe(iso(second + grace * hour));
  });

  for (const shop of [woocommerce, lemonsqueezy, gumroad]) {
    test(`${shop.kind}: a renewal that is refunded asks the owner, and the order stays`, async () => {
      const { tell, order, shop: connection } = await connected(shop);
      const its = `taken_${shop.kind}`;
      const renewed = shop.renewed(its, `second_${its}`, second);
      await tell(...shop.begun(its, first), renewed);
      await tell(shop.refunded?.(its, renewed));
      expect(await newestSettled(connection)).toMatchObject({
        status: "needs_attention",
        problem: "unclear",
        message: expect.stringContaining("which renewed the subscription"),
      });
      expect(await order(its)).toMatchObject({ revoked_at: null, access_until: iso(second + grace * hour) });
    });
  }

  test("gumroad: a test ping, and a charge of which nobody knows what it pays for, prolong nothing", async () => {
    const { tell, order, shop: connection } = await connected(gumroad);
    await tell(...gumroad.begun("odd", first));
    const { id } = await order("odd");
    const charge = { price: "1200", is_recurring_charge: "true" };
    const { resource_name: _, ...ping } = sale("odd", "second_odd", second, charge);
    const odd = [
      { ...ping, test: "true" },
      ...["constructor", "", "hourly"].map((recurrence) =>
        sale("odd", `${recurrence}_odd`, second, { ...charge, recurrence }),
      ),
      sale("odd", "late_odd", second, { ...charge, sale_timestamp: "+275760-09-13T00:00:00Z" }),
    ];
    for (const one of odd) {
      await tell(one);
      const { status, order_id } = await newestSettled(connection);
      expect(status).toBe("done");
      expect(order_id).not.toBe(id);
    }
    expect((await order("odd")).access_until).toBe(iso(first + grace * hour));
  });

  test("woocommerce: a date that the shop moves prolongs nothing, also if the renewal is told again", async () => {
    const { tell, order } = await connected(woocommerce);
    paidUntil.delete("sub_moved");
    const renewed = woocommerce.renewed("moved", "second_moved", second);
    await tell(...woocommerce.begun("moved", first), renewed);
    const { body } = renewed as { body: object };
    paid("sub_moved", third);
    await tell({
      topic: "order.updated",
      body: { ...body, status: "completed", date_modified_gmt: wooTime(now + 60_000) },
    });
    expect((await order("moved")).access_until).toBe(iso(second + grace * hour));
  });

  test("woocommerce: a renewal waits for the key with which the shop can be asked", async () => {
    const { tell, order, shop: connection } = await connected(woocommerce, { api_key: null, api_secret: null });
    await tell(...woocommerce.begun("keyless", first));
    const renewed = woocommerce.renewed("keyless", "second_keyless", second);
    expect((await woocommerce.send(store, connection, renewed)).status).toBe(200);
    await until("it says what is missing", async () => (await eventsOf(connection))[0].message !== null);
    expect((await eventsOf(connection))[0].message).toContain("consumer key");
    await v3(store, "PUT", `connections/${connection.id}`, { api_key: "ck_1", api_secret: "cs_1" });
    await v3(store, "POST", `connection_events/${(await eventsOf(connection))[0].id}/process`);
    await settled(connection);
    expect((await order("keyless")).access_until).toBe(iso(second + grace * hour));
  });

  test("only shops that tell of payments take a grace period, of at most 60 days", async () => {
    const answers = await Promise.all([
      send(store, "POST", "connections", { kind: "shopify", name: "S", secret: "s", subscription_grace_in_hours: 1 }),
      send(store, "POST", "connections", { kind: "stripe", name: "S", subscription_grace_in_hours: 1441 }),
      send(store, "POST", "connections", { kind: "stripe", name: "S", subscription_grace_in_hours: -1 }),
    ]);
    expect(answers.map((answer) => [answer.status, wrongFields(answer)])).toEqual(
      answers.map(() => [422, ["subscription_grace_in_hours"]]),
    );
  });
});
