import { beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Store, until } from "../../support/service.ts";
import {
  connect,
  post,
  sendGumroad,
  sendLemon,
  sendShopify,
  sendStripe,
  stripeEvent,
  stripeSession,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("events of shops that tell everything themselves, on $name,", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["MAP", "GUIDE", "BOOK"]) await makeProduct(service, { sku });
  });

  const { orderOf, made, revoked, newest, newestSettled } = connectedShop(() => service);

  test("of Shopify: paid, refunded by lines, canceled, and its sample", async () => {
    const shop = await connect(service, { kind: "shopify", secret: "the key of the store" });
    const order = {
      id: 450789469,
      name: "#1001",
      contact_email: "jon@example.com",
      customer: null,
      billing_address: { first_name: "Jon", last_name: "Doe", country_code: "CA" },
      customer_locale: "fr-CA",
      currency: "CAD",
      financial_status: "paid",
      total_price: "30.00",
      updated_at: "2026-11-20T10:00:00-05:00",
      cancelled_at: null,
      test: false,
      line_items: [
        { id: 1, sku: "MAP", variant_id: 11, product_id: 21, name: "Map", quantity: 2, price: "10.00" },
        { id: 2, sku: null, variant_id: 12, product_id: 22, name: "Guide", quantity: 1, price: "10.00" },
      ],
      refunds: [],
    };
    await v3(service, "PUT", `connections/${shop.id}`, { mappings: [{ external_id: "12", sku: "GUIDE" }] });
    const sent = ["orders/create", "orders/paid", "orders/paid", "orders/updated"];
    const statuses = await Promise.all(
      sent.map(async (topic) => (await sendShopify(service, shop, topic, order)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await made("shopify:450789469")).toMatchObject({
      title: "#1001",
      email: "jon@example.com",
      first_name: "Jon",
      locale: "fr",
      country: "CA",
      total: 30,
      order_items: [
        { item_sku: "MAP", quantity: 2 },
        { item_sku: "GUIDE", quantity: 1 },
      ],
    });
    const refund = (id: number, lines: [number, number][]) => ({
      id,
      order_id: order.id,
      transactions: [{ kind: "refund", status: "success", amount: "10.00" }],
      refund_line_items: lines.map(([line_item_id, quantity]) => ({ line_item_id, quantity })),
    });
    await sendShopify(service, shop, "refunds/create", refund(5, [[1, 1]]));
    expect(await newestSettled(shop)).toMatchObject({ status: "needs_attention", problem: "partial_refund" });
    await sendShopify(service, shop, "refunds/create", refund(6, [[1, 1]]));
    expect((await newestSettled(shop)).status).toBe("done");
    const partly = await orderOf("shopify:450789469");
    expect(partly).toMatchObject({
      revoked_at: null,
      order_items: [
        { item_sku: "MAP", quantity: 2, revoked_at: expect.any(String) },
        { item_sku: "GUIDE", revoked_at: null },
      ],
    });
    // What the owner restores stays so, whatever else the shop tells.
    const [map] = partly.order_items;
    await v3(service, "POST", `order_items/${map.id}/restore`);
    await sendShopify(service, shop, "refunds/create", refund(6, [[1, 1]]));
    await sendShopify(service, shop, "orders/updated", { ...order, updated_at: "2026-11-20T10:30:00-05:00" });
    expect((await newestSettled(shop)).status).toBe("done");
    expect((await orderOf("shopify:450789469")).order_items[0].revoked_at).toBeNull();
    await sendShopify(service, shop, "refunds/create", refund(7, [[2, 1]]));
    await revoked("shopify:450789469");
    expect((await newestSettled(shop)).status).toBe("done");
    await sendShopify(service, shop, "orders/cancelled", {
      ...order,
      id: 7,
      cancelled_at: "2026-11-20T11:00:00-05:00",
    });
    await revoked("shopify:7");
    await sendShopify(service, shop, "orders/paid", { ...order, id: 8, test: true, financial_status: "voided" });
    expect((await newestSettled(shop)).status).toBe("ignored");
    expect((await sendShopify(service, { ...shop, secret: "x" }, "orders/paid", order)).status).toBe(401);
  });

  test("of Shopify: refunded lines of one product, which the owner or the shop changes again", async () => {
    const shop = await connect(service, { kind: "shopify", secret: "the key of another store" });
    const line = (id: number, sku: string, quantity: number) => ({ id, sku, name: sku, quantity, price: "10.00" });
    const order = {
      id: 900,
      name: "#900",
      contact_email: "lines@example.com",
      currency: "CAD",
      financial_status: "paid",
      total_price: "60.00",
      updated_at: "2026-11-20T10:00:00-05:00",
      line_items: [line(1, "MAP", 1), line(2, "MAP", 2), line(3, "GUIDE", 1), line(4, "BOOK", 1)],
    };
    await sendShopify(service, shop, "orders/paid", order);
    await newestSettled(shop);
    const [{ vendor_id: vendorId, order_items }] = (await v3(service, "GET", "orders?email=lines@example.com")).body
      .orders;
    const [map, guide, book] = order_items;
    const refund = async (id: number, lines: [number, number][], status = "done") => {
      const refund_line_items = lines.map(([line_item_id, quantity]) => ({ line_item_id, quantity }));
      await sendShopify(service, shop, "refunds/create", { id, order_id: 900, transactions: [], refund_line_items });
      expect(await newestSettled(shop)).toMatchObject({ status, topic: "refunds/create" });
      return orderOf(vendorId);
    };
    expect(map).toMatchObject({ item_sku: "MAP", quantity: 3 });
    const at = expect.any(String);

    // While one of its lines is left, an item has fewer units.
    expect((await refund(1, [[1, 1]])).order_items[0]).toMatchObject({ quantity: 2, revoked_at: null });
    expect((await refund(2, [[2, 2]])).order_items[0]).toMatchObject({ quantity: 2, revoked_at: at });

    // What the owner revoked before the refund is not restored when the shop adds units to the line.
    await v3(service, "POST", `order_items/${guide.id}/revoke`);
    await refund(3, [[3, 1]]);
    const more = [line(1, "MAP", 1), line(2, "MAP", 4), line(3, "GUIDE", 2), line(4, "BOOK", 1)];
    const edited = { ...order, line_items: more, updated_at: "2026-11-20T11:00:00-05:00" };
    await sendShopify(service, shop, "orders/updated", edited);
    await newestSettled(shop);
    expect((await orderOf(vendorId)).order_items).toMatchObject([
      { quantity: 2, revoked_at: null },
      { quantity: 1, revoked_at: at },
      { revoked_at: null },
    ]);

    // The last one takes the order with it. What the owner restored then stays restored, and what they revoked, revoked.
    await v3(service, "POST", `order_items/${map.id}/revoke`);
    expect((await refund(4, [[4, 1]], "needs_attention")).state).toBe("revoked");
    await v3(service, "POST", `order_items/${book.id}/restore`);
    await sendShopify(service, shop, "orders/updated", { ...edited, updated_at: "2026-11-20T12:00:00-05:00" });
    await newestSettled(shop);
    expect(await orderOf(vendorId)).toMatchObject({
      revoked_at: null,
      order_items: [{ revoked_at: at }, { revoked_at: at }, { revoked_at: null }],
    });
    const timeline = (await v3(service, "GET", `orders/${(await orderOf(vendorId)).id}/timeline`)).body.timeline;
    const kinds = new Set(timeline.map(({ kind }: { kind: string }) => kind));
    for (const kind of ["item.revoked", "item.restored", "order.item_changed"]) expect(kinds).toContain(kind);
  });

  test("of Lemon Squeezy", async () => {
    const shop = await connect(service, { kind: "lemonsqueezy", mappings: [{ external_id: "31", sku: "MAP" }] });
    const event = (name: string, attributes: Record<string, unknown> = {}) => ({
      meta: { event_name: name },
      data: {
        type: "orders",
        id: "77",
        attributes: {
          order_number: 12,
          user_name: "Ann Lee",
          user_email: "lemon@example.com",
          currency: "USD",
          total: 1900,
          status: "paid",
          refunded: false,
          refunded_amount: 0,
          test_mode: false,
          first_order_item: { id: 1, product_id: 30, variant_id: 31, product_name: "Map", quantity: 1 },
          ...attributes,
        },
      },
    });
    expect((await sendLemon(service, shop, event("order_created"))).status).toBe(200);
    expect(await made("lemonsqueezy:77")).toMatchObject({
      total: 19,
      last_name: "Lee",
      order_items: [{ item_sku: "MAP" }],
    });
    await sendLemon(
      service,
      shop,
      event("order_refunded", { status: "partial_refund", refunded: true, refunded_amount: 500 }),
    );
    expect(await newestSettled(shop)).toMatchObject({ problem: "partial_refund" });
    await sendLemon(
      service,
      shop,
      event("order_refunded", { status: "refunded", refunded: true, refunded_amount: 1900 }),
    );
    await revoked("lemonsqueezy:77");
    expect((await sendLemon(service, { ...shop, secret: "x" }, event("order_created"))).status).toBe(401);
  });

  test("of Gumroad, which signs nothing", async () => {
    const shop = await connect(service, {
      kind: "gumroad",
      seller_id: "kL0psVL2==",
      mappings: [{ external_id: "vivid", sku: "MAP" }],
    });
    const ping = {
      seller_id: "kL0psVL2==",
      sale_id: "FO8TXN-dbx==",
      order_number: "524459935",
      product_id: "32-nPA==",
      short_product_id: "vivid",
      product_name: "Map",
      email: "gum@example.com",
      full_name: "Ann Lee",
      price: "1900",
      currency: "usd",
      quantity: "2",
      refunded: "false",
      sale_timestamp: "2026-11-20T10:00:00Z",
    };
    expect((await sendGumroad(service, shop, { ...ping, seller_id: "other" })).status).toBe(401);
    expect((await sendGumroad(service, shop, ping)).status).toBe(200);
    expect(await made("gumroad:FO8TXN-dbx==")).toMatchObject({
      email: "gum@example.com",
      currency: "USD",
      order_items: [{ item_sku: "MAP", quantity: 2, price: 9.5 }],
    });
    // The test ping of the settings repeats the newest sale.
    await sendGumroad(service, shop, { ...ping, test: "true" });
    expect(await made("gumroad:FO8TXN-dbx==-test")).toMatchObject({ test: true });
    expect(await orderOf("gumroad:FO8TXN-dbx==")).toMatchObject({ test: false });
    await sendGumroad(service, shop, { ...ping, sale_id: "PRE", is_preorder_authorization: "true" });
    expect(await newestSettled(shop)).toMatchObject({ status: "done", order_id: null });
    await sendGumroad(service, shop, { ...ping, resource_name: "refund", refunded: "true" });
    await revoked("gumroad:FO8TXN-dbx==");
    const json = { ...ping, sale_id: "JSON", resource_name: "sale", price: 900, quantity: 1, variants: { Size: "L" } };
    expect((await post(service, shop, JSON.stringify(json), { "content-type": "application/json" })).status).toBe(200);
    expect(await made("gumroad:JSON")).toMatchObject({ email: "gum@example.com", total: 9 });
  });

  test("of Stripe without a key: Ugandan shillings, and a session that only stores a card", async () => {
    const shop = await connect(service, { kind: "stripe", secret: "whsec_y" });
    const send = (fields: object) => {
      const session = stripeSession("shillings", { metadata: { sku: "MAP" }, ...fields });
      return sendStripe(service, shop, stripeEvent("checkout.session.completed", session));
    };
    await send({ mode: "setup", payment_intent: null, payment_status: "no_payment_required", amount_total: null });
    expect((await newest(shop)).status).toBe("ignored");
    await send({ currency: "ugx", amount_total: 500_000 });
    const { external_id } = await newest(shop);
    await until("the order is here", async () => (await newest(shop)).order_id !== null);
    expect(external_id).toBe("pi_shillings");
    const { order } = (await v3(service, "GET", `orders/${(await newest(shop)).order_id}`)).body;
    expect(order).toMatchObject({ currency: "UGX", total: 5_000 });
  });
});
