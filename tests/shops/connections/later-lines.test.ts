import { beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { type Connection, connect, gmt, sendHmac, sendShopify, sendWoo, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

const how = { header: "x-sign", encoding: "hex" } as const;

describe.each(databasesUnderTest)("a shop's order that was made, on $name,", ({ makeStore }) => {
  let store: SharedStore;
  let shopify: Connection;
  let woo: Connection;
  let other: Connection;

  beforeAll(async () => {
    store = await makeStore();
    const keyed = await makeProduct(store, { sku: "KEYED" });
    await addKeys(store, keyed.id, keysNamed("KEY", 50));
    await makeProduct(store, { sku: "BOOK-1" });
    shopify = await connect(store, { kind: "shopify", secret: "key" });
    woo = await connect(store, { kind: "woocommerce" });
    const paths = {
      signature: "hmac_hex",
      header: "x-sign",
      order_id: "id",
      email: "mail",
      items: "lines",
      sku: "sku",
    };
    other = await connect(store, { kind: "generic", generic: paths });
  });

  const { orderOf, made, settled, newestSettled, needing, emailsOf } = connectedShop(() => store);
  const asked = (message: string) => ({
    status: "needs_attention",
    problem: "unclear",
    message: expect.stringContaining(message),
  });
  const newLines = "lines that it did not have when it was made here";

  /** The order has one unit of KEYED and what was made of it, and its customer one email. */
  const isUnchanged = async (vendorId: string) => {
    const order = await orderOf(vendorId);
    expect(order.order_items).toMatchObject([{ item_sku: "KEYED", quantity: 1 }]);
    expect(order.order_items[0].license_keys).toHaveLength(1);
    expect(await emailsOf(order)).toHaveLength(1);
  };

  const line = (id: number, sku: string, price: string, fields = {}) => ({
    id,
    sku,
    name: sku,
    quantity: 1,
    price,
    ...fields,
  });
  const shopifyOrder = (id: number, later: number, lines: object[], fields = {}) => ({
    id,
    contact_email: `shopify-${id}@example.com`,
    financial_status: "paid",
    currency: "EUR",
    updated_at: `${gmt(later)}Z`,
    line_items: lines,
    ...fields,
  });
  const unpaid = { financial_status: "partially_paid", total_outstanding: "500.00" };
  const [first, book] = [line(1, "KEYED", "10.00"), line(2, "BOOK-1", "500.00")];

  test("of Shopify gets nothing that is added and not paid, and asks about what is added", async () => {
    await sendShopify(store, shopify, "orders/paid", shopifyOrder(80001, 0, [first]));
    await made("shopify:80001");
    await sendShopify(store, shopify, "orders/updated", shopifyOrder(80001, 5, [first, book], unpaid));
    expect(await newestSettled(shopify)).toMatchObject(asked('"partially_paid"'));
    await isUnchanged("shopify:80001");
    const exchanged = [{ ...first, current_quantity: 0 }, line(3, "KEYED", "10.00")];
    await sendShopify(store, shopify, "orders/updated", shopifyOrder(80001, 10, exchanged));
    expect(await newestSettled(shopify)).toMatchObject(asked(`${newLines}: 1 × KEYED.`));
    await isUnchanged("shopify:80001");
    const { id } = await newestSettled(shopify);
    await v3(store, "POST", `connection_events/${id}/process`);
    expect(await newestSettled(shopify)).toMatchObject(asked(newLines));
    await v3(store, "POST", `connection_events/${id}/process`, { dismiss: true });
    expect(await newestSettled(shopify)).toMatchObject({ status: "done" });
    await sendShopify(store, shopify, "orders/updated", shopifyOrder(80001, 15, exchanged));
    expect(await newestSettled(shopify)).toMatchObject({ status: "done" });
    await sendShopify(store, shopify, "orders/updated", shopifyOrder(80001, 20, [...exchanged, book]));
    expect(await newestSettled(shopify)).toMatchObject(asked(`${newLines}: 1 × KEYED, 1 × BOOK-1.`));
    await isUnchanged("shopify:80001");
  });

  test("of Shopify is made of what was paid, also if what was added later is told first", async () => {
    await sendShopify(store, shopify, "orders/updated", shopifyOrder(80002, 5, [first, book], unpaid));
    await settled(shopify);
    await sendShopify(store, shopify, "orders/paid", shopifyOrder(80002, 0, [first]));
    await made("shopify:80002");
    expect(await newestSettled(shopify)).toMatchObject(asked('"partially_paid"'));
    await isUnchanged("shopify:80002");
  });

  test.each<[string, object[], object, string]>([
    ["completed, with another ID of its line", [{ id: 2, sku: "KEYED" }], { status: "completed" }, newLines],
    [
      "with one more line",
      [
        { sku: "KEYED", id: 1 },
        { id: 3, sku: "BOOK-1", quantity: 5 },
      ],
      {},
      newLines,
    ],
    ["in the trash", [{ id: 3, sku: "BOOK-1" }], { status: "trash" }, "deleted in the shop"],
    ["charged back", [{ id: 3, sku: "BOOK-1" }], { status: "chargeback" }, '"chargeback"'],
    ["refunded in part", [{ id: 3, sku: "BOOK-1" }], { refunds: [{ id: 1, total: "-1.00" }] }, "Part of the amount"],
  ])("of WooCommerce gets nothing by an event that tells it again, %s", async (_name, lines, fields, question) => {
    const order = wooOrder({}, [{ id: 1, sku: "KEYED" }]);
    const vendorId = `woocommerce:${order.id}`;
    await sendWoo(store, woo, order);
    await made(vendorId);
    const { id, billing } = order;
    await sendWoo(store, woo, wooOrder({ id, billing, date_modified_gmt: gmt(60), ...fields }, lines as []));
    expect(await newestSettled(woo)).toMatchObject(asked(question));
    await isUnchanged(vendorId);
  });

  test("of any shop gets nothing by being paid again with more lines", async () => {
    const paid = (...skus: string[]) =>
      sendHmac(store, other, { id: "twice", mail: "twice@example.com", lines: skus.map((sku) => ({ sku })) }, how);
    await paid("KEYED");
    await made("generic:twice");
    await paid("KEYED", "BOOK-1", "KEYED");
    expect(await newestSettled(other)).toMatchObject(asked(`${newLines}: 1 × BOOK-1, 1 × KEYED.`));
    await isUnchanged("generic:twice");
  });

  test.each<[string, object[], string]>([
    ["more units of a line", [{ id: 1, sku: "KEYED", quantity: 3 }], "3 × Map in place of 2."],
    ["fewer units of a line", [{ id: 1, sku: "KEYED", quantity: 1 }], "1 × Map in place of 2."],
    ["a line without units", [{ id: 1, sku: "KEYED", quantity: 0 }], "0 × Map in place of 2."],
    ["no line of it any more", [{ id: 5, sku: "SHIRT" }], "0 × Map in place of 2."],
  ])("of WooCommerce asks about %s, once", async (_name, lines, change) => {
    const order = wooOrder({}, [{ id: 1, sku: "KEYED", quantity: 2 }]);
    const vendorId = `woocommerce:${order.id}`;
    await sendWoo(store, woo, order);
    const { order_items } = await made(vendorId);
    expect(order_items).toMatchObject([{ item_sku: "KEYED", quantity: 2 }]);
    const { id, billing } = order;
    const tellAgain = (later: number) =>
      sendWoo(store, woo, wooOrder({ id, billing, date_modified_gmt: gmt(later) }, lines as []));
    await tellAgain(60);
    const event = await newestSettled(woo);
    expect(event).toMatchObject(asked(`The shop's order has changed since it was made here: ${change}`));
    expect((await orderOf(vendorId)).order_items).toEqual(order_items);
    await v3(store, "POST", `connection_events/${event.id}/process`, { dismiss: true });
    await tellAgain(120);
    expect(await newestSettled(woo)).toMatchObject({ status: "done" });
    await sendWoo(
      store,
      woo,
      wooOrder({ id, billing, date_modified_gmt: gmt(180) }, [{ id: 1, sku: "KEYED", quantity: 7 }]),
    );
    expect(await newestSettled(woo)).toMatchObject(asked("7 × Map in place of 2."));
  });

  test("gets the line that matched nothing when it matches, unless it is another one or not paid", async () => {
    const late = line(2, "LATE", "5.00");
    await sendShopify(store, shopify, "orders/paid", shopifyOrder(80003, 0, [first, late]));
    const order = await made("shopify:80003");
    await settled(shopify);
    expect(await needing(80003)).toMatchObject([{ problem: "unmatched", unmatched_lines: [{ sku: "LATE" }] }]);
    await sendShopify(
      store,
      shopify,
      "orders/updated",
      shopifyOrder(80003, 5, [first, { ...late, sku: "BOOK-1", quantity: 7 }]),
    );
    expect(await newestSettled(shopify)).toMatchObject(asked(`${newLines}: 7 × LATE.`));
    await isUnchanged("shopify:80003");
    // While it is not paid, nothing is added.
    await sendShopify(store, shopify, "orders/updated", shopifyOrder(80003, 10, [first, late, book], unpaid));
    await settled(shopify);
    await v3(store, "PUT", `connections/${shopify.id}`, { mappings: [{ external_id: "LATE", sku: "BOOK-1" }] });
    await sendShopify(store, shopify, "orders/updated", shopifyOrder(80003, 15, [first, late], unpaid));
    expect(await newestSettled(shopify)).toMatchObject(asked('"partially_paid"'));
    await isUnchanged("shopify:80003");
    await sendShopify(store, shopify, "orders/updated", shopifyOrder(80003, 20, [first, late]));
    await settled(shopify);
    expect((await orderOf("shopify:80003")).order_items).toMatchObject([
      { item_sku: "KEYED", quantity: 1 },
      { item_sku: "BOOK-1", quantity: 1, price: 5 },
    ]);
    expect(await needing(80003)).toEqual([]);
    await until("there is another email", async () => (await emailsOf(order)).length === 2);
  });

  test("still asks about its payment after its line that matches nothing was left", async () => {
    await sendShopify(store, shopify, "orders/paid", shopifyOrder(80004, 0, [first, line(2, "NEVER", "5.00")]));
    await made("shopify:80004");
    const { id } = await newestSettled(shopify);
    await v3(store, "POST", `connection_events/${id}/process`, { dismiss: true });
    const dispute = { id: 1, order_id: 80004, status: "needs_response" };
    await sendShopify(store, shopify, "disputes/create", dispute);
    expect(await newestSettled(shopify)).toMatchObject(asked("disputes the payment"));
  });
});
