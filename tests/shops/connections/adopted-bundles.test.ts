import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";
import { type Connection, connect } from "../../support/shops.ts";
import { stripe } from "../../support/stripe-subscriptions.ts";
import { first, grace, hour, iso, second, third } from "../../support/subscription-server.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("a subscription that pays for part of a bundle, on $name,", ({ create }) => {
  let store: Service;
  beforeAll(async () => {
    // The shop's own interface is on this machine.
    store = await startService({ database: await create(), environment: { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" } });
    for (const sku of ["CLUB", "PRO", "OWN", "EXTRA"]) await makeProduct(store, { sku });
    await makeProduct(store, { sku: "SET", price: 50, contents: [{ sku: "CLUB" }, { sku: "EXTRA" }] });
  });
  afterAll(() => store.stop());
  const { settled } = connectedShop(() => store);

  const mappings = ["CLUB", "PRO"].map((sku) => ({ external_id: `price_${sku}`, sku }));
  let shop: Connection;
  async function tell(...events: unknown[]) {
    shop ??= await connect(store, {
      kind: "stripe",
      secret: "whsec_sub",
      mappings,
      subscription_grace_in_hours: grace,
    });
    for (const event of events) {
      expect((await stripe.send(store, shop, event)).status).toBe(200);
      await settled(shop);
    }
  }
  /** Products that the order gives, and what has brought them. */
  const given = async ({ id }: { id: number }) => {
    const { order_items: items } = (await v3(store, "GET", `orders/${id}`)).body.order as { order_items: Item[] };
    return items
      .filter(({ revoked_at }) => revoked_at === null)
      .map(
        ({ item_sku, quantity, bundle_item_id }) =>
          `${quantity} ${item_sku}${bundle_item_id === null ? "" : " (part)"}`,
      );
  };

  for (const [what, skus] of [
    ["alone", ["SET"]],
    ["with another product", ["SET", "OWN"]],
  ] as const) {
    test(`adds no second item of it to an order that was made elsewhere, of the bundle ${what}`, async () => {
      const its = `set_${skus.length}`;
      const { body } = await v3(store, "POST", "orders", {
        ...{ email: `${its}@example.com`, subscription_id: `sub_${its}`, access_until: iso(first), send_email: false },
        order_items: skus.map((item_sku) => ({ item_sku, price: 19 })),
      });
      const before = await given(body.order);
      await tell(stripe.renewedFor(its, `second_${its}`, second, ["CLUB"]));
      expect(await given(body.order)).toEqual(before);
      const { order } = (await v3(store, "GET", `orders/${body.order.id}`)).body;
      expect(order).toMatchObject({ access_until: iso(second + grace * hour), total: 19 * skus.length });
      // Another plan takes the place of the bundle.
      await tell(stripe.renewedFor(its, `third_${its}`, third, ["PRO"]));
      const now = await given(body.order);
      expect(now).toContain("1 PRO");
      expect([now.includes("1 SET"), now.includes("1 OWN")]).toEqual([false, skus.length > 1]);
    });
  }
});

interface Item {
  item_sku: string;
  quantity: number;
  revoked_at: string | null;
  bundle_item_id: number | null;
}
