import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase, databasesUnderTest } from "../../support/databases.ts";
import { changeStore, type SharedStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";
import { ask, child, everything, itemXml, makeItem, makeOrder, orderXml, tag, textOf } from "../../support/xml.ts";

const email = "<email>ann@example.com</email>";
const day = 86_400_000;

/** A store with two items and two orders, and what a wrong request to it is answered. */
function storeWithErrors(makeStore: () => Promise<SharedStore>) {
  const one = {} as { service: SharedStore };
  beforeAll(async () => {
    one.service = await makeStore();
    await makeItem(one.service, "A");
    await makeItem(one.service, "B");
    await makeOrder(one.service, ["A"], "<id>M-1</id>");
    await makeOrder(one.service, ["B"], "<id>M-2</id>");
  });

  /** The request fails with the status and a message that holds all the words, and nothing is changed. */
  async function fails(method: string, path: string, body: string | undefined, status: number, ...words: string[]) {
    const before = await everything(one.service);
    const answer = await ask(one.service, method, path, body);
    expect([answer.status, answer.root.name]).toEqual([status, "message"]);
    for (const word of words) expect(answer.root.text).toContain(word);
    expect(answer.root.text).toMatch(/^\S.*\.$/s);
    expect(await everything(one.service)).toBe(before);
    return answer;
  }

  return { one, fails };
}

describe.each(anyDatabase)("on $name, an error", ({ makeStore }) => {
  const { one, fails } = storeWithErrors(makeStore);

  test.each([
    ["no credentials", null],
    ["a wrong key", { key: "wrong-key" }],
    ["a wrong token", { token: "wrong-token" }],
    ["empty credentials", { key: "", token: "" }],
  ])("for %s is 401 with a challenge, also where there is nothing", async (_, wrong) => {
    const as = wrong && { ...one.service.credentials, ...wrong };
    for (const [method, path] of [
      ["GET", "/api/account"],
      ["POST", "/api/orders"],
      ["GET", "/api/nothing"],
      ["DELETE", "/api/items/A"],
    ] as const) {
      const { status, headers, root } = await ask(one.service, method, path, undefined, { as });
      expect([status, root.name]).toEqual([401, "message"]);
      expect(headers.get("www-authenticate")).toMatch(/^Basic realm="[^"]+"/);
    }
    expect((await ask(one.service, "GET", "/api/items/A")).status).toBe(200);
  });

  test("for a plan without the API is 401 and says so", async () => {
    await changeStore(one.service, { plan: "free" });
    const { status, root } = await ask(one.service, "GET", "/api/account");
    expect([status, root.text]).toEqual([401, expect.stringContaining("free")]);
    await changeStore(one.service, { plan: "unlimited" });
    expect((await ask(one.service, "GET", "/api/account")).status).toBe(200);
  });

  const missing = [
    ["GET", "/api/items/none"],
    ["PUT", "/api/items/none"],
    ["PUT", "/api/items/none/items"],
    ["DELETE", "/api/items/none"],
    ["POST", "/api/items/none/delete"],
    ["GET", "/api/items/none/downloads"],
    ["GET", "/api/orders/none"],
    ["PUT", "/api/orders/none"],
    ["POST", "/api/orders/none/update"],
    ["DELETE", "/api/orders/none"],
    ["GET", "/api/orders/none/delete"],
    ["POST", "/api/orders/none/expire"],
    ["POST", "/api/orders/none/send_email"],
    ["GET", "/api/orders/none/downloads"],
    ["GET", "/api/downloads/999999"],
    ["GET", "/api/downloads/none"],
  ];
  test.each(missing)("for a missing resource is 404: %s %s", async (method, path) => {
    const root = path.includes("items") ? "item" : "order";
    const body = /PUT|update/.test(method + path) ? `<${root}/>` : undefined;
    await fails(method, path, body, 404, path.split("/")[3] ?? "");
  });

  test("for lines of an order that match no item is 422 and names their SKUs as this interface does", async () => {
    const body = `<order>${email}<order_items type="array"><order_item><sku>NO</sku></order_item><order_item><downloads_remaining>2</downloads_remaining></order_item></order_items></order>`;
    const sentence = 'order_items[0].sku is unknown: no item has the SKU "NO"; order_items[1].sku is required.';
    const { root } = await fails("POST", "/api/orders", body, 422);
    expect(root.text).toBe(sentence);
    expect((await fails("PUT", "/api/orders/M-1", body, 422)).root.text).toBe(sentence);
  });

  test("for wrong fields of an order is 422 and names all of them at once", async () => {
    const fields =
      "<email>ann@</email><download_limit>-1</download_limit><expiration_date>tomorrow</expiration_date>" +
      `<send_email>maybe</send_email><id>a//b</id>${tag("title", "x".repeat(256))}<first_name>a</first_name><first_name>b</first_name>`;
    const items = [
      "<sku>A</sku><downloads_remaining>few</downloads_remaining>",
      "none",
      "<downloads_remaining>1</downloads_remaining>",
    ];
    const names = ["email", "download_limit", "expiration_date", "send_email", "id ", "title", "first_name"];
    const lines = ["order_items[0].downloads_remaining", "order_items[1].sku", '"none"', "order_items[2].sku"];
    await fails("POST", "/api/orders", orderXml(items, fields), 422, ...names, ...lines);
    await fails("PUT", "/api/orders/M-1", orderXml(items, fields), 422, ...names, ...lines);
  });

  test("for missing fields is 422 and names all of them at once", async () => {
    await fails("POST", "/api/orders", "<order/>", 422, "email", "order_items");
    await fails("POST", "/api/orders", orderXml([], "<email/>"), 422, "email", "order_items");
    await fails("POST", "/api/items", "<item/>", 422, "sku", "name");
    await fails("POST", "/api/items", "<item><sku> </sku><name/></item>", 422, "sku", "name");
    await fails("POST", "/api/items", "<item><sku>X</sku><sku>Y</sku></item>", 422, "sku", "name");
    await fails("PUT", "/api/items/A", "<item><name/></item>", 422, "name");
    await fails("PUT", "/api/orders/M-1", "<order><email/></order>", 422, "email");
  });

  test.each([
    ["download_limit", "1.5"],
    ["download_limit", "-1"],
    ["download_limit", "2147483648"],
    ["download_limit", "99999999999999999999"],
    ["download_limit", "0x10"],
    ["download_limit", "1e3"],
    ["download_limit", "NaN"],
    ["download_limit", "٣"],
    ["expiration_date", "2030-02-30T00:00:00Z"],
    ["expiration_date", "2030-13-01T00:00:00Z"],
    ["expiration_date", "2030-01-01T24:01:00Z"],
    ["expiration_date", "2030-01-01T00:00:00+99:00"],
    ["expiration_date", "01/02/2030"],
    ["expiration_date", "1893456000"],
    ["expiration_date", "1969-12-31T23:59:59Z"],
    ["expiration_date", "9999-12-31T23:59:59Z"],
    ["send_email", "yes"],
    ["send_email", "2"],
    ["id", "x".repeat(65)],
    ["id", "a//b"],
    ["id", "/b"],
    ["id", "a/../b"],
    ["id", "a/."],
    ["first_name", "x".repeat(256)],
  ])("for a wrong %s, %p, is 422 and names it", async (name, value) => {
    await fails("POST", "/api/orders", orderXml(["A"], email + tag(name, value)), 422, name);
    await fails("PUT", "/api/orders/M-1", `<order>${tag(name, value)}</order>`, 422, name);
  });

  test.each([
    "ann",
    "ann@",
    "@example.com",
    "ann@example",
    "ann@@example.com",
    "ann@exa mple.com",
    "ann@example.com, bob@example.com",
    "Ann <ann@example.com>",
    '"ann"@example.com',
    "ann..lee@example.com",
    `${"x".repeat(65)}@example.com`,
    `ann@${"x".repeat(250)}.com`,
  ])("for the address %p is 422", async (address) => {
    await fails("POST", "/api/orders", orderXml(["A"], tag("email", address)), 422, "email");
  });

  test("for a field that stands inside another is 422 and names it", async () => {
    await fails(
      "POST",
      "/api/orders",
      orderXml(["A"], "<email><address>ann@example.com</address></email>"),
      422,
      "email",
    );
    await fails("POST", "/api/orders", orderXml(["<sku><x>A</x></sku>"], email), 422, "order_items[0].sku");
    const line = "<order_item><sku>A</sku></order_item>";
    for (const [items, words] of [
      ["<order_items>A</order_items>", "not text"],
      ["<order_items><item><sku>A</sku></item></order_items>", "not item"],
      ["<order_items><order_item>A</order_item></order_items>", "with a sku, not text"],
      [`<order_items type="array">${line}</order_items>`.repeat(2), "must appear only once"],
      [`<order_items>${line}</order_items>`.repeat(2), "must appear only once"],
    ] as const) {
      await fails("POST", "/api/orders", `<order>${email}${items}</order>`, 422, "order_items must", words);
    }
    await fails("POST", "/api/items", "<item><sku><x/></sku><name>n</name></item>", 422, "sku");
  });

  test("for more than a thousand order items is 422", async () => {
    await fails("POST", "/api/orders", orderXml(Array(1001).fill("A"), email), 422, "order_items", "1000");
    const { status, root } = await ask(one.service, "POST", "/api/orders", orderXml(Array(1000).fill("A"), email));
    expect([status, child(root, "order_items").children.length]).toEqual([201, 1]);
  });

  test("for wrong options of send_email and of lists is 422 and names all of them", async () => {
    const query = "reset_expiration=perhaps&expiration_date=soon";
    await fails("POST", `/api/orders/M-1/send_email?${query}`, undefined, 422, "reset_expiration", "expiration_date");
    await fails("GET", "/api/orders?filter=lost", undefined, 422, "filter", "current, expired, manual");
    for (const list of [
      "/api/orders",
      "/api/items",
      "/api/downloads",
      "/api/items/A/downloads",
      "/api/orders/M-1/downloads",
    ]) {
      await fails("GET", `${list}?page=0&per_page=1001`, undefined, 422, "page ", "per_page", "1000");
      for (const wrong of [
        "page=-1",
        "page=1.5",
        "page=x",
        "page=",
        "per_page=0",
        "per_page=",
        "per_page=99999999999",
      ]) {
        await fails("GET", `${list}?${wrong}`, undefined, 422, wrong.split("=")[0] ?? "");
      }
    }
  });
});

describe.each(databasesUnderTest)("on $name, an error that the database has a part in", ({ makeStore }) => {
  const { one, fails } = storeWithErrors(makeStore);

  test("for a number that no resource can have is 404", async () => {
    const large = "99999999999999999999";
    for (const path of ["downloads", "items", "orders"])
      await fails("GET", `/api/${path}/${large}`, undefined, 404, large);
  });

  test("for an id or a SKU that is taken is 409 and names it", async () => {
    await fails("POST", "/api/items", itemXml("A"), 409, "Another item already has the SKU A.");
    await fails("PUT", "/api/items/A", itemXml("B"), 409, "Another item already has the SKU B.");
    await fails("POST", "/api/orders", orderXml(["A"], `${email}<id>M-1</id>`), 409, "M-1");
    await fails("PUT", "/api/orders/M-2", "<order><id>M-1</id><title>lost</title></order>", 409, "M-1");
  });

  test("never holds what XML cannot, whatever the caller sent", async () => {
    for (const text of ["%01", "%EF%BF%BF", "%3Cb%3E%26", "%ED%A0%80"]) {
      await fails("GET", `/api/items/${text}`, undefined, 404);
      await fails("GET", `/api/orders/${text}/downloads`, undefined, 404);
    }
    await fails("POST", "/api/orders", orderXml(["<sku>]]&gt;<![CDATA[<b>]]></sku>"], email), 422, "]]><b>");
  });

  test("for the daily allowance of emails is 429, says when to try again, and the order is created all the same", async () => {
    const { service } = one;
    await changeStore(service, { plan: "standard" });
    const { db, accountId: account_id } = service;
    const today = Math.floor(Date.now() / day);
    await db.write(async (tx) => {
      const rows = [today, today + 1].map((one) => ({ account_id, day: one, queued: 500 }));
      await tx.insertInto("email_allowances").values(rows).execute();
    });
    const made = await ask(service, "POST", "/api/orders", orderXml(["A"], `${email}<id>over</id>`));
    expect(made.status).toBe(201);
    const sent = await ask(service, "POST", "/api/orders/over/send_email?expiration_date=2031-01-01T00:00:00Z");
    expect([sent.status, sent.root.text]).toEqual([429, expect.stringContaining("allowance")]);
    const wait = Number(sent.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    const after = await ask(service, "GET", "/api/orders/over");
    expect(textOf(after.root, "expiration_date")).toBe("2031-01-01T00:00:00+00:00");
    expect((await v3(service, "GET", "emails?status=over_allowance")).body.total).toBe(2);
    await changeStore(service, { plan: "unlimited" });
    expect((await ask(service, "POST", "/api/orders/over/send_email")).status).toBe(200);
  });
});
