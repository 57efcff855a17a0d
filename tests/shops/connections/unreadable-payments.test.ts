import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { anyDatabase } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";
import { connect } from "../../support/shops.ts";
import { invoice, invoiceLines, stripe } from "../../support/stripe-subscriptions.ts";
import { first, grace, hour, iso, second, type Telling, third } from "../../support/subscription-server.ts";
import { paddle } from "../../support/subscription-shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("a payment of a subscription that cannot be read, on $name,", ({ create }) => {
  let store: Service;
  beforeAll(async () => {
    // The shop's own interface is on this machine.
    store = await startService({ database: await create(), environment: { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" } });
    for (const sku of ["CLUB", "PRO"]) await makeProduct(store, { sku });
  });
  afterAll(() => store.stop());
  const { settled, newestSettled } = connectedShop(() => store);

  async function connected({ kind, fields, send }: Telling) {
    const shop = await connect(store, { kind, ...fields, subscription_grace_in_hours: grace });
    const tell = async (...events: unknown[]) => {
      for (const event of events) {
        expect((await send(store, shop, event)).status).toBe(200);
        await settled(shop);
      }
      return newestSettled(shop);
    };
    return tell;
  }
  const orderOf = async (its: string) => (await v3(store, "GET", `orders?subscription_id=sub_${its}`)).body.orders[0];
  const ordered = (its: string) =>
    v3(store, "POST", "orders", {
      ...{ email: `${its}@example.com`, subscription_id: `sub_${its}`, access_until: iso(first), send_email: false },
      order_items: [{ item_sku: "CLUB", price: 19 }],
    });
  /** Without until when it pays. */
  const endless: [Telling, (its: string) => unknown][] = [
    [stripe, (its) => withoutLines(invoice(its, `endless_${its}`, "subscription_cycle", second, 1200))],
    [paddle, (its) => withoutPeriod(paddle.renewed(its, `endless_${its}`, second))],
  ];
  const withoutLines = (event: object) => {
    const told = structuredClone(event) as { data: { object: { lines: object } } };
    told.data.object.lines = { data: [] };
    return told;
  };
  const withoutPeriod = (event: unknown) => {
    const told = structuredClone(event) as { data: { billing_period: object | null } };
    told.data.billing_period = null;
    return told;
  };

  for (const [shop, payment] of endless)
    for (const whose of ["the shop's own order", "an order that was made elsewhere"]) {
      test(`${shop.kind}: asks if it does not say until when it pays, of ${whose}`, async () => {
        const its = `${shop.kind}_${whose.length}`;
        const tell = await connected(shop);
        if (whose === "the shop's own order") await tell(...shop.begun(its, first));
        else await ordered(its);
        const { access_until: until } = await orderOf(its);
        expect(await tell(payment(its))).toMatchObject({
          ...{ status: "needs_attention", problem: "unclear", order_id: (await orderOf(its)).id },
          message: expect.stringContaining("does not say until when it pays"),
        });
        expect((await orderOf(its)).access_until).toBe(until);
        // What is told of others counts.
        await tell(shop.renewed(its, `third_${its}`, third));
        expect((await orderOf(its)).access_until).toBe(iso(third + grace * hour));
      });
    }

  test("stripe: asks if its lines name no price, and prolongs access", async () => {
    const tell = await connected(stripe);
    await tell(...stripe.begun("nameless", first));
    const lines = invoiceLines(["PRO"], second).map(({ pricing: _, ...line }) => ({ ...line, description: "Gold" }));
    const told = await tell(invoice("nameless", "second_nameless", "subscription_cycle", second, 1200, lines));
    expect(told).toMatchObject({
      ...{ status: "needs_attention", problem: "unmatched" },
      unmatched_lines: [{ name: "Gold" }],
    });
    expect(await orderOf("nameless")).toMatchObject({ access_until: iso(second + grace * hour) });
  });
});
