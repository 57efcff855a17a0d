import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";
import { ask, child, makeItem, makeOrder, orderXml, read, textOf } from "../../support/xml.ts";

const quiet = "<email>ann@example.com</email><send_email>false</send_email>";
const utf8 = (text: string) => new TextEncoder().encode(text);

describe.each(anyDatabase)("on $name, an XML request", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    await makeItem(service, "A");
    await makeItem(service, "B");
  });

  const order = async (fields: string, items = ["A"]) => {
    const { status, root } = await ask(service, "POST", "/api/orders", orderXml(items, quiet + fields));
    expect([status, status === 201 ? "" : root.text]).toEqual([201, ""]);
    return root;
  };

  test.each(["application/xml", "text/xml", "Application/XML; charset=UTF-8", 'text/xml;charset="utf-8"'])(
    "is taken as %s",
    async (type) => {
      const headers = { "content-type": type };
      expect((await ask(service, "POST", "/api/orders", orderXml(["A"], quiet), { headers })).status).toBe(201);
    },
  );

  test("without a content type is XML", async () => {
    const answer = await ask(service, "POST", "/api/orders", utf8(orderXml(["A"], quiet)), { headers: {} });
    expect(answer.status).toBe(201);
  });

  test.each(["application/json", "text/plain", "multipart/form-data; boundary=x", "application/octet-stream", "xml"])(
    "of the type %s is refused with 415",
    async (type) => {
      const headers = { "content-type": type };
      for (const [method, path] of [
        ["POST", "/api/orders"],
        ["PUT", "/api/items/A"],
      ] as const) {
        const { status, root } = await ask(service, method, path, orderXml(["A"], quiet), { headers });
        expect([status, root.text]).toEqual([415, expect.stringContaining("application/xml")]);
      }
    },
  );

  test("may type its elements or not, and its elements may stand in any order", async () => {
    const fields =
      '<download_limit type="integer">7</download_limit><expiration_date type="datetime">2030-01-02T03:04:05+00:00</expiration_date>';
    const typed = await order(fields);
    const untyped = await order(fields.replaceAll(/ type="\w+"/g, ""));
    for (const one of [typed, untyped]) {
      expect(textOf(one, "download_limit")).toBe("7");
      expect(textOf(one, "expiration_date")).toBe("2030-01-02T03:04:05+00:00");
    }
    const reversed =
      "<order><order_items><order_item><downloads_remaining>3</downloads_remaining><sku>A</sku></order_item></order_items>" +
      "<send_email>false</send_email><title>last</title><email>ann@example.com</email></order>";
    const { root } = await ask(service, "POST", "/api/orders", reversed);
    expect(textOf(root, "title")).toBe("last");
    expect(textOf(root, "order_items", "order_item", "downloads_remaining")).toBe("3");
  });

  test("may write its element names with hyphens, as Rails does", async () => {
    const names = (body: string) => body.replaceAll(/<\/?\w+/g, (name) => name.replaceAll("_", "-"));
    const fields = "<first_name>New</first_name><download_limit>1</download_limit>";
    const body = names(orderXml(["A", "B"], quiet + fields));
    expect(body).toContain("<order-item>");
    const { root } = await ask(service, "POST", "/api/orders", body);
    expect([textOf(root, "first_name"), textOf(root, "download_limit")]).toEqual(["New", "1"]);
    expect(child(root, "order_items").children.map((item) => textOf(item, "sku"))).toEqual(["A", "B"]);
    const id = textOf(root, "id");
    const ended = "<send-email><reset-expiration>false</reset-expiration></send-email>";
    const changed = await ask(service, "PUT", `/api/orders/${id}`, "<order><last-name>Lee</last-name></order>");
    expect(textOf(changed.root, "last_name")).toBe("Lee");
    const before = textOf(changed.root, "expiration_date");
    await ask(service, "POST", `/api/orders/${id}/expire`);
    await ask(service, "POST", `/api/orders/${id}/send_email`, ended);
    expect(textOf((await ask(service, "GET", `/api/orders/${id}`)).root, "expiration_date")).not.toBe(before);
  });

  test.each(["/api", "/api/v2"])(
    "of %s may write its query's names with hyphens, but not one in both spellings",
    async (at) => {
      const change = at === "/api" ? "" : "/update";
      const { root } = await ask(service, "POST", `${at}/orders/create`, orderXml(["A"], quiet));
      const id = textOf(root, "id");
      await ask(service, "POST", `${at}/orders/create`, orderXml(["A"], quiet));
      expect((await ask(service, "GET", `${at}/orders?per-page=1`)).root.children).toHaveLength(1);
      const options = "reset-expiration=false&expiration-date=2033-01-01T00:00:00Z";
      expect((await ask(service, "POST", `${at}/orders/${id}/send_email?${options}`)).status).toBe(200);
      const order = (await ask(service, "PUT", `${at}/orders/${id}${change}`, "<order/>")).root;
      expect(textOf(order, "expiration_date")).toBe("2033-01-01T00:00:00+00:00");
      for (const [method, path] of [
        ["GET", `${at}/orders?per-page=1&per_page=1`],
        ["POST", `${at}/orders/${id}/send_email?${options}&expiration_date=2034-01-01T00:00:00Z`],
      ] as const) {
        expect((await ask(service, method, path)).status).toBe(422);
      }
      expect(textOf(await read(service, `${at}/orders/${id}`), "expiration_date")).toBe("2033-01-01T00:00:00+00:00");
    },
  );

  test("lists order items with and without type=array, one and several", async () => {
    for (const attribute of ["", ' type="array"']) {
      for (const skus of [["A"], ["A", "B"]]) {
        const items = skus.map((sku) => `<order_item><sku>${sku}</sku></order_item>`).join("\n");
        const body = `<order>${quiet}<order_items${attribute}>\n${items}\n</order_items></order>`;
        const { root } = await ask(service, "POST", "/api/orders", body);
        expect(child(root, "order_items").children.map((item) => textOf(item, "sku"))).toEqual(skus);
      }
    }
  });

  test("may have its texts on lines of their own; spaces without a line break belong to a text", async () => {
    const own = "<title> x </title><first_name>\n    Ann Lee\r\n  </first_name><last_name>\n\t</last_name>";
    const root = await order(own, ["<sku>\n  A\n</sku>"]);
    expect([textOf(root, "title"), textOf(root, "first_name"), textOf(root, "last_name")]).toEqual([
      " x ",
      "Ann Lee",
      "",
    ]);
    expect(textOf(root, "order_items", "order_item", "sku")).toBe("A");
    const spaced = await ask(
      service,
      "POST",
      "/api/orders",
      `<order>${quiet}<order_items><order_item><sku> A</sku></order_item></order_items></order>`,
    );
    expect(spaced.status).toBe(422);
  });

  test("has its output-only and unknown elements ignored", async () => {
    const root = await order(
      "<item_count>99</item_count><download_count>98</download_count><created_at>2001-01-01T00:00:00Z</created_at>" +
        "<guid>mine</guid><color><of><nothing/></of></color>",
      ["<sku>A</sku><guid>mine</guid><link>/x</link><order_id>5</order_id><item_name>mine</item_name>"],
    );
    expect([textOf(root, "item_count"), textOf(root, "download_count")]).toEqual(["1", "0"]);
    expect(textOf(root, "created_at")).not.toStartWith("2001");
    expect(textOf(root, "order_items", "order_item", "guid")).not.toBe("mine");
    expect(textOf(root, "order_items", "order_item", "item_name")).toBe("Item A");
    const item = await ask(
      service,
      "PUT",
      "/api/items/A",
      "<item><guid>mine</guid><order_count>0</order_count></item>",
    );
    expect(item.status).toBe(200);
    expect(textOf(item.root, "guid")).not.toBe("mine");
  });

  test.each([
    "<download_limit/><expiration_date/><id/>",
    '<download_limit type="integer"> </download_limit><expiration_date type="datetime"></expiration_date><id type="integer"/>',
    '<download_limit nil="true">3</download_limit><expiration_date nil="1">2030-01-01</expiration_date><id nil="true">x</id>',
    '<download_limit xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>',
    "<expiration_date>0001-01-01T00:00:00</expiration_date>",
    '<expiration_date type="datetime">0001-01-01T00:00:00+01:00</expiration_date>',
    "<expiration_date>1970-01-01T01:00:00+01:00</expiration_date>",
    "<expiration_date>0000-00-00 00:00:00</expiration_date>",
  ])("with absent values takes the defaults: %s", async (fields) => {
    const root = await order(fields);
    expect(textOf(root, "download_limit")).toBe("5");
    expect(textOf(root, "id")).toMatch(/^\d+$/);
    const lives = Date.parse(textOf(root, "expiration_date")) - Date.parse(textOf(root, "created_at"));
    expect(lives).toBe(240 * 3_600_000);
  });

  test("clears a text with an empty element, and leaves it with nil and when it is left out", async () => {
    const path = `/api/orders/${textOf(await order("<title>T</title><first_name>F</first_name><last_name>L</last_name>"), "id")}`;
    await ask(service, "PUT", path, '<order><title/><first_name nil="true"/></order>');
    const after = await read(service, path);
    expect(["title", "first_name", "last_name"].map((name) => textOf(after, name))).toEqual(["", "F", "L"]);
  });

  test.each([
    ["2030-06-01T12:00:00+00:00", "2030-06-01T12:00:00+00:00"],
    ["2030-06-01T12:00:00Z", "2030-06-01T12:00:00+00:00"],
    ["2030-06-01T12:00:00", "2030-06-01T12:00:00+00:00"],
    ["2030-06-01T12:00:00+02:00", "2030-06-01T10:00:00+00:00"],
    ["2030-06-01T12:00:00-0730", "2030-06-01T19:30:00+00:00"],
    ["2030-06-01T12:00:00.987+00:00", "2030-06-01T12:00:00+00:00"],
    ["2030-06-01 12:00:00 UTC", "2030-06-01T12:00:00+00:00"],
    ["2028-02-29T23:59:59-01:00", "2028-03-01T00:59:59+00:00"],
    [" 2030-06-01 ", "2030-06-01T00:00:00+00:00"],
  ])("reads the date %s as %s", async (written, meant) => {
    expect(textOf(await order(`<expiration_date>${written}</expiration_date>`), "expiration_date")).toBe(meant);
  });

  test.each([
    ["true", 1],
    ["1", 1],
    [" TRUE ", 1],
    ["false", 0],
    ["0", 0],
    ["", 1],
  ])("reads the boolean %p", async (written, emails) => {
    const body = orderXml(["A"], `<email>bool@example.com</email><send_email type="boolean">${written}</send_email>`);
    const { status, root } = await ask(service, "POST", "/api/orders", body);
    expect(status).toBe(201);
    expect((await v3(service, "GET", `emails?order_id=${textOf(root, "id")}`)).body.total).toBe(emails);
  });

  test.each([
    ["in the query", "?reset_expiration=false", undefined, undefined],
    ["in form fields", "", "reset_expiration=false", "application/x-www-form-urlencoded"],
    ["in nested form fields", "", "order[reset_expiration]=0", "application/x-www-form-urlencoded"],
    [
      "under the root order",
      "",
      '<order><reset_expiration type="boolean">false</reset_expiration></order>',
      "application/xml",
    ],
    ["under any other root", "", "<options><reset_expiration>0</reset_expiration></options>", "text/xml"],
  ])("of send_email has its options %s", async (_, query, body, type) => {
    const path = `/api/orders/${textOf(await makeOrder(service, ["A"], "<expiration_date>2031-01-01T00:00:00Z</expiration_date>"), "id")}`;
    const headers: Record<string, string> = type ? { "content-type": type } : {};
    expect((await ask(service, "POST", `${path}/send_email${query}`, body, { headers })).status).toBe(200);
    expect(textOf(await read(service, path), "expiration_date")).toBe("2031-01-01T00:00:00+00:00");
  });

  test("of send_email may leave the plus sign of an offset unescaped in the query", async () => {
    const path = `/api/orders/${textOf(await makeOrder(service, ["A"]), "id")}`;
    expect((await ask(service, "GET", `${path}/send_email?expiration_date=2032-01-01T02:00:00+02:00`)).status).toBe(
      200,
    );
    expect(textOf(await read(service, path), "expiration_date")).toBe("2032-01-01T00:00:00+00:00");
  });
});
