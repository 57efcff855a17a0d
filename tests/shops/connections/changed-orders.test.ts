import { beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import {
  type Connection,
  connect,
  gmt,
  sendHmac,
  sendLemon,
  sendShopify,
  sendWoo,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

const how = { header: "x-sign", encoding: "hex" } as const;

describe.each(databasesUnderTest)("an order that its shop changes after it was made, on $name,", ({ makeStore }) => {
  let store: SharedStore;

  beforeAll(async () => {
    store = await makeStore();
    for (const sku of ["MAP", "BOOK"]) await makeProduct(store, { sku });
  });

  const { made, newestSettled, orderOf } = connectedShop(() => store);
  const asks = (message: string) => ({
    status: "needs_attention",
    problem: "unclear",
    message: expect.stringContaining(message),
  });
  const done = { status: "done", problem: null };
  /** All that is kept of the store's orders of shops. */
  const known = () =>
    store.db.read.selectFrom("connection_orders").where("account_id", "=", store.accountId).selectAll().execute();

  describe("of Shopify", () => {
    let shop: Connection;
    let last = 90_000;
    const line = { id: 1, sku: "MAP", variant_id: 11, product_id: 21, name: "Map", quantity: 3, price: "10.00" };
    const order = (id: number, minute: number, fields: object = {}) => ({
      id,
      contact_email: "Jörg@bücher.example",
      currency: "JPY",
      financial_status: "paid",
      total_price: "30",
      cancelled_at: null,
      updated_at: `2026-11-25T10:${minute}:00Z`,
      line_items: [line],
      refunds: [],
      ...fields,
    });
    const tell = async (id: number, minute: number, fields: object = {}, topic = "orders/updated") => {
      await sendShopify(store, shop, topic, order(id, minute, fields));
      return newestSettled(shop);
    };
    const pay = async () => {
      last += 1;
      expect(await tell(last, 10, {}, "orders/paid")).toMatchObject(done);
      return last;
    };

    beforeAll(async () => {
      shop = await connect(store, { kind: "shopify", secret: "key" });
    });

    test.each<[string, object, string]>([
      [
        "another product on its line",
        { line_items: [{ ...line, variant_id: 12, name: "Big map" }] },
        "Map is Big map now",
      ],
      ["another price of its line", { line_items: [{ ...line, price: "4.00" }] }, "Map costs JPY 4 in place of JPY 10"],
      ["a lower total", { total_price: "12" }, "the total is JPY 12 in place of JPY 30"],
      ["another currency", { currency: "KRW" }, "the total is KRW 30 in place of JPY 30"],
      ["another customer", { contact_email: "other@example.com" }, "the customer's new address is other@example.com"],
      [
        "fewer units and no refund",
        { line_items: [{ ...line, current_quantity: 1 }] },
        "has changed since it was made here: 1 × Map in place of 3.",
      ],
    ])("asks about %s until it is as before, or dismissed", async (_name, fields, question) => {
      const id = await pay();
      const before = await orderOf(`shopify:${id}`);
      expect(await tell(id, 11, fields)).toMatchObject(asks(question));
      const refund = { id: 9, order_id: id, transactions: [], refund_line_items: [] };
      await sendShopify(store, shop, "refunds/create", refund);
      expect(await newestSettled(shop)).toMatchObject(asks(question));
      expect(await tell(id, 12)).toMatchObject(done);
      const asked = await tell(id, 13, fields);
      expect(asked).toMatchObject(asks(question));
      await v3(store, "POST", `connection_events/${asked.id}/process`, { dismiss: true });
      expect(await tell(id, 14, fields)).toMatchObject(done);
      const { order_items, email, state } = await orderOf(`shopify:${id}`);
      expect({ order_items, email, state }).toEqual({
        order_items: before.order_items,
        email: before.email,
        state: before.state,
      });
    });

    test("does not ask about an address that the order has here by now", async () => {
      const id = await pay();
      const order = await orderOf(`shopify:${id}`);
      const moved = { contact_email: "Moved@example.com" };
      const { id: event } = await tell(id, 11, moved);
      expect(await newestSettled(shop)).toMatchObject(asks("moved@example.com"));
      await v3(store, "PUT", `orders/${order.id}`, { email: "moved@example.com" });
      await v3(store, "POST", `connection_events/${event}/process`);
      expect(await newestSettled(shop)).toMatchObject(done);
      expect(await tell(id, 12, moved)).toMatchObject(done);
    });

    test.each<[string, object]>([
      ["the same address in another spelling", { contact_email: "JO\u0308RG@xn--bcher-kva.example" }],
      ["that address as the second", { contact_email: "shop@example.com", email: "jörg@bücher.example" }],
      ["a variant that is no longer there", { line_items: [{ ...line, variant_id: null, sku: "OLD" }] }],
      ["another name of the product", { line_items: [{ ...line, name: "Map (paper)" }] }],
      ["no total", { total_price: null }],
      ["an address that the shop has erased", { contact_email: "deleted@site.invalid" }],
    ])("does not ask about %s", async (_name, fields) => {
      const id = await pay();
      expect(await tell(id, 11, fields)).toMatchObject(done);
    });

    test("counts units that were refunded once, whether the order or the refund tells them first", async () => {
      const refund = {
        id: 7,
        transactions: [{ id: 8, kind: "refund", status: "success", amount: "20.00", currency: "JPY" }],
        refund_line_items: [{ line_item_id: 1, quantity: 2 }],
      };
      const left = { line_items: [{ ...line, current_quantity: 1 }], refunds: [refund] };
      const id = await pay();
      await sendShopify(store, shop, "refunds/create", { ...refund, order_id: id });
      expect(await newestSettled(shop)).toMatchObject({ problem: "partial_refund" });
      expect(await tell(id, 11, left)).toMatchObject({ problem: "partial_refund" });
      const other = await pay();
      expect(await tell(other, 11, left)).toMatchObject({ problem: "partial_refund" });
      expect((await orderOf(`shopify:${other}`)).state).not.toBe("revoked");
    });

    test("asks about a refund of a line that it does not have, also without money", async () => {
      const id = await pay();
      const refund = { id: 5, order_id: id, transactions: [], refund_line_items: [{ line_item_id: 999, quantity: 1 }] };
      await sendShopify(store, shop, "refunds/create", refund);
      expect(await newestSettled(shop)).toMatchObject({ status: "needs_attention", problem: "partial_refund" });
    });

    test("asks about what is told otherwise at the same time, however often, and in whatever order", async () => {
      for (const [fields, question] of [
        [{ total_price: "10" }, "the total is JPY 10 in place of JPY 30"],
        [{ total_price: "9" }, "the total is JPY 9 in place of JPY 30"],
        [{ currency: "AUD" }, "the total is AUD 30 in place of JPY 30"],
        [{ contact_email: "aaa@example.com" }, "the customer's new address is aaa@example.com"],
        [{ contact_email: "zzz@example.com" }, "the customer's new address is zzz@example.com"],
      ] as const) {
        const id = await pay();
        expect(await tell(id, 10, fields)).toMatchObject(asks(question));
        expect(await tell(id, 10, {}, "orders/paid")).toMatchObject(asks(question));
        expect(await tell(id, 11)).toMatchObject(done);
      }
    });

    test("is left with what it is at the first word, and keeps no address of it", async () => {
      const id = await pay();
      const { id: event } = await tell(id, 11, { contact_email: "left@example.com" });
      await v3(store, "POST", `connection_events/${event}/process`, { dismiss: true });
      expect(await newestSettled(shop)).toMatchObject(done);
      expect((await v3(store, "DELETE", "customers/left@example.com")).status).toBe(204);
      const rows = await known();
      expect(JSON.stringify(rows)).not.toContain("left@example.com");
      const transaction = { id: 6, order_id: id, kind: "refund", status: "success", amount: "3", currency: "JPY" };
      await sendShopify(store, shop, "order_transactions/create", transaction);
      const asked = await newestSettled(shop);
      expect(asked).toMatchObject({ status: "needs_attention", problem: "unclear" });
      await v3(store, "POST", `connection_events/${asked.id}/process`, { dismiss: true });
      expect(await newestSettled(shop)).toMatchObject(done);
    });

    test("asks when it is not canceled any more", async () => {
      const id = await pay();
      await tell(id, 11, { cancelled_at: "2026-11-25T10:11:00Z" }, "orders/cancelled");
      expect((await orderOf(`shopify:${id}`)).state).toBe("revoked");
      expect(await tell(id, 12)).toMatchObject(asks("does not count it any more"));
      expect((await orderOf(`shopify:${id}`)).state).toBe("revoked");
    });

    test("does not ask again about what was left when a dispute ends well", async () => {
      const id = await pay();
      const asked = await tell(id, 11, { contact_email: "other@example.com" });
      expect(asked).toMatchObject(asks("other@example.com"));
      await v3(store, "POST", `connection_events/${asked.id}/process`, { dismiss: true });
      expect(await newestSettled(shop)).toMatchObject(done);
      const dispute = async (number: number, status: string) => {
        const told = { id: 7 * id + number, order_id: id, amount: "30", currency: "JPY", status };
        await sendShopify(store, shop, "disputes/update", told);
        return newestSettled(shop);
      };
      expect(await dispute(1, "needs_response")).toMatchObject(asks("disputes the payment"));
      expect(await dispute(1, "won")).toMatchObject(done);
      expect(await dispute(2, "needs_response")).toMatchObject(asks("disputes the payment"));
    });

    test("is refused with a currency that is none", async () => {
      const event = await tell(++last, 10, { currency: { code: "EUR" } }, "orders/paid");
      expect(event).toMatchObject({
        problem: "rejected",
        message: expect.stringContaining("no code of three letters"),
      });
    });
  });

  test("of WooCommerce asks about another product, price or address", async () => {
    const shop = await connect(store, { kind: "woocommerce" });
    const order = wooOrder({}, [{ id: 1, sku: "MAP" }]);
    await sendWoo(store, shop, order);
    await made(`woocommerce:${order.id}`);
    const [line] = order.line_items;
    const tell = async (later: number, fields: object) => {
      await sendWoo(store, shop, { ...order, ...fields, date_modified_gmt: gmt(later) });
      return newestSettled(shop);
    };
    const billing = { ...order.billing, email: "new@example.com" };
    const line_items = [{ ...line, product_id: 88, name: "Book", total: "9.00" }];
    expect(await tell(60, { line_items, billing })).toMatchObject(
      asks("Map is Book now, Map costs EUR 9 in place of EUR 19, the customer's new address is new@example.com."),
    );
    expect((await v3(store, "DELETE", "customers/new@example.com")).status).toBe(204);
    const rows = await known();
    expect(JSON.stringify(rows)).not.toContain("new@example.com");
    const refunds = [{ id: 91, total: "-4.00" }];
    const partly = await tell(90, { refunds });
    expect(partly).toMatchObject({ problem: "partial_refund" });
    await v3(store, "POST", `connection_events/${partly.id}/process`, { dismiss: true });
    expect(await newestSettled(shop)).toMatchObject(done);
    // The SKU of a product may change in the shop, and is told for old orders, too.
    expect(await tell(120, { refunds, line_items: [{ ...line, sku: "MAP-2" }] })).toMatchObject(done);
  });

  test("of Lemon Squeezy asks about another total, and a refund in that currency takes back no more than its part", async () => {
    const shop = await connect(store, { kind: "lemonsqueezy", secret: "lemon" });
    const tell = async (minute: number, fields: object) => {
      await sendLemon(store, shop, {
        meta: { event_name: "order_updated", custom_data: { sku: "MAP" } },
        data: {
          id: "L1",
          attributes: {
            status: "paid",
            currency: "USD",
            total: 3000,
            user_email: "ann@example.com",
            store_id: 1,
            updated_at: `2026-11-25T10:0${minute}:00.000000Z`,
            ...fields,
          },
        },
      });
      return newestSettled(shop);
    };
    expect(await tell(1, {})).toMatchObject(done);
    const yen = { currency: "JPY", total: 4500 };
    expect(await tell(2, yen)).toMatchObject(asks("the total is JPY 4500 in place of USD 30"));
    expect(await tell(3, { ...yen, status: "partial_refund", refunded_amount: 750 })).toMatchObject(
      asks("the total is JPY 4500"),
    );
    expect((await orderOf("lemonsqueezy:L1")).state).not.toBe("revoked");
  });

  test("of a shop that tells no times asks about whatever was told otherwise, in any order", async () => {
    const paths = {
      signature: "hmac_hex",
      header: "x-sign",
      order_id: "id",
      email: "mail",
      items: "lines",
      sku: "sku",
      product_name: "name",
      quantity: "units",
    };
    const shop = await connect(store, { kind: "generic", generic: paths });
    const map = { sku: "MAP", units: 2, name: "Map" };
    const told = async (id: string, ...lines: object[]) => {
      await sendHmac(store, shop, { id, mail: "ann@example.com", lines }, how);
      return newestSettled(shop);
    };
    for (const [id, lines, question] of [
      ["less", [{ ...map, units: 1 }], "1 × Map in place of 2."],
      ["more", [{ ...map, units: 3 }], "3 × Map in place of 2."],
      ["other", [{ ...map, sku: "BOOK", name: "Book" }], "Map is Book now"],
      ["another", [{ ...map, sku: "ZINE", name: "Zine" }], "Map is Zine now"],
    ] as const) {
      expect(await told(id, map)).toMatchObject(done);
      expect(await told(id, map)).toMatchObject(done);
      expect([id, await told(id, ...lines)]).toMatchObject([id, asks(question)]);
      // The first one once more takes back nothing of that.
      expect([id, await told(id, map)]).toMatchObject([id, asks(question)]);
    }
    const priced = { ...paths, price: "price", currency: "currency" };
    const shops = await connect(store, { kind: "generic", generic: priced });
    const tellPrice = async (currency: string) => {
      const order = { id: "priced", mail: "ann@example.com", currency, lines: [{ ...map, price: 5 }] };
      await sendHmac(store, shops, order, how);
      return newestSettled(shops);
    };
    expect(await tellPrice("EUR")).toMatchObject(done);
    expect(await tellPrice("AUD")).toMatchObject(asks("the currency is AUD in place of EUR"));
    expect(await told("bare", map)).toMatchObject(done);
    expect(await told("bare", {})).toMatchObject(done);
  });
});
