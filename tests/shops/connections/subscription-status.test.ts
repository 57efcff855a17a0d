import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { connect } from "../../support/shops.ts";
import { first, grace, hour, iso, now, second, type Telling, third } from "../../support/subscription-server.ts";
import { gumroad, tellings } from "../../support/subscription-shops.ts";
import { v3 } from "../../support/v3.ts";

const minute = 60_000;
const before = now - 10 * minute;

describe.each(databasesUnderTest)("how a shop's subscriptions stand, on $name,", ({ create, name }) => {
  let store: Service;
  beforeAll(async () => {
    // The shop's own interface is on this machine.
    store = await startService({ database: await create(), environment: { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" } });
    await makeProduct(store, { sku: "CLUB" });
  });
  afterAll(() => store.stop());
  const { settled, newestSettled } = connectedShop(() => store);

  async function connected({ kind, fields, send }: Telling, more: object = {}) {
    const shop = await connect(store, { kind, ...fields, subscription_grace_in_hours: grace, ...more });
    return async (...events: unknown[]) => {
      for (const event of events) {
        expect((await send(store, shop, event)).status).toBe(200);
        await settled(shop);
      }
    };
  }

  const orderOf = async (id: string) => {
    const { orders } = (await v3(store, "GET", "orders?page_size=500")).body;
    return orders.find(({ subscription_id }: { subscription_id: string }) => subscription_id === `sub_${id}`);
  };
  const timelineOf = async ({ id }: { id: number }, kind: string) =>
    (await v3(store, "GET", `orders/${id}/timeline`)).body.timeline.filter(
      (one: { kind: string }) => one.kind === kind,
    );
  const listed = async (status: string) => {
    const { orders } = (await v3(store, "GET", `orders?subscription_status=${status}&page_size=500`)).body;
    return orders.map(({ id }: { id: number }) => id);
  };

  for (const shop of tellings.filter(({ failed }) => failed !== undefined)) {
    const {
      kind,
      fields: shopFields,
      send,
      begun,
      renewed,
      failed,
      canceled,
      goesOn,
      ended,
    } = shop as Required<Telling>;

    test(`${kind}: a failed payment shows, and access goes on until the next one or the end of the grace`, async () => {
      const tell = await connected(shop);
      const its = `failing_${kind}`;
      await tell(...begun(its, first));
      expect(await orderOf(its)).toMatchObject({ subscription_status: "active" });
      for (const at of [before, before + minute]) await tell(failed(its, `second_${its}`, at));
      const failing = await orderOf(its);
      expect(failing).toMatchObject({ subscription_status: "payment_failed", access_until: iso(first + grace * hour) });
      // Tries of the same payment are one failure.
      expect(await timelineOf(failing, "order.payment_failed")).toHaveLength(1);
      await until("it is listed", async () => (await listed("payment_failed")).includes(failing.id));
      await tell(renewed(its, `second_${its}`, second));
      expect(await orderOf(its)).toMatchObject({
        subscription_status: "active",
        access_until: iso(second + grace * hour),
      });
      // What is told late is over.
      await tell(failed(its, `second_${its}`, before));
      expect(await orderOf(its)).toMatchObject({ subscription_status: "active" });
      await until("it is listed again", async () => (await listed("active")).includes(failing.id));
      expect(await listed("payment_failed")).not.toContain(failing.id);
    });

    test(`${kind}: one that is canceled ends with what is paid, and goes on if it is taken back`, async () => {
      const tell = await connected(shop);
      const its = `canceled_${kind}`;
      await tell(...begun(its, first), canceled(its, now + minute));
      const made = await orderOf(its);
      expect(made).toMatchObject({ subscription_status: "canceled", access_until: iso(first), status: "open" });
      expect(await timelineOf(made, "order.subscription_canceled")).toHaveLength(1);
      await until("it is listed", async () => (await listed("canceled")).includes(made.id));
      await tell(goesOn(its, now + 2 * minute), canceled(its, now + minute));
      expect(await orderOf(its)).toMatchObject({
        subscription_status: "active",
        access_until: iso(first + grace * hour),
      });
      await tell(goesOn(its, now - minute));
      expect(await orderOf(its)).toMatchObject({ subscription_status: "active" });
    });

    test(`${kind}: the same comes of events in any order, and what was told before the order`, async () => {
      const tell = await connected(shop);
      const its = `any_${kind}`;
      // What a shop is asked counts from its beginning.
      const made = begun(its, first);
      await tell(failed(its, `third_${its}`, now + minute), renewed(its, `second_${its}`, second), ...made);
      expect(await orderOf(its)).toMatchObject({ subscription_status: "payment_failed" });
      await tell(ended(its), failed(its, `third_${its}`, now + 2 * minute));
      expect(await orderOf(its)).toMatchObject({ subscription_status: "canceled", access_until: iso(second) });
    });

    test(`${kind}: a payment that is told late is no news of a later word`, async () => {
      const tell = await connected(shop);
      const its = `late_${kind}_${name}`;
      await tell(...begun(its, first), failed(its, `fourth_${its}`, now + minute));
      await tell(renewed(its, `second_${its}`, second));
      const made = await orderOf(its);
      expect(made).toMatchObject({ subscription_status: "payment_failed", access_until: iso(second + grace * hour) });
      await tell(canceled(its, now + 2 * minute), renewed(its, `third_${its}`, third), ended(its));
      expect(await orderOf(its)).toMatchObject({ subscription_status: "canceled", access_until: iso(third) });
      expect(await timelineOf(made, "order.payment_failed")).toHaveLength(1);
      expect(await timelineOf(made, "order.subscription_canceled")).toHaveLength(1);
      expect(await timelineOf(made, "order.renewed")).toHaveLength(2);
    });

    test(`${kind}: what is told of a subscription that is not known here says so`, async () => {
      const its = `unknown_${kind}`;
      for (const event of [canceled(its, now), goesOn(its, now), failed(its, `second_${its}`, now)]) {
        const shop = await connect(store, { kind, ...shopFields, subscription_grace_in_hours: grace });
        expect((await send(store, shop, event)).status).toBe(200);
        expect(await newestSettled(shop)).toMatchObject({ status: "ignored", message: expect.any(String) });
      }
    });

    test(`${kind}: a status that the owner has set stays until the shop says something new`, async () => {
      const tell = await connected(shop);
      const its = `owners_${kind}`;
      await tell(...begun(its, first), failed(its, `second_${its}`, before));
      const { id } = await orderOf(its);
      await v3(store, "PUT", `orders/${id}`, { subscription_status: "active" });
      await tell(failed(its, `second_${its}`, before + minute));
      expect(await orderOf(its)).toMatchObject({ subscription_status: "active" });
      await v3(store, "PUT", `orders/${id}`, { access_until: null });
      await tell(canceled(its, now + minute));
      expect(await orderOf(its)).toMatchObject({ subscription_status: null, access_until: null });
    });

    if (kind === "paypal") continue;
    test(`${kind}: without a grace period, an order has no status`, async () => {
      const tell = await connected(shop, { subscription_grace_in_hours: null });
      const its = `plain_${kind}`;
      await tell(...begun(its, first), failed(its, `second_${its}`, before), canceled(its, now + minute));
      expect(await orderOf(its)).toMatchObject({ subscription_status: null, access_until: null });
    });
  }

  test("gumroad tells of no failure: a subscription runs until it has ended", async () => {
    const tell = await connected(gumroad);
    await tell(...gumroad.begun("gum", first));
    expect(await orderOf("gum")).toMatchObject({ subscription_status: "active" });
    await tell(gumroad.ended("gum"));
    expect(await orderOf("gum")).toMatchObject({ subscription_status: "canceled" });
  });
});
