import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { forms, storeFile } from "../../support/v2.ts";
import { type Answer, ask, child, namesIn, read, textOf, typesIn, type Xml } from "../../support/xml.ts";

interface Entry {
  kind: string;
  actor: string;
  details: { subject: { id: string } | null; fields: string[] };
}

/** The path of a link or address in an answer. */
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

const names = (list: Xml, field: string) => list.children.map((one) => textOf(one, field));

describe.each(anyDatabase)("on $name, a store's program uses the v2 interface for a day", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
  });

  const ok = async (answer: Promise<Answer>, status = 200) => {
    const { status: was, root } = await answer;
    if (was !== status) throw new Error(`${was} ${root.text}`);
    return root;
  };

  test("from the product to the statistics", async () => {
    expect((await read(service, "/api/v2/time")).text).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\+00:00$/);
    const account = await read(service, "/api/v2/account");
    expect(textOf(account, "api_token")).toBe(service.credentials.token);

    // As the PHP client writes it.
    const first = await storeFile(service, "first.txt", "the first file");
    const second = await storeFile(service, "zweite Datei.txt", "the second file");
    const product = await ok(
      ask(
        service,
        "POST",
        "/api/v2/products/create",
        `<?xml version="1.0" encoding="UTF-8"?><product><id/><sku>HARM</sku><name>Harmonium</name><price type="float">9.5</price><currency>EUR</currency><paypal_add_to_cart_link/><files_uri/><downloads_uri/><files type="array"><file><id>${first}</id></file><file><id>${second}</id></file></files><item_urls type="array"><item_url><name>Course</name><url>https://example.com/course</url></item_url></item_urls></product>`,
      ),
      201,
    );
    expect(product.children.map(({ name, text }) => [name, text]).slice(0, 7)).toEqual([
      ["id", textOf(product, "id")],
      ["sku", "HARM"],
      ["name", "Harmonium"],
      ["price", "9.5"],
      ["currency", "EUR"],
      ["order_count", "0"],
      ["download_count", "0"],
    ]);
    const files = await read(service, pathOf(textOf(product, "files_uri")));
    expect(names(files, "filename")).toEqual(["first.txt", "zweite Datei.txt", "Course"]);
    expect(names(files, "type")).toEqual(["download", "download", "link"]);
    expect(names(files, "url")).toEqual(["", "", "https://example.com/course"]);

    const order = await ok(
      ask(
        service,
        "POST",
        "/api/v2/orders/create",
        '<?xml version="1.0" encoding="UTF-8"?><order><id/><vendor_id>SHOP-7</vendor_id><first_name>Ann</first_name><last_name>Lee</last_name><email>ann@example.com</email><currency>EUR</currency><custom_1>red</custom_1><custom_2 nil="true"/><custom_3 nil="true"/><download_limit type="integer">2</download_limit><send_email>true</send_email><order_items type="array"><order_item><sku>HARM</sku><downloads_remaining type="integer"/><price type="float">8.25</price></order_item></order_items></order>',
      ),
      201,
    );
    const id = textOf(order, "id");
    expect(textOf(order, "vendor_id")).toBe("SHOP-7");
    expect(textOf(order, "total")).toBe("8.25");
    expect(textOf(order, "status")).toBe("open");
    expect(textOf(order, "custom_1")).toBe("red");
    expect(child(order, "custom_2").attributes).toEqual({ nil: "true" });
    expect(child(order, "link").attributes.href).toBe(textOf(order, "link"));
    expect((await service.get(pathOf(textOf(order, "link")))).status).toBe(200);

    const items = await read(service, pathOf(textOf(order, "order_items_uri")));
    const item = items.children[0] as Xml;
    expect(textOf(item, "product_name")).toBe("Harmonium");
    const itemFiles = await read(service, pathOf(textOf(item, "files_uri")));
    const file = itemFiles.children[0] as Xml;
    expect(namesIn(file).join(" ")).toBe(
      "filename guid download_count link downloads_remaining type id size_bytes content_type permalink url",
    );
    expect(textOf(file, "downloads_remaining")).toBe("2");

    const link = pathOf(textOf(file, "link"));
    expect(await (await service.get(link)).text()).toBe("the first file");
    expect((await service.get(link, { method: "HEAD" })).status).toBe(200);
    const after = (await read(service, `/api/v2/order_items/${textOf(item, "id")}/files`)).children;
    expect(after.map((one) => textOf(one, "download_count"))).toEqual(["1", "0", "0"]);
    expect(after.map((one) => textOf(one, "downloads_remaining"))).toEqual(["1", "2", "2"]);

    const downloads = await read(service, pathOf(textOf(item, "downloads_uri")));
    const download = downloads.children[0] as Xml;
    expect(downloads.children.length).toBe(1);
    expect(textOf(download, "order_item_id")).toBe(textOf(item, "id"));
    expect(textOf(download, "order_id")).toBe(id);
    expect(textOf(download, "size_bytes")).toBe("14");
    for (const path of ["downloads", "products/HARM/downloads", `orders/${id}/downloads`, `downloads.xml?per_page=1`])
      expect((await read(service, `/api/v2/${path}`)).children).toEqual([download]);
    expect(await read(service, `/api/v2/downloads/${textOf(download, "id")}`)).toEqual(download);

    const stats = await read(service, `/api/v2/orders/${id}/stats`);
    expect(stats.children.map(({ text }) => text)).toEqual([id, "SHOP-7", "1", "1", "8.25", "EUR"]);
    const productStats = await read(service, "/api/v2/products/HARM/stats");
    expect(productStats.children.map(({ text }) => text)).toEqual([
      textOf(product, "id"),
      "HARM",
      "9.5",
      "EUR",
      "1",
      "1",
    ]);

    // One item ends, then the order. Both can be repeated.
    for (const method of ["POST", "GET"]) {
      const path = `/api/v2/orders/${id}/order_items/${textOf(item, "id")}/expire`;
      expect((await ok(ask(service, method, path))).text).toBe("Ok.");
    }
    expect((await service.get(link)).status).toBe(403);
    expect(textOf(await read(service, `/api/v2/orders/${id}`), "status")).toBe("open");
    for (const method of ["GET", "POST"])
      expect((await ok(ask(service, method, `/api/v2/orders/${id}/expire`))).text).toBe("Ok.");
    expect((await service.get(link)).status).toBe(410);
    expect(textOf(await read(service, `/api/v2/orders/${id}`), "status")).toBe("expired");

    // As the PHP client writes the query: the plus sign of the offset comes unescaped.
    const query = "expiration_date=2031-05-06T07:08:09+0000&download_limit=9";
    expect((await ok(ask(service, "POST", `/api/v2/orders/${id}/send_email?${query}`))).text).toBe("Ok.");
    const reopened = await read(service, `/api/v2/orders/${id}`);
    expect(textOf(reopened, "status")).toBe("open");
    expect(textOf(reopened, "expiration_date")).toBe("2031-05-06T07:08:09+00:00");
    expect(textOf(reopened, "download_limit")).toBe("9");

    const activity = await service.api("/api/v3/activity");
    const { activity: entries } = (await activity.json()) as { activity: Entry[] };
    const own = entries.filter(({ actor }) => actor === "API (XML)");
    expect(own.map(({ kind, details }) => [kind, details.subject?.id])).toEqual([
      ["order.resent", id],
      ["order.expired", id],
      ["order.expired", id],
      ["order.item_changed", id],
      ["order.item_changed", id],
      ["product.created", "HARM"],
    ]);
    expect(own.at(-1)?.details.fields).toEqual(["sku", "name", "price", "currency", "files", "item_urls"]);

    for (const [path, deleted] of [
      [`/api/v2/orders/${id}`, "delete"],
      ["/api/v2/products/HARM", "delete"],
    ] as const) {
      expect((await ok(ask(service, "DELETE", `${path}/${deleted}`))).text).toBe("Ok.");
      expect((await ask(service, "DELETE", `${path}/${deleted}`)).status).toBe(404);
      expect((await ask(service, "GET", path)).status).toBe(404);
    }
    expect((await read(service, "/api/v2/downloads")).children.length).toBe(1);
  });

  test("a new token replaces the one before", async () => {
    const before = service.credentials;
    const token = (await read(service, "/api/v2/new_token")).text;
    expect((await ask(service, "GET", "/api/v2/account")).status).toBe(401);
    service.credentials.token = token;
    expect(textOf(await read(service, "/api/v2/account"), "api_key")).toBe(before.key);
    expect(typesIn(await read(service, "/api/v2/account"))).toEqual({
      id: "integer",
      name: null,
      email: null,
      url: null,
      billing_email: null,
      order_expiration_in_hours: "integer",
      download_limit_per_item: "integer",
      currency: null,
      created_at: "datetime",
      api_key: null,
      api_token: null,
    });
  });

  test("by forms, as the Ruby client sends them", async () => {
    const form = { headers: forms };
    const product = "product[sku]=CJ0001&product[name]=Carrot+Juice";
    expect((await ask(service, "POST", "/api/v2/products/create", product, form)).status).toBe(201);
    const renamed = await ask(service, "PUT", "/api/v2/products/CJ0001", "product[name]=Tomato+Juice", form);
    expect(textOf(renamed.root, "name")).toBe("Tomato Juice");
    const order =
      "order[id]=1015&order[title]=Test&order[first_name]=Donald&order[last_name]=Duck&order[email]=donald%40duck.example&order[order_items][][sku]=CJ0001";
    expect((await ask(service, "POST", "/api/v2/orders/create", order, form)).status).toBe(201);
    const changed = await ask(service, "PUT", "/api/v2/orders/1015", "order[first_name]=Daffy", form);
    expect(textOf(changed.root, "first_name")).toBe("Daffy");
    const date = "2031-01-01T00:00:00+00:00";
    const options = `reset_expiration=false&expiration_date=${encodeURIComponent(date)}`;
    expect((await ask(service, "POST", "/api/v2/orders/1015/send_email", options, form)).root.text).toBe("Ok.");
    expect(textOf(await read(service, "/api/v2/orders/1015"), "expiration_date")).toBe(date);
  });
});
