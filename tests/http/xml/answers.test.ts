import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { changeStore, type SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import {
  ask,
  child,
  itemXml,
  makeItem,
  makeOrder,
  namesIn,
  orderXml,
  read,
  textOf,
  typesIn,
  type Xml,
} from "../../support/xml.ts";

/** Fields and types in the order of docs/reference/unversioned-interface.md; null is text without a type. */
const account = {
  id: "integer",
  name: null,
  email: null,
  billing_email: null,
  ecommerce_address: null,
  url: null,
  payment_address: null,
  order_expiration_in_hours: "integer",
  download_limit_per_item: "integer",
  api_key: null,
  api_token: null,
};
const item = {
  sku: null,
  name: null,
  order_count: "integer",
  download_count: "integer",
  guid: null,
  permalink: null,
  created_at: "datetime",
  filename: null,
  size_bytes: "integer",
  content_type: null,
};
const download = {
  id: "integer",
  item_sku: null,
  order_id: "integer",
  ip_address: null,
  downloaded_at: "datetime",
  size_bytes: "float",
};
const { order_id: _, ...permalinkDownload } = download;
const itemDownload = { order_id: "integer", ip_address: null, downloaded_at: "datetime", size: "float" };
const order = {
  id: "integer",
  title: null,
  first_name: null,
  last_name: null,
  email: null,
  item_count: "integer",
  download_count: "integer",
  expiration_date: "datetime",
  download_limit: "integer",
  created_at: "datetime",
  order_items: "array",
};
const orderItem = {
  sku: null,
  item_name: null,
  order_id: "integer",
  guid: null,
  download_count: "integer",
  link: null,
  downloads_remaining: "integer",
  created_at: "datetime",
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;
const identifier = /^[\w-]{22,}$/;

/** The element has exactly these fields, in this order, with these types. */
function expectFields(element: Xml, fields: Record<string, string | null>) {
  expect(namesIn(element)).toEqual(Object.keys(fields));
  expect(typesIn(element)).toEqual(fields);
}

describe.each(anyDatabase)("on $name, an answer", ({ makeStore }) => {
  let service: SharedStore;
  let home = "";
  beforeAll(async () => {
    service = await makeStore();
    home = service.url;
    const { permalink } = await addItem(service, "A", { "a.txt": "twelve bytes", "b.txt": "b" });
    await makeItem(service, "EMPTY");
    const made = await makeOrder(
      service,
      ["A", "EMPTY"],
      "<title>T</title><first_name>Ann</first_name><last_name>Lee</last_name>",
    );
    const link = textOf(child(made, "order_items").children[0] as Xml, "link");
    for (const path of [link, permalink]) {
      const page = await service.get(path, { headers: { accept: "text/html" } });
      const file = /href="([^"]*\/a\.txt)"/.exec(await page.text())?.[1] ?? "";
      const { pathname } = new URL(file, service.url);
      expect((await service.get(pathname)).status).toBe(200);
    }
  });

  test("for the account has its fields and types", async () => {
    const root = await read(service, "/api/account");
    expect(root.name).toBe("account");
    expectFields(root, account);
    expect(textOf(root, "url")).toBe(home);
    expect([textOf(root, "api_key"), textOf(root, "api_token")]).toEqual([
      service.credentials.key,
      service.credentials.token,
    ]);
    expect([textOf(root, "order_expiration_in_hours"), textOf(root, "download_limit_per_item")]).toEqual(["240", "5"]);
  });

  test("for a list of items has no downloads, and for a single item ends with them", async () => {
    const list = await read(service, "/api/items");
    expect([list.name, list.attributes]).toEqual(["items", { type: "array" }]);
    expect(list.children.map(({ name }) => name)).toEqual(["item", "item"]);
    for (const one of list.children) expectFields(one, item);

    const single = await read(service, "/api/items/A");
    expectFields(single, { ...item, downloads: "array" });
    const texts = ["sku", "name", "order_count", "download_count", "filename", "size_bytes"].map((name) =>
      textOf(single, name),
    );
    expect(texts).toEqual(["A", "Item A", "1", "2", "a.txt", "12"]);
    expect(textOf(single, "content_type")).toStartWith("text/plain");
    expect(textOf(single, "guid")).toMatch(identifier);
    expect(textOf(single, "permalink")).toBe(`/permalink/${textOf(single, "guid")}`);
    expect(textOf(single, "created_at")).toMatch(instant);
    const [newest, oldest] = child(single, "downloads").children;
    expectFields(newest as Xml, permalinkDownload);
    expectFields(oldest as Xml, download);
  });

  test("for an item without a file has empty elements that keep their type", async () => {
    const single = await read(service, "/api/items/EMPTY");
    expectFields(single, { ...item, downloads: "array" });
    expect(["filename", "size_bytes", "content_type"].map((name) => textOf(single, name))).toEqual(["", "", ""]);
    expect(child(single, "downloads").children).toEqual([]);
  });

  test("for a list of orders has their items without downloads, and for a single order with them", async () => {
    const list = await read(service, "/api/orders");
    expect([list.name, list.attributes]).toEqual(["orders", { type: "array" }]);
    expectFields(list.children[0] as Xml, order);
    for (const one of child(list.children[0] as Xml, "order_items").children) expectFields(one, orderItem);

    const single = await read(service, "/api/orders/10000001");
    expectFields(single, order);
    const fields = [
      "id",
      "title",
      "first_name",
      "last_name",
      "email",
      "item_count",
      "download_count",
      "download_limit",
    ];
    expect(fields.map((name) => textOf(single, name))).toEqual([
      "10000001",
      "T",
      "Ann",
      "Lee",
      "ann@example.com",
      "2",
      "1",
      "5",
    ]);
    const [downloaded, untouched] = child(single, "order_items").children as [Xml, Xml];
    for (const one of [downloaded, untouched]) {
      expect(one.name).toBe("order_item");
      expectFields(one, { ...orderItem, downloads: "array" });
      expect(textOf(one, "guid")).toMatch(identifier);
      expect(textOf(one, "link")).toBe(`/get/${textOf(one, "guid")}`);
      expect(textOf(one, "order_id")).toBe("10000001");
    }
    expect([textOf(downloaded, "download_count"), textOf(downloaded, "downloads_remaining")]).toEqual(["1", "4"]);
    expect([textOf(untouched, "download_count"), textOf(untouched, "downloads_remaining")]).toEqual(["0", "5"]);
    const [record, ...more] = child(downloaded, "downloads").children;
    expect(more).toEqual([]);
    expectFields(record as Xml, itemDownload);
    expect([textOf(record as Xml, "order_id"), textOf(record as Xml, "size")]).toEqual(["10000001", "12.0"]);
  });

  test("for downloads is newest first, and leaves the order out for a permalink", async () => {
    for (const path of ["/api/downloads", "/api/items/A/downloads"]) {
      const { name, attributes, children } = await read(service, path);
      expect([name, attributes, children.length]).toEqual(["downloads", { type: "array" }, 2]);
      expectFields(children[0] as Xml, permalinkDownload);
      expectFields(children[1] as Xml, download);
      expect(Number(textOf(children[0] as Xml, "id"))).toBeGreaterThan(Number(textOf(children[1] as Xml, "id")));
    }
    const [only, ...more] = (await read(service, "/api/orders/10000001/downloads")).children as [Xml];
    expect(more).toEqual([]);
    expectFields(only, download);
    expect(["item_sku", "order_id", "ip_address", "size_bytes"].map((name) => textOf(only, name))).toEqual([
      "A",
      "10000001",
      "127.0.0.1",
      "12.0",
    ]);
    expect(textOf(only, "downloaded_at")).toMatch(instant);

    const single = await read(service, `/api/downloads/${textOf(only, "id")}`);
    expect(single).toEqual(only);
  });

  test("for what does not expire and is not limited has empty elements with their types", async () => {
    const settings = { orderExpirationInHours: null, downloadLimitPerItem: null };
    await changeStore(service, settings);
    const root = await read(service, "/api/account");
    expectFields(root, account);
    expect([textOf(root, "order_expiration_in_hours"), textOf(root, "download_limit_per_item")]).toEqual(["", ""]);
    const free = await makeOrder(service, ["A"]);
    expectFields(free, order);
    expect([textOf(free, "expiration_date"), textOf(free, "download_limit"), textOf(free, "title")]).toEqual([
      "",
      "",
      "",
    ]);
    expect(textOf(free, "order_items", "order_item", "downloads_remaining")).toBe("");
    await changeStore(service, { orderExpirationInHours: 240, downloadLimitPerItem: 5 });
  });

  test("to a creation is 201 with the resource and where it is; to an update 200 with the resource", async () => {
    const made = await ask(service, "POST", "/api/items", itemXml("NEW"));
    expect([made.status, made.headers.get("location")]).toEqual([201, `${home}/api/items/NEW`]);
    expectFields(made.root, { ...item, downloads: "array" });
    expect(made.root).toEqual(await read(service, "/api/items/NEW"));
    const renamed = await ask(service, "PUT", "/api/items/NEW", itemXml("NEWER"));
    expect([renamed.status, renamed.root]).toEqual([200, await read(service, "/api/items/NEWER")]);

    const ordered = await ask(
      service,
      "POST",
      "/api/orders",
      orderXml(["A", "EMPTY"], "<email>b@example.com</email><id>M-1</id>"),
    );
    expect([ordered.status, ordered.headers.get("location")]).toEqual([201, `${home}/api/orders/M-1`]);
    expect(ordered.root).toEqual(await read(service, "/api/orders/M-1"));
    expectFields(ordered.root, { ...order, id: null });
    const changed = await ask(service, "PUT", "/api/orders/M-1", "<order><title>X</title></order>");
    expect([changed.status, changed.root]).toEqual([200, await read(service, "/api/orders/M-1")]);
  });

  test("without a body is sent to HEAD, with the same headers", async () => {
    for (const path of ["/api/account", "/api/orders", "/api/items/A", "/api/items/none"]) {
      const [get, head] = [await service.api(path), await service.api(path, { method: "HEAD" })];
      expect([head.status, head.headers.get("content-type")]).toEqual([get.status, get.headers.get("content-type")]);
      expect(await head.text()).toBe("");
    }
  });

  test("never allows another site's scripts in", async () => {
    for (const path of ["/api/account", "/api/nothing"]) {
      const { headers } = await service.api(path, { headers: { origin: "https://shop.example" } });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });
});
