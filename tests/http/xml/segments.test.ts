import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { ask, itemXml, makeItem, makeOrder, orderXml, tag, textOf } from "../../support/xml.ts";

const identifiers = [
  "a b",
  " edges ",
  "50%",
  "%41",
  "%2F",
  "%zz",
  "what?",
  "no.#1",
  "a&b;c=d+e",
  `<b>"q"'s`,
  "Größe-ß",
  "📦 parcel 👩‍👩‍👧",
  "back\\slash",
  "2026/001",
  "a/b/c.xml",
  "delete/delete",
  "create",
  "downloads",
  "update",
  "...",
  ".xml",
  "report.xml",
  "report.xml.xml",
  "x".repeat(64),
];

const onlySkus = ["../etc/passwd", "/", "a//b/", "ü".repeat(255)];

/** As a careful caller writes it: percent-encoded, and with the suffix that says where the SKU ends. */
const segment = (text: string) => `${encodeURIComponent(text)}.xml`;

describe.each(anyDatabase)("on $name", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
  });

  test.each([...identifiers, ...onlySkus])("an item with the SKU %p has a path of its own", async (sku) => {
    const created = await ask(service, "POST", "/api/items", itemXml(sku, "first"));
    expect([created.status, textOf(created.root, "sku")]).toEqual([201, sku]);
    const path = `/api/items/${segment(sku)}`;
    expect(textOf((await ask(service, "GET", path)).root, "sku")).toBe(sku);
    const location = new URL(created.headers.get("location") ?? "");
    expect(textOf((await ask(service, "GET", location.pathname)).root, "guid")).toBe(textOf(created.root, "guid"));

    expect((await ask(service, "PUT", path, `<item>${tag("name", "second")}</item>`)).status).toBe(200);
    expect(textOf((await ask(service, "GET", path)).root, "name")).toBe("second");
    expect((await ask(service, "DELETE", path)).status).toBe(200);
    expect((await ask(service, "GET", path)).status).toBe(404);
  });

  test.each(identifiers.filter((id) => id === id.trim()))(
    "an order with the id %p has a path of its own",
    async (id) => {
      await ask(service, "POST", "/api/items", itemXml("KEPT"));
      const created = await ask(
        service,
        "POST",
        "/api/orders",
        orderXml(["KEPT"], `<email>a@b.example</email>${tag("id", id)}`),
      );
      expect([created.status, textOf(created.root, "id")]).toEqual([201, id]);
      const path = `/api/orders/${segment(id)}`;
      const location = new URL(created.headers.get("location") ?? "");
      expect(textOf((await ask(service, "GET", location.pathname)).root, "id")).toBe(id);
      expect((await ask(service, "PUT", path, "<order><title>second</title></order>")).status).toBe(200);
      expect(textOf((await ask(service, "GET", path)).root, "title")).toBe("second");
      expect((await ask(service, "DELETE", path)).status).toBe(200);
      expect((await ask(service, "GET", path)).status).toBe(404);
    },
  );

  test.each([".", ".."])("no item and no order is named %p, which no client can ask for", async (name) => {
    const problem = (field: string) => `${field} must not be "." or "..".`;
    const [item, order] = [`SKU of ${name}`, `Order of ${name}`];
    await makeItem(service, item);
    await makeOrder(service, [item], tag("id", order));
    const fields = `<email>a@b.example</email>${tag("id", name)}`;
    const refused: [string, string, string, string][] = [
      ["POST", "/api/items", itemXml(name), "sku"],
      ["PUT", `/api/items/${encodeURIComponent(item)}`, `<item>${tag("sku", name)}</item>`, "sku"],
      ["POST", "/api/orders", orderXml([item], fields), "id"],
      ["PUT", `/api/orders/${encodeURIComponent(order)}`, `<order>${tag("id", name)}</order>`, "id"],
    ];
    for (const [method, path, body, field] of refused) {
      const { status, root } = await ask(service, method, path, body);
      expect([path, status, root.text]).toEqual([path, 422, problem(field)]);
    }
    expect((await ask(service, "GET", `/api/items/${segment(name)}`)).status).toBe(404);
  });

  test.each(["a/b", "50%", "what?", "report.xml", "📦"])(
    "the commands reach %p in the middle of a path",
    async (sku) => {
      await makeItem(service, sku);
      const path = `/api/items/${encodeURIComponent(sku)}`;
      expect((await ask(service, "GET", `${path}/downloads`)).status).toBe(200);
      expect((await ask(service, "POST", `${path}/update.xml`, itemXml(sku, "by command"))).status).toBe(200);
      expect(textOf((await ask(service, "GET", `/api/items/${segment(sku)}`)).root, "name")).toBe("by command");
      expect((await ask(service, "GET", `${path}/delete`)).status).toBe(200);
    },
  );

  test("a path is decoded once", async () => {
    await makeItem(service, "100%25");
    await makeItem(service, "100%");
    expect(textOf((await ask(service, "GET", "/api/items/100%2525")).root, "sku")).toBe("100%25");
    expect(textOf((await ask(service, "GET", "/api/items/100%25")).root, "sku")).toBe("100%");
  });

  test("a SKU that ends with .xml is read, changed and deleted by its plain path while no other matches", async () => {
    await makeItem(service, "feed.xml");
    expect(textOf((await ask(service, "GET", "/api/items/feed.xml")).root, "sku")).toBe("feed.xml");
    const changed = await ask(service, "PUT", "/api/items/feed.xml", itemXml("feed.xml", "changed"));
    expect([changed.status, textOf(changed.root, "name")]).toEqual([200, "changed"]);

    await makeItem(service, "feed");
    expect(textOf((await ask(service, "GET", "/api/items/feed.xml")).root, "sku")).toBe("feed");
    expect(textOf((await ask(service, "GET", "/api/items/feed%2Exml")).root, "sku")).toBe("feed.xml");
    expect((await ask(service, "DELETE", "/api/items/feed.xml.xml")).status).toBe(200);
    expect((await ask(service, "GET", "/api/items/feed")).status).toBe(200);
  });

  test("capitals and spaces count", async () => {
    await makeItem(service, "Case One");
    for (const other of ["case one", "CaseOne", "Case%20One%20", "%20Case%20One", "Case+One"]) {
      expect((await ask(service, "GET", `/api/items/${other}`)).status).toBe(404);
    }
  });

  test.each(["%00", "a%00b", "%FF", "%", "%E4", "%ED%A0%80", "x".repeat(5000)])(
    "what no SKU and no id can be, %p, is not found",
    async (text) => {
      for (const path of [`/api/items/${text}`, `/api/orders/${text}`, `/api/downloads/${text}`]) {
        expect((await ask(service, "GET", path)).status).toBe(404);
      }
      expect((await ask(service, "GET", `/api/orders/${text}/delete`)).status).toBe(404);
    },
  );

  test("the message for a missing path names what was asked for", async () => {
    await makeOrder(service, [(await makeItem(service, "NAMED")).children[0]?.text ?? ""]);
    expect((await ask(service, "GET", "/api/orders/9999.xml")).root.text).toBe("There is no order with the ID 9999.");
    expect((await ask(service, "GET", "/api/items/nix.xml")).root.text).toBe("There is no item with the SKU nix.");
  });
});
