import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyDatabase } from "../support/databases.ts";
import { type ServiceProcess, startProcess } from "../support/service.ts";
import { makeItem, makeOrder } from "../support/xml.ts";
import { holdsUp, isRefusal } from "./_rules.ts";

const mebibyte = 1_048_576;
const headers = { "content-type": "application/json" };

/** Fills `size` bytes with the same piece, between a beginning and an end. */
const filled = (begin: string, piece: string, end: string, size = mebibyte) =>
  begin + piece.repeat(Math.floor((size - begin.length - end.length) / piece.length)) + end;

const bulk = (orders: string) => `{"orders":[${orders}]}`;
const line = '{"item_sku":"NONE","quantity":1,"price":9.5,"custom_1":"one","custom_2":"two","downloads_remaining":3}';
const largeOrder = `{"email":"not an address","order_items":[${Array(900).fill(line).join(",")}]}`;

describe.each(anyDatabase)("on $name, JSON made up by a stranger", ({ create }) => {
  let service: ServiceProcess;
  const send = (path: string, body: string, method = "POST") =>
    service.api(`/api/v3/${path}`, { method, headers, body });

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    await makeItem(service, "A");
    await makeOrder(service, ["A"]);
  });

  test("of any pieces in any order is refused", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        "\\u0000",
        "\\ud800",
        "null",
        "true",
        "1e999",
        "-",
        "0x1",
      ),
      fc.constantFrom(
        '"order"',
        '"orders"',
        '"email"',
        '"order_items"',
        '"__proto__"',
        '"sku"',
        '"A"',
        '""',
        "{}",
        "[]",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    const body = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));
    const path = fc.constantFrom("orders", "orders/bulk", "products", "products/1/license_keys", "wordings/preview");
    await holdsUp(service, { largestInput: 1_000 }, () =>
      fc.assert(
        fc.asyncProperty(path, fc.oneof(body, body.map(bulk)), async (to, json) => {
          const response = await send(to, json);
          // A preview changes nothing, and what it does not know is ignored.
          if (to === "wordings/preview" && response.status === 200) return;
          // A bulk is answered order by order.
          if (to === "orders/bulk" && response.status === 200) {
            for (const { status } of await resultsOf(response)) expect(status).toBe(422);
            return;
          }
          await isRefusal(response);
        }),
        { numRuns: 300 },
      ),
    );
  });

  test("of any value in any field of an order is refused, or read as what it says", async () => {
    const field = fc.constantFrom(
      "vendor_id",
      "first_name",
      "currency",
      "expiration_date",
      "download_limit",
      "send_email",
      "order_items",
      "custom_1",
    );
    const order = fc.dictionary(field, fc.jsonValue(), { maxKeys: 4 });
    await holdsUp(service, { largestInput: 10_000 }, () =>
      fc.assert(
        fc.asyncProperty(order, async (fields) => isRefusal(await send("orders", JSON.stringify(fields)))),
        { numRuns: 150 },
      ),
    );
  });

  test.each([
    ["orders", "lines without end", filled('{"email":"x","order_items":[', "{},", "{}]}")],
    ["orders", "lines that are no objects", filled('{"order_items":[', "1,", "1]}")],
    ["orders", "lists in lists side by side", filled("[", "[],", "[]]")],
    ["orders", "levels", "[".repeat(mebibyte)],
    ["orders", "levels that close", filled("[", "[[[[[]]]]],", "[]]")],
    ["orders", "fields of other names", `{${Array.from({ length: 90_000 }, (_, n) => `"f${n}":1`).join(",")}}`],
    ["orders", "the same field", filled("{", '"email":"a",', '"email":"a"}')],
    ["orders", "an email of a megabyte", filled('{"email":"', "a", '"}')],
    ["orders", "a text of escapes", filled('{"email":"', "\\u0041", '"}')],
    ["orders", "a number of a megabyte", filled('{"download_limit":', "9", "}")],
    ["orders", "quotes", '"'.repeat(mebibyte)],
    ["orders", "backslashes", filled('{"email":"', "\\", '"}')],
    ["orders", "white space", " ".repeat(mebibyte)],
    ["products", "file ids", filled('{"sku":"P","name":"P","item_assets":[', "1,", "1]}")],
    ["products", "addresses", filled('{"sku":"P","name":"P","item_urls":[', '{"url":"x"},', "{}]}")],
    ["wordings/preview", "a wording of a megabyte", filled('{"wordings":{"email_text":"', "x", '"}}', mebibyte - 100)],
    ["products/1/license_keys", "four million keys", filled('{"license_keys":[', "1,", "1]}", 8 * mebibyte)],
    ["products/1/license_keys", "two million keys", filled('{"license_keys":[', '"",', '""]}', 8 * mebibyte)],
    ["products/1/license_keys", "a key of 8 MiB", filled('{"license_keys":["', "x", '"]}', 8 * mebibyte)],
    ["orders/bulk", "four million orders", filled('{"orders":[', "1,", "1]}", 8 * mebibyte)],
    ["orders/bulk", "101 orders", bulk(Array(101).fill("{}").join(","))],
    ["orders/bulk", "one order of 8 MiB", filled('{"orders":[{"email":"', "x", '"}]}', 8 * mebibyte)],
    ["orders/bulk", "orders within orders", filled('{"orders":[', '{"orders":[', "1", 8 * mebibyte)],
    ["orders/bulk", "texts beside the orders", filled('{"x":"', "x", '","orders":[]}', 8 * mebibyte)],
    ["orders/bulk", "an order that is cut off", `${bulk(Array(80).fill(largeOrder).join(",")).slice(0, -3)}]}`],
  ])("to %s, %s, is refused while others are answered", async (path, _, body) => {
    await holdsUp(service, { largestInput: body.length }, async () => isRefusal(await send(path, body)));
  });

  test("that is a bulk of 8 MiB is checked while others are answered, order by order", async () => {
    const orders = Array(84).fill(largeOrder);
    const body = bulk(orders.join(","));
    await holdsUp(service, { largestInput: body.length }, async () => {
      const response = await send("orders/bulk", body);
      expect(response.status).toBe(200);
      const results = await resultsOf(response);
      expect(results.map(({ status }) => status)).toEqual(orders.map(() => 422));
    });
  });

  test("whose list has blanks, other lists beside it, or stands twice, is read as JSON says", async () => {
    const refused = (fields: string) => `{"email":"no","custom_1":[${fields}]}`;
    for (const [body, count] of [
      [`{ "orders" : [ ${refused("1, 2")} ,\n ${refused('"]"')} ] }`, 2],
      [`{"other":[1,2,3],"orders":[${refused("{}")}],"more":[[]]}`, 1],
      [`{"orders":[1,2,3],"orders":[${refused("")}]}`, 1],
      [`{"order\\u0073":[${refused('"\\\\"')},null]}`, 2],
    ] as const) {
      const response = await send("orders/bulk", body);
      expect({ body, status: response.status }).toEqual({ body, status: 200 });
      expect(await resultsOf(response)).toHaveLength(count);
    }
    for (const body of [
      '{"orders":[1,,2]}',
      '{"orders":[1,]}',
      '{"orders":[1',
      '{"orders":[1}',
      '{"orders":[{]}',
      '{"orders":[1]}]',
    ]) {
      expect({ body, status: (await send("orders/bulk", body)).status }).toEqual({ body, status: 400 });
    }
  });

  test("that a removal of all keys announces and does not send is not missed", async () => {
    const response = await service.api("/api/v3/products/1/license_keys?all=true", { method: "DELETE", headers });
    expect(response.status).toBe(200);
    await isRefusal(await service.api("/api/v3/products/1/license_keys", { method: "DELETE", headers }));
    await isRefusal(await send("products/1/license_keys?all=true", "{", "DELETE"));
  });
});

async function resultsOf(response: Response): Promise<{ status: number }[]> {
  return ((await response.json()) as { results: { status: number }[] }).results;
}
