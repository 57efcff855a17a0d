import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { ask, child, everything, makeItem, read, textOf } from "../../support/xml.ts";

const headers = { "content-type": "application/x-www-form-urlencoded" };
const quiet = "order[email]=ann@example.com&order[send_email]=false";

describe.each(anyDatabase)("on $name, a form", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    await makeItem(service, "A");
    await makeItem(service, "B & C+ü");
  });

  const send = (method: string, path: string, form: string) => ask(service, method, path, form, { headers });
  const skusOf = (order: Awaited<ReturnType<typeof send>>["root"]) =>
    child(order, "order_items").children.map((item) => textOf(item, "sku"));

  test("creates and updates an item", async () => {
    const created = await send("POST", "/api/items/create", "item[sku]=F%2F1&item%5Bname%5D=A+form%26more");
    expect([created.status, textOf(created.root, "sku"), textOf(created.root, "name")]).toEqual([
      201,
      "F/1",
      "A form&more",
    ]);
    const updated = await send("POST", "/api/items/F%2F1/update", "item[sku]=F2");
    expect([updated.status, textOf(updated.root, "sku"), textOf(updated.root, "name")]).toEqual([
      200,
      "F2",
      "A form&more",
    ]);
  });

  test("with the media type's parameters and capitals is a form", async () => {
    const type = { "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" };
    const body = `${quiet}&order[order_items][][sku]=A`;
    expect((await ask(service, "POST", "/api/orders", body, { headers: type })).status).toBe(201);
  });

  test.each([
    ["empty brackets", "order[order_items][][sku]=A&order[order_items][][sku]=B+%26+C%2B%C3%BC"],
    [
      "empty brackets, several fields each",
      "order[order_items][][sku]=A&order[order_items][][downloads_remaining]=2&order[order_items][][sku]=B+%26+C%2B%C3%BC",
    ],
    ["numbers", "order[order_items][0][sku]=A&order[order_items][1][sku]=B+%26+C%2B%C3%BC"],
    ["numbers from 2", "order[order_items][2][sku]=A&order[order_items][3][sku]=B+%26+C%2B%C3%BC"],
    ["a number and empty brackets", "order[order_items][7][sku]=A&order[order_items][][sku]=B+%26+C%2B%C3%BC"],
    [
      "numbers in any order",
      "order[order_items][1399999999999][sku]=B+%26+C%2B%C3%BC&order[order_items][10][downloads_remaining]=1&order[order_items][10][sku]=A",
    ],
    [
      "order_item elements",
      "order[order_items][order_item][][sku]=A&order[order_items][order_item][][sku]=B+%26+C%2B%C3%BC",
    ],
  ])("lists order items with %s", async (_, lines) => {
    const { status, root } = await send("POST", "/api/orders/create", `${quiet}&${lines}`);
    expect(status).toBe(201);
    expect(skusOf(root)).toEqual(["A", "B & C+ü"]);
  });

  test("keeps each order item's fields together", async () => {
    const lines =
      "order[order_items][][downloads_remaining]=2&order[order_items][][sku]=A&order[order_items][][downloads_remaining]=9&order[order_items][][sku]=B+%26+C%2B%C3%BC";
    const { root } = await send("POST", "/api/orders", `${quiet}&${lines}`);
    const remaining = child(root, "order_items").children.map((item) => textOf(item, "downloads_remaining"));
    expect(remaining).toEqual(["2", "9"]);
  });

  test("takes every field, and clears a text that is empty", async () => {
    const fields =
      "order[id]=F-1&order[title]=T&order[first_name]=%C3%84nne&order[last_name]=L&order[download_limit]=3&order[expiration_date]=2030-01-01T00%3A00%3A00%2B00%3A00";
    const { status } = await send("POST", "/api/orders", `${quiet}&${fields}&order[order_items][][sku]=A`);
    expect(status).toBe(201);
    const updated = await send(
      "PUT",
      "/api/orders/F-1/update",
      "order[title]=&order[download_limit]=&order[last_name]=M",
    );
    expect(updated.status).toBe(200);
    const order = await read(service, "/api/orders/F-1");
    const names = ["title", "first_name", "last_name", "download_limit", "expiration_date"];
    expect(names.map((name) => textOf(order, name))).toEqual(["", "Änne", "M", "3", "2030-01-01T00:00:00+00:00"]);
  });

  test("may write its field names with hyphens, but not a field in both spellings", async () => {
    const line = "order[order-items][][sku]=A&order[order-items][][downloads-remaining]=4";
    const { status, root } = await send("POST", "/api/orders", `${quiet}&order[id]=F-H&order[first-name]=New&${line}`);
    expect([status, textOf(root, "first_name"), skusOf(root)]).toEqual([201, "New", ["A"]]);
    expect(textOf(root, "order_items", "order_item", "downloads_remaining")).toBe("4");
    for (const [form, field] of [
      ["order[first-name]=One&order[first_name]=Two", "first_name"],
      ["order[title]=T&order[download_limit]=1&order[download-limit]=1", "download_limit"],
      ["order[order_items][][sku]=A&order[order-items][][sku]=A", "order_items"],
    ] as const) {
      const refused = await send("PUT", "/api/orders/F-H", form);
      expect([refused.status, refused.root.text]).toEqual([422, expect.stringContaining(field)]);
    }
    const changed = await send("PUT", "/api/orders/F-H", "order[last-name]=Lee&order[un-known]=1&order[un_known]=2");
    expect([changed.status, textOf(changed.root, "first_name"), textOf(changed.root, "last_name")]).toEqual([
      200,
      "New",
      "Lee",
    ]);
    const options = "reset-expiration=false&expiration-date=2033-01-01T00:00:00Z";
    expect((await send("POST", "/api/orders/F-H/send_email", options)).status).toBe(200);
    const dateOf = async () => textOf(await read(service, "/api/orders/F-H"), "expiration_date");
    expect(await dateOf()).toBe("2033-01-01T00:00:00+00:00");
    const both = await send("POST", "/api/orders/F-H/send_email", `${options}&expiration_date=2034-01-01T00:00:00Z`);
    expect([both.status, await dateOf()]).toEqual([422, "2033-01-01T00:00:00+00:00"]);
  });

  test.each([
    ["", 422, "order[…]"],
    ["email=ann@example.com", 422, "order[…]"],
    ["order=text", 422, "order[…]"],
    ["item[sku]=A", 422, "order[…]"],
    [`${quiet}&order[order_items]=A`, 422, "order_items must contain order_item elements, not text"],
    [`${quiet}&order[order_items][x][sku]=A`, 422, "order_items must contain order_item elements, not x"],
    [`${quiet}&order[order_items][][sku]=%00`, 422, "order_items[0].sku"],
    [`${quiet}&order[title]=a%00b&order[order_items][][sku]=A`, 422, "title"],
    [`${quiet}&order[email][x]=1&order[order_items][][sku]=A`, 400, "order[email][x]"],
    [`${quiet}&order[order_items][x]=1&order[order_items][][sku]=A`, 400, "order[order_items][][sku]"],
    [`order${"[a]".repeat(50)}=1`, 400, "too deep"],
    [`order[${"a".repeat(194)}]=1`, 400, "too long"],
    ["order[email]=%FF", 400, "UTF-8"],
    ["order[__proto__][sku]=A", 422, "email"],
  ])("that cannot be understood, %s, is refused with a sentence that names the place", async (body, status, words) => {
    const before = await everything(service);
    const answer = await send("POST", "/api/orders", body);
    expect([answer.status, answer.root.text]).toEqual([status, expect.stringContaining(words)]);
    expect(await everything(service)).toBe(before);
  });

  test("made of opening brackets is refused at once", async () => {
    for (const [name, status] of [
      [`order${"[".repeat(500_000)}`, 400],
      [`order${"[".repeat(190)}=1&`.repeat(2_500), 422],
    ] as const) {
      expect((await send("POST", "/api/orders", `${name}=1`)).status).toBe(status);
    }
  });

  test("that is not UTF-8 is refused", async () => {
    const body = new Uint8Array([...new TextEncoder().encode("order[email]="), 0xff, 0xfe]);
    const { status, root } = await ask(service, "POST", "/api/orders", body, { headers });
    expect([status, root.text]).toEqual([400, expect.stringContaining("UTF-8")]);
  });
});
