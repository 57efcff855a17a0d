import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { type Connection, connect, sendPaddle, sendStripe, stripeEvent } from "../../support/shops.ts";
import { stripe } from "../../support/stripe-subscriptions.ts";
import { first, grace, hour, iso, second } from "../../support/subscription-server.ts";
import { paddle } from "../../support/subscription-shops.ts";
import { v3 } from "../../support/v3.ts";

/** What a shop says of a payment of a subscription. */
const shops = [
  {
    telling: stripe,
    send: sendStripe,
    refunded: (payment: string) =>
      stripeEvent("charge.refunded", {
        ...{ id: `ch_${payment}`, payment_intent: `pi_${payment}`, amount: 1200, amount_refunded: 1200 },
        ...{ refunded: true, currency: "eur" },
      }),
    disputed: (payment: string, status: "open" | "won" | "lost") =>
      stripeEvent(`charge.dispute.${status === "open" ? "created" : "closed"}`, {
        ...{ id: `dp_${payment}`, charge: `ch_${payment}`, payment_intent: `pi_${payment}`, amount: 1200 },
        ...{ currency: "eur", status: status === "open" ? "needs_response" : status },
      }),
  },
  {
    telling: paddle,
    send: sendPaddle,
    refunded: (payment: string) => adjustment(payment, "refund"),
    disputed: (payment: string, status: "open" | "won" | "lost") =>
      status === "lost"
        ? adjustment(payment, "chargeback")
        : adjustment(payment, "chargeback_warning", status === "won" ? "reversed" : "approved"),
  },
];

const adjustment = (payment: string, action: string, status = "approved") => ({
  event_type: "adjustment.updated",
  data: {
    ...{ id: `adj_${payment}_${action}`, action, status, type: "full", items: [] },
    ...{ transaction_id: `txn_${payment}`, currency_code: "EUR", totals: { total: "1200" } },
  },
});

describe.each(databasesUnderTest)("the payment of a renewal that is taken back, on $name,", ({ create }) => {
  let store: Service;
  beforeAll(async () => {
    // The shop's own interface is on this machine.
    store = await startService({ database: await create(), environment: { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" } });
    await makeProduct(store, { sku: "CLUB" });
  });
  afterAll(() => store.stop());
  const { eventsOf, settled, newestSettled, needing } = connectedShop(() => store);

  const orderOf = async (its: string) => (await v3(store, "GET", `orders?subscription_id=sub_${its}`)).body.orders[0];

  for (const { telling, send, refunded, disputed } of shops) {
    async function connected() {
      const fields = { kind: telling.kind, ...telling.fields, subscription_grace_in_hours: grace };
      const shop: Connection = await connect(store, fields);
      const tell = async (...events: unknown[]) => {
        for (const event of events) {
          expect((await send(store, shop, event)).status).toBe(200);
          await settled(shop);
        }
        return newestSettled(shop);
      };
      return { shop, tell };
    }
    const asks = (order: { id: number }) => ({
      status: "needs_attention",
      problem: "unclear",
      order_id: order.id,
      message: expect.stringContaining("renewed the subscription of this order"),
    });

    test(`${telling.kind}: a refund asks about its order, and changes nothing of it`, async () => {
      const its = `refunded_${telling.kind}`;
      const { tell } = await connected();
      await tell(...telling.begun(its, first), telling.renewed(its, `second_${its}`, second));
      const before = await orderOf(its);
      const asked = await tell(refunded(`second_${its}`));
      expect(asked).toMatchObject(asks(before));
      const { order_items } = before;
      const same = { access_until: iso(second + grace * hour), revoked_at: null, order_items };
      expect(await orderOf(its)).toMatchObject(same);

      await v3(store, "POST", `connection_events/${asked.id}/process`, { dismiss: true });
      expect(await tell(refunded(`second_${its}`))).toMatchObject({ status: "done", order_id: before.id });
    });

    test(`${telling.kind}: a refund that is told before its payment asks about its order once that is known`, async () => {
      const its = `early_${telling.kind}`;
      const { tell } = await connected();
      await tell(...telling.begun(its, first));
      const { id, external_id } = await tell(refunded(`second_${its}`));
      await tell(telling.renewed(its, `second_${its}`, second));
      const order = await orderOf(its);
      const asked = async () =>
        (await needing(external_id)).find((event: { id: number; problem: string }) => event.id === id);
      await until("the refund is looked at again", async () => (await asked())?.problem === "unclear");
      expect(await asked()).toMatchObject(asks(order));
      expect(order).toMatchObject({ revoked_at: null, access_until: iso(second + grace * hour) });
    });

    test(`${telling.kind}: a dispute asks until it is won, and stays if it is lost`, async () => {
      const its = `disputed_${telling.kind}`;
      const { tell } = await connected();
      await tell(...telling.begun(its, first), telling.renewed(its, `second_${its}`, second));
      const order = await orderOf(its);
      expect(await tell(disputed(`second_${its}`, "open"))).toMatchObject(asks(order));
      expect(await tell(disputed(`second_${its}`, "won"))).toMatchObject({ status: "done", order_id: order.id });
      await tell(telling.renewed(its, `third_${its}`, second));
      expect(await tell(disputed(`third_${its}`, "lost"))).toMatchObject(asks(order));
      expect(await orderOf(its)).toMatchObject({ revoked_at: null });
    });

    test(`${telling.kind}: a refund of the first payment takes back the order, as ever`, async () => {
      const its = `whole_${telling.kind}`;
      const { tell } = await connected();
      await tell(...telling.begun(its, first), telling.renewed(its, `second_${its}`, second));
      await tell(refunded(`first_${its}`));
      expect(await orderOf(its)).toMatchObject({ state: "revoked" });
    });

    test(`${telling.kind}: with a deleted order, nothing is asked any more`, async () => {
      const its = `gone_${telling.kind}`;
      const { tell, shop } = await connected();
      await tell(...telling.begun(its, first), telling.renewed(its, `second_${its}`, second));
      const { id } = await orderOf(its);
      await tell(refunded(`second_${its}`));
      expect((await v3(store, "DELETE", `orders/${id}`)).status).toBe(204);
      await tell(disputed(`second_${its}`, "lost"));
      expect(await eventsOf(shop)).toEqual([]);
    });
  }
});
