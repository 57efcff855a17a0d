import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyDatabase, databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { forms, makeOrder, makeProduct, productXml, storeFile } from "../../support/v2.ts";
import { ask, child, read, tag, textOf, type Xml } from "../../support/xml.ts";

const names = (list: Xml, field: string) => list.children.map((one) => textOf(one, field));

const printable = /^[^\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]*$/u;
const text = fc
  .oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 40 }))
  .filter((one) => printable.test(one) && one.length <= 255);

describe.each(anyDatabase)("on $name, the v2 interface", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    await makeProduct(service, "MAP");
    await makeProduct(service, "B & <b>/1");
  });

  test("answers every wrong request with a message", async () => {
    const order = textOf(await makeOrder(service, ["MAP"]), "id");
    const xml = { "content-type": "application/xml" };
    const wrong: [number, string, string, (string | undefined)?, Record<string, string>?][] = [
      [404, "GET", "/api/v2"],
      [404, "GET", "/api/v2/carts"],
      [404, "GET", "/api/v2/orders/none"],
      [404, "GET", "/api/v2/orders/none/stats"],
      [404, "GET", "/api/v2/products/none"],
      [404, "GET", "/api/v2/products/none/files"],
      [404, "GET", "/api/v2/files/0"],
      [404, "GET", "/api/v2/downloads/x"],
      [404, "GET", `/api/v2/orders/${order}/order_items/999999`],
      [404, "POST", "/api/v2/order_items/999999/expire"],
      [404, "DELETE", "/api/v2/orders/none/delete"],
      [405, "PUT", "/api/v2/account"],
      [405, "POST", "/api/v2/new_token"],
      [405, "HEAD", "/api/v2/new_token"],
      [405, "POST", `/api/v2/orders/${order}/delete`],
      [405, "GET", `/api/v2/orders/${order}/update`],
      [405, "DELETE", "/api/v2/products"],
      [400, "POST", "/api/v2/orders/create", "<order>", xml],
      [400, "POST", "/api/v2/orders/create", "<!DOCTYPE order [<!ENTITY a 'b'>]><order/>", xml],
      [422, "POST", "/api/v2/orders/create", "<product/>", xml],
      [422, "POST", "/api/v2/orders/create", "<order/>", xml],
      [415, "POST", "/api/v2/orders/create", "{}", { "content-type": "application/json" }],
      [413, "POST", "/api/v2/orders/create", `<order>${" ".repeat(2 ** 20)}</order>`, xml],
      [409, "POST", "/api/v2/products/create", productXml({ sku: "MAP", name: "Map" }), xml],
      [422, "GET", "/api/v2/orders?status=lost"],
      [422, "GET", "/api/v2/orders?status=open&filter=manual"],
      [422, "GET", "/api/v2/products?per_page=0"],
    ];
    for (const [status, method, path, body, headers] of wrong) {
      if (method === "HEAD") {
        expect((await service.api(path, { method })).status).toBe(status);
        continue;
      }
      const answer = await ask(service, method, path, body, headers && { headers });
      expect([path, answer.status, answer.root.name]).toEqual([path, status, "message"]);
      expect(answer.root.text).not.toMatch(/\b(?<!order )items?\b/);
      if (status === 405) expect(answer.headers.get("allow")).not.toBeNull();
    }
    const refused = await ask(service, "PUT", "/api/v2/orders/create");
    expect(refused.status).toBe(422);
    const others = await ask(service, "GET", "/api/v2/account", undefined, { as: null });
    expect([others.status, others.root.name]).toEqual([401, "message"]);
    expect(others.headers.get("www-authenticate")).toStartWith("Basic ");
    const fromPage = { headers: { "sec-fetch-site": "cross-site" } };
    expect((await ask(service, "GET", `/api/v2/orders/${order}/expire`, undefined, fromPage)).status).toBe(403);
    expect(textOf(await read(service, `/api/v2/orders/${order}`), "status")).toBe("open");
  });

  test("names every wrong field at once, in its own names", async () => {
    const order = `<order><email>x</email><currency>Euro</currency><download_limit>many</download_limit><order_items type="array"><order_item><sku>NO</sku><price>cheap</price></order_item></order_items></order>`;
    const { status, root } = await ask(service, "POST", "/api/v2/orders/create", order);
    expect(status).toBe(422);
    for (const name of ["email", "currency", "download_limit", "order_items[0].price"])
      expect(root.text).toContain(name);
    const unknown = await ask(
      service,
      "POST",
      "/api/v2/orders/create",
      "order[email]=a%40b.example&order[order_items][][sku]=NO",
      { headers: forms },
    );
    expect(unknown.root.text).toBe('order_items[0].sku is unknown: no product has the SKU "NO".');
    for (const [files, said] of [
      ["<id>999999</id>", "files[0]"],
      ["<id>x</id>", "files must contain IDs"],
      ["<file><sku>1</sku></file>", "files must contain IDs"],
    ] as const) {
      const body = productXml({ sku: "FILES", name: "Files" }, `<files>${files}</files>`);
      const answer = await ask(service, "POST", "/api/v2/products/create", body);
      expect([answer.status, answer.root.text]).toEqual([422, expect.stringContaining(said)]);
    }
    expect((await ask(service, "GET", "/api/v2/products/FILES")).status).toBe(404);
  });

  test("takes a 0 for a number that was not set, as the Java client sends it", async () => {
    const lines = `<order_items type="array"><order_item><sku>MAP</sku><downloads_remaining>0</downloads_remaining><price>0.0</price></order_item></order_items>`;
    const body = `<order><email>ann@example.com</email><download_limit>0</download_limit><send_email>false</send_email>${lines}</order>`;
    const { root: order } = await ask(service, "POST", "/api/v2/orders/create", body);
    expect(textOf(order, "download_limit")).toBe("5");
    expect(textOf(order, "total")).toBe("9.5");
    const path = `/api/v2/orders/${textOf(order, "id")}`;
    const item = (await read(service, `${path}/order_items`)).children[0] as Xml;
    expect(textOf(item, "price")).toBe("9.5");
    const changed = await ask(service, "PUT", `${path}/update`, "<order><download_limit>7</download_limit></order>");
    expect(textOf(changed.root, "download_limit")).toBe("7");
    const again = await ask(service, "PUT", `${path}/update`, body);
    expect(textOf(again.root, "download_limit")).toBe("7");
    const numbered = await Promise.all(
      [1, 2].map(() => makeOrder(service, ["MAP"], "<id>0</id><vendor_id>0</vendor_id>")),
    );
    expect(numbered.map((made) => textOf(made, "id"))).not.toContain("0");
    const emails = await service.api("/api/v3/emails");
    expect(((await emails.json()) as { total: number }).total).toBe(0);
    const product = "<product><sku>MAP</sku><name>A map</name><price>0.0</price></product>";
    const updated = await ask(service, "PUT", "/api/v2/products/MAP/update", product);
    expect(["name", "price"].map((name) => textOf(updated.root, name))).toEqual(["A map", "9.5"]);
    const large = productXml({ sku: "DEAR", name: "Dear", price: "1.0E7" });
    expect(textOf((await ask(service, "POST", "/api/v2/products/create", large)).root, "price")).toBe("10000000.0");
  });

  test("finds order items only in their own order", async () => {
    const [one, another] = [await makeOrder(service, ["MAP"]), await makeOrder(service, ["MAP"])];
    const of = (order: Xml) => `/api/v2/orders/${textOf(order, "id")}/order_items`;
    const item = (await read(service, of(one))).children[0] as Xml;
    const id = textOf(item, "id");
    expect(await read(service, `${of(one)}/${id}`)).toEqual(item);
    for (const path of ["", "/files", "/downloads"])
      expect((await ask(service, "GET", `${of(another)}/${id}${path}`)).status).toBe(404);
    expect((await ask(service, "POST", `${of(another)}/${id}/expire`)).status).toBe(404);
    const wrong = await ask(service, "GET", "/api/v2/order_items/x-1/files");
    expect([wrong.status, wrong.root.text]).toEqual([404, "There is no order item with the ID x-1."]);

    // A path without the order is told of it in the activity log all the same.
    expect((await ask(service, "GET", `/api/v2/order_items/${id}/expire`)).status).toBe(200);
    const { activity } = (await (await service.api("/api/v3/activity?page_size=1")).json()) as {
      activity: { details: { subject: { id: string } } }[];
    };
    expect(activity[0]?.details.subject.id).toBe(textOf(one, "id"));
  });

  test("shows files, and those of a product only while it has them", async () => {
    const [one, two] = [await storeFile(service, "one ü.txt", "one"), await storeFile(service, "two.txt", "two")];
    await makeProduct(service, "PACK", [one]);
    const list = await read(service, "/api/v2/files");
    expect(names(list, "id")).toEqual([two, one].map(String));
    const [other, file] = list.children as [Xml, Xml];
    expect(child(other, "permalink").attributes).toEqual({ nil: "true" });
    expect(await read(service, `/api/v2/files/${one}`)).toEqual(file);
    expect((await read(service, "/api/v2/products/PACK/files")).children).toEqual([file]);
    const permalink = new URL(textOf(file, "permalink")).pathname;
    expect(await (await service.get(permalink)).text()).toBe("one");
    const byPermalink = (await read(service, "/api/v2/products/PACK/downloads")).children[0] as Xml;
    expect(child(byPermalink, "order_id").attributes).toEqual({ nil: "true" });

    const both = `<files><id>${two}</id><id>${one}</id></files>`;
    const path = "/api/v2/products/PACK/update";
    expect((await ask(service, "PUT", path, productXml({}, both))).status).toBe(200);
    // An empty list, as the PHP client sends it, changes nothing.
    expect((await ask(service, "PUT", path, productXml({}, '<files type="array"/>'))).status).toBe(200);
    expect(names(await read(service, "/api/v2/products/PACK/files"), "id")).toEqual([two, one].map(String));
    // The list as it was read.
    const links = '<item_urls type="array"><item_url><url>https://example.com/a</url></item_url></item_urls>';
    expect((await ask(service, "PUT", path, productXml({}, links))).status).toBe(200);
    const shown = names(await read(service, "/api/v2/products/PACK/files"), "id");
    const sentBack = shown.map((id) => `<file>${tag("id", id)}</file>`).join("");
    expect((await ask(service, "PUT", path, productXml({}, `<files>${sentBack}</files>`))).status).toBe(200);
    expect(names(await read(service, "/api/v2/products/PACK/files"), "id")).toEqual(shown);
  });

  test("gives back every text of an order and a product as it was sent", async () => {
    const fields = fc.record({ first_name: text, last_name: text, custom_1: text, custom_3: text });
    await fc.assert(
      fc.asyncProperty(fields, fc.boolean(), async (order, isForm) => {
        const id = textOf(await makeOrder(service, ["MAP"]), "id");
        const form = new URLSearchParams();
        for (const [name, value] of Object.entries(order)) form.set(`order[${name}]`, value);
        const elements = Object.entries(order).map(([name, value]) => tag(name, value));
        const body = isForm ? form.toString() : `<order>${elements.join("")}</order>`;
        const headers = isForm ? forms : { "content-type": "application/xml" };
        const { status, root } = await ask(service, "PUT", `/api/v2/orders/${id}`, body, { headers });
        expect([status, root.name === "message" && root.text]).toEqual([200, false]);
        for (const [name, value] of Object.entries(order)) expect(textOf(root, name)).toBe(value);
        expect(await read(service, `/api/v2/orders/${id}`)).toEqual(root);
      }),
      { numRuns: 15 },
    );
    await fc.assert(
      fc.asyncProperty(text, fc.nat(1_000_000), async (name, cents) => {
        const sent = { name: name.trim() === "" ? "A map" : name, price: String((cents + 1) / 100) };
        const { root } = await ask(service, "PUT", "/api/v2/products/MAP", productXml(sent));
        expect([textOf(root, "name"), Number(textOf(root, "price"))]).toEqual([sent.name, Number(sent.price)]);
        expect(await read(service, "/api/v2/products/MAP")).toEqual(root);
      }),
      { numRuns: 15 },
    );
  });
});

describe.each(databasesUnderTest)("on $name, what the v2 interface finds", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    await makeProduct(service, "MAP");
    await makeProduct(service, "B & <b>/1");
  });

  test("takes a product's ID where the SKU stands, but never for another product", async () => {
    const id = textOf(await makeProduct(service, "BY-ID"), "id");
    expect(textOf(await read(service, `/api/v2/products/${id}`), "sku")).toBe("BY-ID");
    const renamed = await ask(service, "PUT", `/api/v2/products/${id}/update`, productXml({ name: "By ID" }));
    expect(textOf(renamed.root, "name")).toBe("By ID");

    // Another product gets this SKU. It is meant from now on, but nobody can delete the wrong one.
    await makeProduct(service, id);
    expect(textOf(await read(service, `/api/v2/products/${id}/stats`), "sku")).toBe(id);
    const refused = await ask(service, "DELETE", `/api/v2/products/${id}/delete`);
    expect([refused.status, refused.root.text]).toEqual([409, expect.stringContaining("BY-ID")]);
    expect((await service.api(`/api/v3/skuproducts/${id}`, { method: "DELETE" })).status).toBe(204);

    // A deletion that is sent twice finds nothing the second time.
    expect((await ask(service, "DELETE", `/api/v2/products/${id}/delete`)).status).toBe(404);
    expect((await read(service, "/api/v2/products/BY-ID")).name).toBe("product");
    const other = await makeProduct(service, "OTHER");
    const path = `/api/v2/products/${textOf(other, "id")}/delete`;
    expect((await ask(service, "DELETE", path)).status).toBe(200);
    expect((await ask(service, "DELETE", path)).status).toBe(404);
  });

  test("lists open and expired orders, pages, and paths with .xml", async () => {
    const ids = ["A-1", "A-2", "A-3"];
    for (const id of ids) await makeOrder(service, ["B & <b>/1"], tag("id", id));
    expect((await ask(service, "GET", "/api/v2/orders/A-2/expire.xml")).status).toBe(200);
    const found = async (query: string) => names(await read(service, `/api/v2/orders.xml${query}`), "id");
    const [all, open, expired] = [await found(""), await found("?status=open"), await found("?status=expired")];
    expect(all.slice(0, 3)).toEqual(["A-3", "A-2", "A-1"]);
    expect(expired).toEqual(["A-2"]);
    expect(open).toEqual(all.filter((id) => id !== "A-2"));
    expect(await found("?filter=current")).toEqual(open);
    expect(await found("?filter=expired")).toEqual(expired);
    expect(await found("?filter=manual")).toEqual([]);
    expect(await found("?per_page=1&page=2")).toEqual(["A-2"]);
    expect(names(await read(service, "/api/v2/products?per_page=1"), "sku")).toEqual(["B & <b>/1"]);
    expect(textOf(await read(service, `/api/v2/products/${encodeURIComponent("B & <b>/1")}`), "sku")).toBe("B & <b>/1");
    for (const list of ["orders", "products", "files", "downloads"]) {
      const head = await service.api(`/api/v2/${list}`, { method: "HEAD" });
      expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
      expect((await read(service, `/api/v2/${list}.xml`)).attributes).toEqual({ type: "array" });
    }
  });

  test("shows nothing of another account, and changes nothing of it", async () => {
    const order = await makeOrder(service, ["MAP"]);
    const item = (await read(service, `/api/v2/orders/${textOf(order, "id")}/order_items`)).children[0] as Xml;
    const file = await storeFile(service, "own.txt", "own");
    const product = textOf(await read(service, "/api/v2/products/MAP"), "id");
    const other = await makeStore();
    for (const path of [
      `orders/${textOf(order, "id")}`,
      `order_items/${textOf(item, "id")}/files`,
      `files/${file}`,
      "products/MAP",
      `products/${product}`,
    ])
      expect((await ask(other, "GET", `/api/v2/${path}`)).status).toBe(404);
    for (const list of ["orders", "products", "files", "downloads"])
      expect((await ask(other, "GET", `/api/v2/${list}`)).root.children).toEqual([]);
  });
});
