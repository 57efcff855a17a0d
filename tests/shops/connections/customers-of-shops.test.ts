import { beforeAll, describe, expect, test } from "bun:test";
import { insertEvent } from "../../../src/messages/connection-events/events.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import {
  type Connection,
  connect,
  gmt,
  sendShopify,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeRefund,
  stripeSession,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("a customer whom only shops know, on $name,", ({ makeStore }) => {
  let store: SharedStore;
  let woo: Connection;

  beforeAll(async () => {
    store = await makeStore();
    await makeProduct(store, { sku: "MAP" });
    woo = await connect(store, { kind: "woocommerce" });
  });

  const { made, settled } = connectedShop(() => store);
  const customer = (method: string, address: string, path = "", body?: object) =>
    v3(store, method, `customers/${encodeURIComponent(address)}${path}`, body);
  const unmatched = [{ product_id: 999_321 }];

  /** Everything that is stored of what shops said. */
  async function stored(): Promise<string> {
    const tables = ["connection_events", "connection_orders", "connection_order_addresses"] as const;
    const rows = tables.map((table) =>
      store.db.read.selectFrom(table).where("account_id", "=", store.accountId).selectAll().execute(),
    );
    return JSON.stringify(await Promise.all(rows)).toLowerCase();
  }

  test("is exported and erased in any spelling of the address", async () => {
    const billing = { email: "Unmade@Bücher.example", first_name: "Unmade", last_name: "Person" };
    const order = wooOrder({ billing }, unmatched);
    await sendWoo(store, woo, order);
    await settled(woo);
    for (const spelling of ["unmade@xn--bcher-kva.example", "UNMADE@BU\u0308CHER.example"]) {
      expect((await customer("GET", spelling)).body.customer).toMatchObject({ orders: 0 });
      const { body } = await customer("GET", spelling, "/export");
      const { email, first_name, last_name } = billing;
      const known = { connection_id: woo.id, external_id: String(order.id), email, first_name, last_name };
      expect(body.shop_orders).toEqual([known]);
      expect(body.shop_events).toHaveLength(1);
      expect(JSON.parse(body.shop_events[0].body).billing.email).toBe(email);
    }
    expect((await customer("DELETE", "unmade@xn--bcher-kva.example")).status).toBe(204);
    expect(await stored()).not.toContain("unmade");
    expect((await customer("GET", billing.email)).status).toBe(404);
    // A late event brings nothing back.
    await sendWoo(store, woo, { ...order, date_modified_gmt: gmt(60) });
    await settled(woo);
    expect(await stored()).not.toContain("unmade");
  });

  test("is found by the address before, when the shop has changed it", async () => {
    const billing = { email: "before.change@example.com", first_name: "Changed", last_name: "Person" };
    const order = wooOrder({ billing }, unmatched);
    await sendWoo(store, woo, order);
    await settled(woo);
    const after = { ...billing, email: "after.change@example.com" };
    await sendWoo(store, woo, { ...order, billing: after, date_modified_gmt: gmt(60) });
    await settled(woo);
    for (const { email } of [billing, after]) {
      const { body } = await customer("GET", email, "/export");
      expect([email, body.shop_orders.length, body.shop_events.length]).toEqual([email, 1, 2]);
    }
    expect((await customer("DELETE", billing.email)).status).toBe(204);
    expect(await stored()).not.toContain(".change@");
  });

  test("leaves no address behind that was changed here", async () => {
    const billing = { email: "old.address@example.com", first_name: "Moved", last_name: "Person" };
    const order = wooOrder({ billing });
    await sendWoo(store, woo, order);
    await sendWoo(store, woo, wooOrder({ billing }, unmatched));
    await made(`woocommerce:${order.id}`);
    await settled(woo);
    const moved = await customer("PUT", billing.email, "", { email: "new.address@example.com" });
    expect(moved.body.customer).toMatchObject({ orders: 1 });
    expect((await customer("GET", "new.address@example.com", "/export")).body.shop_events).toHaveLength(2);
    expect((await customer("DELETE", "new.address@example.com")).status).toBe(204);
    expect(await stored()).not.toContain(".address@");
    expect((await customer("GET", billing.email)).status).toBe(404);
  });

  test("is found by every address that the shop names", async () => {
    const shopify = await connect(store, { kind: "shopify", secret: "whsec_x" });
    const order = {
      id: 4_820_982_911_946,
      financial_status: "paid",
      line_items: [{ id: 1, sku: "NONE", quantity: 1 }],
    };
    const emails = { contact_email: "contact.many@example.com", customer: { email: "person.many@example.com" } };
    await sendShopify(store, shopify, "orders/paid", { ...order, ...emails });
    const stripe = await connect(store, { kind: "stripe", secret: "whsec_x" });
    const session = { ...stripeSession("cs_many"), customer_email: "typed.many@example.com" };
    const details = { email: "paid.many@example.com", name: "Many" };
    await sendStripe(
      store,
      stripe,
      stripeEvent("checkout.session.completed", { ...session, customer_details: details }),
    );
    await settled(shopify);
    await settled(stripe);
    for (const address of ["contact", "person", "typed", "paid"]) {
      const { body } = await customer("GET", `${address}.many@example.com`, "/export");
      expect([address, body.shop_orders?.length, body.shop_events?.length]).toEqual([address, 1, 1]);
    }
    for (const address of ["person", "typed"]) {
      expect((await customer("DELETE", `${address}.many@example.com`)).status).toBe(204);
    }
    expect(await stored()).not.toContain(".many@");
  });

  test("is found by a refund that joins no order", async () => {
    const stripe = await connect(store, { kind: "stripe", secret: "whsec_x" });
    const email = "refund.alone@example.com";
    const refund = { ...stripeRefund("pi_unknown", 1900), billing_details: { email } };
    await sendStripe(store, stripe, stripeEvent("charge.refunded", refund));
    await settled(stripe);
    expect((await customer("GET", email, "/export")).body.shop_events).toHaveLength(1);
    expect((await customer("DELETE", email)).status).toBe(204);
    expect(await stored()).not.toContain("refund.alone");
    expect((await customer("GET", email, "/export")).status).toBe(404);
  });

  test("is found in events that nothing was made of, and is nobody with a longer address", async () => {
    const event = (externalId: string, body: string) =>
      store.db.write((tx) =>
        insertEvent(
          tx,
          {
            accountId: store.accountId,
            connectionId: woo.id,
            source: "hook",
            topic: "odd",
            externalId,
            headers: {},
            body: new TextEncoder().encode(body),
            state: "ignored",
          },
          instantNow(),
        ),
      );
    await event("stray-1", "email=stray%2Bone%40b%C3%BCcher.example&name=Stray");
    await event("stray-2", String.raw`{"email":"stray+one@b\u00fccher.example"}`);
    await event("stray-3", '{"email":"my.stray+one@xn--bcher-kva.example"}');
    const { body } = await customer("GET", "stray+one@bücher.example", "/export");
    expect(body.shop_events.map(({ external_id }: { external_id: string }) => external_id)).toEqual([
      "stray-1",
      "stray-2",
    ]);
    expect((await customer("DELETE", "stray+one@xn--bcher-kva.example")).status).toBe(204);
    expect((await customer("GET", "stray+one@bücher.example")).status).toBe(404);
    expect((await customer("GET", "my.stray+one@bücher.example")).status).toBe(200);
    expect((await customer("GET", "nobody@bücher.example")).status).toBe(404);
  });
});
