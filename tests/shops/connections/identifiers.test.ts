import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseExactly, parseExactlyInTurns } from "../../../src/platform/exact-json.ts";
import { textOf } from "../../../src/platform/untrusted-json.ts";
import { numberOf } from "../../../src/shops/connections/reading/shop-json.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { failureOf } from "../../support/failures.ts";
import { makeProduct } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import {
  type Connection,
  connect,
  sendHmac,
  sendLemon,
  sendShopify,
  sendStandard,
  sendWoo,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

/** A number in JSON with just these digits. */
const digits = (text: string) => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);

/** Floating point holds neither, and takes both for 9820982911946154000. */
const one = "9820982911946154508";
const other = "9820982911946154509";

test("a number that JavaScript would write in another way stays its text, and any other is a number", () => {
  const integers = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String);
  const numbers = fc.tuple(integers, fc.option(fc.stringMatching(/^\.\d{1,20}$/), { nil: "" }));
  fc.assert(
    fc.property(
      numbers.map((parts) => parts.join("")),
      (source) => {
        const [read] = parseExactly(`[${source}]`) as [unknown];
        expect(String(read)).toBe(source);
        expect(typeof read).toBe(String(Number(source)) === source ? "number" : "string");
      },
    ),
  );
  fc.assert(
    fc.property(fc.uniqueArray(integers, { minLength: 2, maxLength: 2 }), (pair) => {
      const [first, second] = parseExactly(`[${pair}]`) as unknown[];
      expect(String(first)).not.toBe(String(second));
    }),
  );
  for (const text of [`{"${one}":"${one}, \\" ${other} \\\\"}`, `["\\\\",true,null,1e5,"${one}e"]`]) {
    expect(parseExactly(text)).toEqual(JSON.parse(text.replaceAll("1e5", '" 1e5"')));
  }
  for (const none of [`[0${one}]`, `[${one}.]`, `{${one}:1}`, `["${one}`, `${one} 1`]) {
    expect(() => parseExactly(none)).toThrow(SyntaxError);
  }
  for (const same of ["19.99", "0", "0.1", "-7", "10", "9007199254740991", "1e+21", "1e-7", "0.000001"]) {
    expect(parseExactly(`{"a":[${same},1000000000000000]}`)).toEqual({ a: [Number(same), 1e15] });
    expect(parseExactly(same)).toBe(Number(same));
  }
  for (const odd of [
    "1.10",
    "1.0",
    "1e3",
    "1E3",
    "1e21",
    "-0",
    "-0.0",
    "0.0000001",
    "10000000000000000000001",
    "2.50e-3",
  ]) {
    for (const [before, after] of [
      ["", ""],
      ["[", "]"],
      ["[true,", ",false]"],
      ['{"a":"e-0", "b":\n', "}"],
      ["[ 7,\t", " ]"],
    ]) {
      const [whole, quoted] = [`${before}${odd}${after}`, `${before}"${/e/i.test(odd) ? " " : ""}${odd}"${after}`];
      expect(parseExactly(whole)).toEqual(JSON.parse(quoted));
    }
  }
});

test("v3 tells numbers of 15 to 17 digits, vast, tiny and with exponents from those that lose digits", async () => {
  const held = [
    "123456789012345.0",
    "0.1234567890123456",
    "1234567890.12345e3",
    "0.00000000000000000001",
    "-0.0000000000000000",
  ];
  for (const number of [...held, "1.10", "1e3", "-0"]) {
    expect(await parseExactlyInTurns(`[${number},${one}]`)).toEqual([Number(number), one]);
  }
  const lost = [
    "9007199254740993",
    "0.123456789012345678",
    "123456789.0123456789e5",
    "1e4000000000000000",
    `1${"0".repeat(400)}`,
  ];
  for (const number of lost) {
    expect(await parseExactlyInTurns(`[${number}]`)).toEqual([number]);
    expect((parseExactly(`[${number}]`) as string[]).map((text) => text.trim())).toEqual([number]);
  }
});

test("an amount is the same however its number is written, and no text with an exponent is one", () => {
  const written = ["1.10", "10.00", "1e3", "1.5E+1", "-0", "25e-2", "19.9899999999999984368"];
  expect(written.map((number) => numberOf((parseExactly(`[${number}]`) as unknown[])[0]))).toEqual(written.map(Number));
  expect(['"1e3"', '"1E3"', "1e300", "1e14000"].map((value) => numberOf(parseExactly(value)))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(["1.10", "1e3", "-0"].map((id) => textOf(parseExactly(id)))).toEqual(["1.10", "1e3", "-0"]);
});

test("a long text is read in turns, with the same result", async () => {
  const texts = [
    JSON.stringify({
      list: Array.from({ length: 20_000 }, (_, n) => [`${one}\\"`, digits(one), n, digits(`0.${n}${other}`)]),
    }),
    `{"a":"${`${one} \\" `.repeat(10_000)}","b":${other},"c":${"7".repeat(200_000)}}`,
  ];
  for (const text of texts) expect(await parseExactlyInTurns(text)).toEqual(parseExactly(text));
  expect(await failureOf(parseExactlyInTurns(`[${one}`))).toBeInstanceOf(SyntaxError);
});

describe.each(databasesUnderTest)("long numbers of a shop on $name", ({ makeStore }) => {
  let store: Store;

  beforeAll(async () => {
    store = await makeStore();
    for (const sku of ["MAP", "GUIDE"]) await makeProduct(store, { sku });
  });

  const { orderOf, made, revoked, settled } = connectedShop(() => store);

  const lemon = (id: string, fields: Record<string, unknown> = {}) => ({
    meta: { event_name: "order_created", custom_data: { sku: "MAP" } },
    data: {
      id: digits(id),
      attributes: { status: "paid", currency: "USD", total: 1000, user_email: `l${id}@example.com`, ...fields },
    },
  });
  const shopify = (id: string, fields: Record<string, unknown> = {}) => ({
    id: digits(id),
    financial_status: "paid",
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    currency: "USD",
    total_price: "10.00",
    email: `s${id}@example.com`,
    line_items: [{ id: digits(id), sku: "MAP", quantity: 1, price: "10.00" }],
    ...fields,
  });
  const any = (id: string, fields: Record<string, unknown> = {}) => ({
    type: "paid",
    id: digits(id),
    email: `g${id}@example.com`,
    items: [{ sku: "MAP" }],
    ...fields,
  });
  const paths = {
    event: "type",
    paid_events: ["paid"],
    refunded_events: ["refunded"],
    order_id: "id",
    email: "email",
    items: "items",
    sku: "sku",
  };

  const kinds: {
    name: string;
    fields: Record<string, unknown>;
    send(connection: Connection, id: string, refunded: boolean): Promise<Response>;
  }[] = [
    {
      name: "woocommerce",
      fields: { kind: "woocommerce" },
      send: (connection, id, refunded) =>
        sendWoo(store, connection, {
          ...wooOrder({ billing: { email: `w${id}@example.com` } }),
          id: digits(id),
          ...(refunded ? { status: "refunded" } : {}),
        }),
    },
    {
      name: "shopify",
      fields: { kind: "shopify", secret: "shopify-secret" },
      send: (connection, id, refunded) =>
        sendShopify(
          store,
          connection,
          refunded ? "orders/updated" : "orders/paid",
          shopify(id, refunded ? { financial_status: "refunded" } : {}),
        ),
    },
    {
      name: "lemonsqueezy",
      fields: { kind: "lemonsqueezy" },
      send: (connection, id, refunded) =>
        sendLemon(store, connection, lemon(id, refunded ? { status: "refunded", refunded: true } : {})),
    },
    {
      name: "generic",
      fields: { kind: "generic", generic: { signature: "standard_webhooks", ...paths } },
      send: (connection, id, refunded) =>
        sendStandard(store, connection, any(id, refunded ? { type: "refunded" } : {})),
    },
  ];

  test.each(kinds)(
    "name two orders of two people, of whom one gets a refund: $name",
    async ({ name, fields, send }) => {
      const connection = await connect(store, fields);
      expect((await send(connection, one, false)).status).toBe(200);
      expect((await send(connection, other, false)).status).toBe(200);
      const [first, second] = [await made(`${name}:${one}`), await made(`${name}:${other}`)];
      expect(first.email).not.toBe(second.email);
      await send(connection, other, true);
      await revoked(second.vendor_id);
      expect((await orderOf(first.vendor_id)).state).not.toBe("revoked");
    },
  );

  test("that differ only in how the number is written are two orders, too", async () => {
    const shop = await connect(store, { kind: "generic", generic: { signature: "standard_webhooks", ...paths } });
    for (const id of ["1.1", "1.10", "1e3", "1000"]) await sendStandard(store, shop, any(id));
    await settled(shop);
    const found = (await v3(store, "GET", "orders?per_page=1000")).body.orders as {
      vendor_id: string;
      email: string;
    }[];
    for (const id of ["1.1", "1.10", "1e3", "1000"]) {
      const own = found.filter(({ email }) => email === `g${id}@example.com`);
      expect([id, own.map(({ vendor_id }) => vendor_id.split(":")[1])]).toEqual([id, [id]]);
    }
  });

  test("name two products", async () => {
    const mappings = [
      { external_id: one, sku: "GUIDE" },
      { external_id: other, sku: "MAP" },
    ];
    const shop = await connect(store, { kind: "woocommerce", mappings });
    await v3(store, "PUT", `connections/${shop.id}`, { mappings });
    const order = wooOrder({}, [{ product_id: digits(other) }, { product_id: digits(one), variation_id: 0 }]);
    await sendWoo(store, shop, order);
    await settled(shop);
    const [found] = (await v3(store, "GET", `orders?q=${order.billing.email}`)).body.orders;
    expect(found.order_items.map(({ item_sku }: { item_sku: string }) => item_sku)).toEqual(["MAP", "GUIDE"]);
  });

  test("are amounts all the same", async () => {
    const generic = {
      signature: "hmac_hex",
      header: "x-sign",
      order_id: "id",
      email: "mail",
      sku: "sku",
      price: "price",
    };
    const shop = await connect(store, { kind: "generic", generic });
    const price = digits("19.9899999999999984368");
    await sendHmac(
      store,
      shop,
      { id: digits(one), mail: "amount@example.com", sku: "MAP", price },
      {
        header: "x-sign",
        encoding: "hex",
      },
    );
    await settled(shop);
    const [found] = (await v3(store, "GET", "orders?q=amount@example.com")).body.orders;
    expect(found.order_items).toMatchObject([{ price: 19.99 }]);
  });
});
