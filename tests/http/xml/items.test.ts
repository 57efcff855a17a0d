import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { ask, child, itemXml, makeItem, makeOrder, namesIn, read, tag, textOf, type Xml } from "../../support/xml.ts";

const itemsOf = (order: Xml) => child(order, "order_items").children;
const skusOf = (order: Xml) => itemsOf(order).map((item) => textOf(item, "sku"));

describe.each(databasesUnderTest)("on $name, an item", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["KEPT", "OLD", "GONE"]) await addItem(service, sku);
  });

  test("counts the orders that hold it and the downloads of its files", async () => {
    const counts = async () => {
      const item = await read(service, "/api/items/KEPT");
      return [textOf(item, "order_count"), textOf(item, "download_count")];
    };
    expect(await counts()).toEqual(["0", "0"]);
    const [first, second] = [await makeOrder(service, ["KEPT", "KEPT"]), await makeOrder(service, ["KEPT", "OLD"])];
    expect(await counts()).toEqual(["2", "0"]);
    await service.get(textOf(itemsOf(first)[0] as Xml, "link"));
    expect(await counts()).toEqual(["2", "1"]);
    await ask(service, "DELETE", `/api/orders/${textOf(first, "id")}`);
    expect(await counts()).toEqual(["1", "1"]);
    await ask(
      service,
      "PUT",
      `/api/orders/${textOf(second, "id")}`,
      "<order><order_items><order_item><sku>OLD</sku></order_item></order_items></order>",
    );
    expect(await counts()).toEqual(["0", "1"]);
  });

  test("that is renamed keeps its guid and its file, and orders, links and downloads follow", async () => {
    const before = await read(service, "/api/items/OLD");
    const order = await makeOrder(service, ["OLD"]);
    const { link } = Object.fromEntries(itemsOf(order)[0]?.children.map(({ name, text }) => [name, text]) ?? []);
    await service.get(link ?? "");
    const renamed = await ask(service, "PUT", "/api/items/OLD/items", itemXml("NEW", "renamed"));
    expect([renamed.status, textOf(renamed.root, "guid"), textOf(renamed.root, "filename")]).toEqual([
      200,
      textOf(before, "guid"),
      "file.txt",
    ]);
    expect((await ask(service, "GET", "/api/items/OLD")).status).toBe(404);
    const after = await read(service, `/api/orders/${textOf(order, "id")}`);
    expect([skusOf(after), textOf(itemsOf(after)[0] as Xml, "item_name")]).toEqual([["NEW"], "renamed"]);
    expect(await (await service.get(link ?? "")).text()).toBe("the file of OLD");
    expect(await (await service.get(textOf(before, "permalink"))).text()).toBe("the file of OLD");
    const downloads = (await read(service, "/api/items/NEW/downloads")).children;
    expect(downloads.map((one) => textOf(one, "item_sku"))).toEqual(["NEW", "NEW", "NEW"]);
    const free = await ask(service, "POST", "/api/items", itemXml("OLD"));
    expect([free.status, textOf(free.root, "download_count")]).toEqual([201, "0"]);
  });

  test("is changed only in what an update holds", async () => {
    await makeItem(service, "PART");
    const named = await ask(service, "PUT", "/api/items/PART", `<item>${tag("name", "only the name")}</item>`);
    expect([textOf(named.root, "sku"), textOf(named.root, "name")]).toEqual(["PART", "only the name"]);
    const renamed = await ask(service, "PUT", "/api/items/PART", "<item><sku>PART 2</sku></item>");
    expect([textOf(renamed.root, "sku"), textOf(renamed.root, "name")]).toEqual(["PART 2", "only the name"]);
    const nothing = await ask(service, "PUT", "/api/items/PART%202", "<item><sku/></item>");
    expect(nothing.root).toEqual(renamed.root);
  });

  test("that is deleted leaves all orders and links, and its downloads keep the SKU they had", async () => {
    const before = await read(service, "/api/items/GONE");
    const both = await makeOrder(service, ["GONE", "KEPT"]);
    const only = await makeOrder(service, ["GONE"]);
    const link = textOf(itemsOf(both)[0] as Xml, "link");
    expect((await service.get(link ?? "")).status).toBe(200);
    expect((await ask(service, "DELETE", "/api/items/GONE/delete")).root.text).toBe("Ok.");

    const after = await read(service, `/api/orders/${textOf(both, "id")}`);
    expect([skusOf(after), textOf(after, "item_count"), textOf(after, "download_count")]).toEqual([["KEPT"], "1", "1"]);
    expect(itemsOf(await read(service, `/api/orders/${textOf(only, "id")}`))).toEqual([]);
    expect((await service.get(link ?? "")).status).toBe(404);
    expect((await service.get(textOf(before, "permalink"))).status).toBe(404);
    expect((await read(service, "/api/items")).children.map((item) => textOf(item, "sku"))).not.toContain("GONE");
    const [recorded] = (await read(service, `/api/orders/${textOf(both, "id")}/downloads`)).children as [Xml];
    expect(textOf(recorded, "item_sku")).toBe("GONE");

    const again = await makeItem(service, "GONE");
    expect(textOf(again, "guid")).not.toBe(textOf(before, "guid"));
    expect([textOf(again, "download_count"), textOf(again, "order_count")]).toEqual(["0", "0"]);
    expect((await read(service, "/api/items/GONE/downloads")).children).toEqual([]);
  });

  test("that is made twice at once exists once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(service, "POST", "/api/items", itemXml("RACE"))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("has nothing but a SKU and a name taken from a request", async () => {
    const body =
      "<item><sku>S</sku><name>N</name><filename>/etc/passwd</filename><size_bytes>5</size_bytes><guid>mine</guid></item>";
    const { root } = await ask(service, "POST", "/api/items", body);
    expect([textOf(root, "filename"), textOf(root, "size_bytes")]).toEqual(["", ""]);
    expect(textOf(root, "guid")).not.toBe("mine");
    expect(namesIn(root).at(-1)).toBe("downloads");
  });
});
