import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { changeStore, type SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { ask, child, makeOrder, orderXml, read, textOf, type Xml } from "../../support/xml.ts";

const quiet = "<email>ann@example.com</email><send_email>false</send_email>";
const hour = 3_600_000;
const itemsOf = (order: Xml) => child(order, "order_items").children;
const skusOf = (order: Xml) => itemsOf(order).map((item) => textOf(item, "sku"));
const idsOf = (list: Xml) => list.children.map((one) => textOf(one, "id"));

describe.each(databasesUnderTest)("on $name, an order", ({ makeStore }) => {
  let service: SharedStore;
  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "B", "C"]) await addItem(service, sku);
  });

  const update = (id: string, body: string) => ask(service, "PUT", `/api/orders/${id}`, body);

  async function download(item: Xml, times = 1): Promise<number> {
    let status = 0;
    for (let n = 0; n < times; n++) status = (await service.get(textOf(item, "link"))).status;
    return status;
  }

  test("without an id gets the next number from 10000001 up, past those that are taken", async () => {
    expect(textOf(await makeOrder(service, ["A"]), "id")).toBe("10000001");
    await makeOrder(service, ["A"], "<id>10000002</id>");
    await makeOrder(service, ["A"], "<id>10000003</id>");
    expect(textOf(await makeOrder(service, ["A"]), "id")).toBe("10000004");
    const [refused, next] = [
      await ask(service, "POST", "/api/orders", orderXml(["none"], quiet)),
      await makeOrder(service, ["A"]),
    ];
    expect([refused.status, textOf(next, "id")]).toEqual([422, "10000005"]);
  });

  test("that is made at the same time as others gets a number of its own", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => makeOrder(service, ["A"])));
    expect(new Set(made.map((order) => textOf(order, "id"))).size).toBe(20);
    const same = Array.from({ length: 10 }, () =>
      ask(service, "POST", "/api/orders", orderXml(["A"], `${quiet}<id>race</id>`)),
    );
    const statuses = (await Promise.all(same)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test.each([
    ["7", "integer"],
    ["0", "integer"],
    ["123456789012345678", "integer"],
    ["M-1001", undefined],
    ["007", undefined],
    ["12 a", undefined],
    ["ÄÖ#1?&amp;", undefined],
  ])("may bring the id %s, which is written with the type %p", async (id, type) => {
    const order = await makeOrder(service, ["A"], `<id>${id}</id>`);
    expect(child(order, "id").attributes.type).toBe(type as string);
    expect(child(itemsOf(order)[0] as Xml, "order_id").attributes.type).toBe(type as string);
    expect(textOf(order, "id")).toBe(id.replace("&amp;", "&"));
  });

  test("gets a new id by an update, and its links and downloads follow", async () => {
    const [item] = itemsOf(await makeOrder(service, ["A"], "<id>old</id>")) as [Xml];
    expect(await download(item)).toBe(200);
    const { status, root } = await update("old", "<order><id>new</id></order>");
    expect([status, textOf(root, "id"), textOf(itemsOf(root)[0] as Xml, "order_id")]).toEqual([200, "new", "new"]);
    expect((await ask(service, "GET", "/api/orders/old")).status).toBe(404);
    expect(await download(item)).toBe(200);
    const downloads = await read(service, "/api/orders/new/downloads");
    expect(downloads.children.map((one) => textOf(one, "order_id"))).toEqual(["new", "new"]);
    expect(textOf(await makeOrder(service, ["A"], "<id>old</id>"), "id")).toBe("old");
  });

  test("with an unknown SKU is refused whole, also one that differs in capitals and spaces", async () => {
    const before = await read(service, "/api/orders");
    for (const sku of ["none", "a", "A ", " A"]) {
      const { status, root } = await ask(service, "POST", "/api/orders", orderXml(["A", sku], quiet));
      expect([status, root.text]).toEqual([422, expect.stringContaining(`order_items[1].sku`)]);
    }
    expect(await read(service, "/api/orders")).toEqual(before);
  });

  test("adds up order items that repeat a SKU", async () => {
    const order = await makeOrder(service, ["B", "A", "B", "B"]);
    expect([skusOf(order), textOf(order, "item_count")]).toEqual([["B", "A"], "2"]);
    const { db } = service;
    const guids = itemsOf(order).map((item) => textOf(item, "guid"));
    const rows = await db.read
      .selectFrom("order_items")
      .select("quantity")
      .where("guid", "in", guids)
      .orderBy("id")
      .execute();
    expect(rows.map(({ quantity }) => quantity)).toEqual([3, 1]);
  });

  test("has what is left of each item from the item, the order or the account", async () => {
    const items = ["<sku>A</sku><downloads_remaining>2</downloads_remaining>", "B"];
    const { root } = await ask(
      service,
      "POST",
      "/api/orders",
      orderXml(items, `${quiet}<download_limit>3</download_limit>`),
    );
    expect(itemsOf(root).map((item) => textOf(item, "downloads_remaining"))).toEqual(["2", "3"]);
    expect(itemsOf(await makeOrder(service, ["A"])).map((item) => textOf(item, "downloads_remaining"))).toEqual(["5"]);
    const [item] = itemsOf(root) as [Xml];
    expect(await download(item, 2)).toBe(200);
    expect(await download(item)).toBe(403);
    const after = itemsOf(await read(service, `/api/orders/${textOf(root, "id")}`));
    expect(after.map((one) => textOf(one, "downloads_remaining"))).toEqual(["0", "3"]);
  });

  test("shows the smallest number left over an item's files", async () => {
    await addItem(service, "TWO", { "one.txt": "1", "two.txt": "2" });
    const order = await makeOrder(service, ["TWO"], "<download_limit>4</download_limit>");
    const page = await service.get(textOf(itemsOf(order)[0] as Xml, "link"), { headers: { accept: "text/html" } });
    const file = /href="([^"]*\/two\.txt)"/.exec(await page.text())?.[1] ?? "";
    for (let n = 0; n < 3; n++) expect((await service.get(new URL(file, service.url).pathname)).status).toBe(200);
    const [item] = itemsOf(await read(service, `/api/orders/${textOf(order, "id")}`)) as [Xml];
    expect([textOf(item, "downloads_remaining"), textOf(item, "download_count")]).toEqual(["1", "3"]);
  });

  test("is changed only in what an update holds, and never mailed by it unasked", async () => {
    const fields =
      "<title>T</title><first_name>F</first_name><last_name>L</last_name><download_limit>9</download_limit>";
    const before = await makeOrder(
      service,
      ["A", "B"],
      `${fields}<expiration_date>2031-01-01T00:00:00Z</expiration_date>`,
    );
    const id = textOf(before, "id");
    const { root } = await update(id, "<order><last_name>M</last_name></order>");
    expect(textOf(root, "last_name")).toBe("M");
    const others = (order: Xml) => order.children.filter(({ name }) => name !== "last_name");
    expect(others(root)).toEqual(others(before));
    const all =
      "<title>t</title><first_name>f</first_name><email>new@example.com</email><download_limit>1</download_limit>";
    const changed = (await update(id, `<order>${all}<expiration_date>2032-01-01T00:00:00Z</expiration_date></order>`))
      .root;
    const names = ["title", "first_name", "email", "download_limit", "expiration_date"];
    expect(names.map((name) => textOf(changed, name))).toEqual([
      "t",
      "f",
      "new@example.com",
      "1",
      "2032-01-01T00:00:00+00:00",
    ]);
    expect(itemsOf(changed).map((item) => textOf(item, "downloads_remaining"))).toEqual(["1", "1"]);
  });

  test("gets a new list of items by an update: kept ones stay as they were, others go, new ones come", async () => {
    const before = await makeOrder(service, ["A", "B"]);
    const id = textOf(before, "id");
    const [kept, removed] = itemsOf(before) as [Xml, Xml];
    await download(kept, 2);
    const { root } = await update(id, orderXml(["C", "A"], ""));
    expect(skusOf(root).sort()).toEqual(["A", "C"]);
    const after = itemsOf(root).find((item) => textOf(item, "sku") === "A") as Xml;
    expect(["guid", "download_count", "downloads_remaining"].map((name) => textOf(after, name))).toEqual([
      textOf(kept, "guid"),
      "2",
      "3",
    ]);
    expect(child(after, "downloads").children.length).toBe(2);
    expect(await download(removed)).toBe(404);
    expect(await download(kept)).toBe(200);
    expect((await update(id, "<order><order_items/></order>")).root.children.length).toBe(11);
    expect(skusOf(await read(service, `/api/orders/${id}`)).sort()).toEqual(["A", "C"]);
    const refused = await update(id, orderXml(["A", "none"], "<title>lost</title>"));
    expect(refused.status).toBe(422);
    expect(textOf(await read(service, `/api/orders/${id}`), "title")).toBe("");
  });

  test("has what is left set anew by downloads_remaining, and counted down from there", async () => {
    const order = await makeOrder(service, ["A"]);
    const id = textOf(order, "id");
    const [item] = itemsOf(order) as [Xml];
    await download(item, 5);
    expect(await download(item)).toBe(403);
    const { root } = await update(id, orderXml(["<sku>A</sku><downloads_remaining>2</downloads_remaining>"], ""));
    const [renewed] = itemsOf(root) as [Xml];
    expect([textOf(renewed, "downloads_remaining"), textOf(renewed, "download_count")]).toEqual(["2", "5"]);
    expect(await download(item, 2)).toBe(200);
    expect(await download(item)).toBe(403);
  });

  test("lists each item's own downloads", async () => {
    const order = await makeOrder(service, ["A", "B", "C"]);
    const [a, b] = itemsOf(order) as [Xml, Xml];
    for (const item of [a, b, a]) expect(await download(item)).toBe(200);
    const items = itemsOf(await read(service, `/api/orders/${textOf(order, "id")}`));
    expect(items.map((item) => child(item, "downloads").children.length)).toEqual([2, 1, 0]);
  });

  test("that is deleted has no links any more, and its downloads stay recorded", async () => {
    const order = await makeOrder(service, ["A"], "<id>deleted</id>");
    const [item] = itemsOf(order) as [Xml];
    await download(item);
    const [recorded] = (await read(service, "/api/orders/deleted/downloads")).children as [Xml];
    expect((await ask(service, "DELETE", "/api/orders/deleted")).root.text).toBe("Ok.");
    expect(await download(item)).toBe(404);
    expect((await ask(service, "DELETE", "/api/orders/deleted")).status).toBe(404);
    expect(idsOf(await read(service, "/api/orders"))).not.toContain("deleted");
    expect(await read(service, `/api/downloads/${textOf(recorded, "id")}`)).toEqual(recorded);
  });

  test("that is expired has its date set to now, and its links say so", async () => {
    const order = await makeOrder(service, ["A"], "<expiration_date>2031-01-01T00:00:00Z</expiration_date>");
    const path = `/api/orders/${textOf(order, "id")}`;
    const before = Date.now();
    expect((await ask(service, "POST", `${path}/expire`)).root.text).toBe("Ok.");
    const expired = Date.parse(textOf(await read(service, path), "expiration_date"));
    expect(expired).toBeGreaterThan(before - 2_000);
    expect(expired).toBeLessThanOrEqual(Date.now());
    expect(await download(itemsOf(order)[0] as Xml)).toBe(410);
  });

  test("takes its defaults from the account's settings as they are when it is made", async () => {
    const settings = { orderExpirationInHours: 48, downloadLimitPerItem: 8 };
    await changeStore(service, settings);
    const order = await makeOrder(service, ["A"]);
    await changeStore(service, { orderExpirationInHours: 240, downloadLimitPerItem: 5 });
    const same = await read(service, `/api/orders/${textOf(order, "id")}`);
    expect(textOf(same, "download_limit")).toBe("8");
    expect(Date.parse(textOf(same, "expiration_date")) - Date.parse(textOf(same, "created_at"))).toBe(48 * hour);
  });
});
