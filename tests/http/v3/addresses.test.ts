import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("v3 addresses on $name", ({ makeStore }) => {
  let service: Store;
  let productId: number;

  beforeAll(async () => {
    service = await makeStore();
    await addItem(service, "A");
    productId = (await v3(service, "GET", "skuproducts/A")).body.product.id;
    await v3(service, "POST", "orders", { email: "ann@example.com", send_email: false, order_items: [{ sku: "A" }] });
  });

  test.each([
    ["GET", "orders?q=%00"],
    ["GET", "orders?email=a%00&sku=b"],
    ["GET", "orders/10000001%00"],
    ["GET", "vorders/%00"],
    ["DELETE", "vorders/%00"],
    ["GET", "skuproducts/%00"],
    ["GET", "members/%00"],
    ["GET", "wordings/%00"],
    ["GET", "exports/orders.csv?q=%00"],
  ])("%s %s holds a NUL, and is refused", async (method, path) => {
    const answer = await v3(service, method, path);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain("NUL");
  });

  test("a slash at the end of one resource's address changes nothing", async () => {
    // The order's usage is counted soon after it, and would differ between the two answers.
    await until("it is counted", async () => {
      const { stats } = (await v3(service, "GET", "stats")).body;
      return stats.usage.never_downloaded === 1;
    });
    for (const path of ["orders/10000001", "skuproducts/A", "account", "stats"]) {
      const [plain, slashed] = [await v3(service, "GET", path), await v3(service, "GET", `${path}/`)];
      expect({ path, status: slashed.status, body: slashed.body }).toEqual({ path, status: 200, body: plain.body });
    }
    expect((await v3(service, "GET", "nothing/")).status).toBe(404);
  });

  test.each([
    ["orders", "order"],
    ["vorders", "order"],
    ["order_items", "order_item"],
    ["products", "product"],
    ["skuproducts", "product"],
    ["files", "file"],
    ["emails", "email"],
    ["members", "member"],
    ["renewal_requests", "renewal_request"],
    ["imports", "import"],
    ["mailbox", "message"],
    ["wordings", "wording"],
    ["uploads", "upload"],
    ["downloads", "download"],
    ["orders/10000001/downloads", "download"],
    ["products/ID/license_keys", "license_key"],
    ["products/ID/files", "file"],
    ["products/ID/item_urls", "item_url"],
  ])("%s/ is the resource with an empty id, which there is not", async (pattern, resource) => {
    const collection = pattern.replace("ID", String(productId));
    const before = (await v3(service, "GET", "orders")).body.total;
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const body = /^P/.test(method) ? { email: "ann@example.com", sku: "NEW", name: "New" } : undefined;
      const answer = await v3(service, method, `${collection}/?filter=expired`, body);
      expect({ method, ...answer }).toMatchObject({ method, status: 404, body: { [resource]: null } });
      expect(answer.body.detail.toLowerCase()).toContain(`${resource.replace("_", " ")} id is missing`);
    }
    const head = await service.api(`/api/v3/${collection}/`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([404, ""]);
    expect((await v3(service, "GET", "orders")).body.total).toBe(before);
  });

  test("a percent sign that only looks like a NUL is a text as any other", async () => {
    expect((await v3(service, "GET", "orders?q=%2500")).status).toBe(200);
    expect((await v3(service, "GET", "vorders/%2500")).body.order).toBeNull();
  });

  test.each([
    ["products/abc", "There is no product with the ID abc."],
    ["products/1e3", "There is no product with the ID 1e3."],
    ["products/99999999999999999999/files", "There is no product with the ID 99999999999999999999."],
    ["order_items/x/files", "There is no order item with the ID x."],
    ["order_items/-1/downloads", "There is no order item with the ID -1."],
    ["files/abc", "There is no file with the ID abc."],
    ["emails/abc", "There is no email with the ID abc."],
    ["skuproducts/ZZ", "There is no product with the SKU ZZ."],
    ["exports/license_keys.csv?sku=ZZ", "There is no product with the SKU ZZ."],
    ["orders/abc", "There is no order with the ID abc."],
  ])("%s is not found, by what was asked for", async (path, detail) => {
    expect(await v3(service, "GET", path)).toMatchObject({ status: 404, body: { detail } });
  });

  test.each(["PUT", "DELETE"])("%s of an unknown SKU says so in the same words", async (method) => {
    const answer = await v3(service, method, "skuproducts/ZZ", method === "PUT" ? { name: "Z" } : undefined);
    expect(answer).toMatchObject({ status: 404, body: { detail: "There is no product with the SKU ZZ." } });
  });

  test.each(["stats?from=1900-01-01", "downloads?to=1969-12-31", "stats?to=soon"])(
    "%s is refused with the days that there are",
    async (path) => {
      const { status, body } = await v3(service, "GET", path);
      expect(status).toBe(422);
      expect(body.detail).toContain("must be a date from 1970-01-01 to 9999-12-31");
    },
  );

  test.each([".", ".."])("nothing is named %p, which no client can ask for", async (name) => {
    const message = 'must not be "." or ".."';
    const id = (await v3(service, "GET", "skuproducts/A")).body.product.id;
    const refused: [string, string, object, string][] = [
      ["POST", "products", { sku: name, name: "Dots" }, "sku"],
      ["PUT", `products/${id}`, { sku: name }, "sku"],
      ["PUT", "skuproducts/A", { sku: name }, "sku"],
      ["POST", "orders", { email: "a@b.example", vendor_id: name }, "vendor_id"],
      ["PUT", "orders/10000001", { custom_order_id: name }, "custom_order_id"],
    ];
    for (const [method, path, body, field] of refused) {
      const answer = await v3(service, method, path, body);
      expect({ path, status: answer.status, errors: answer.body.errors }).toEqual({
        path,
        status: 422,
        errors: [{ field, message }],
      });
    }
  });

  test("no answer is kept by a cache, but the description of the interface is", async () => {
    const paths = [
      "account",
      "orders",
      "orders/10000001",
      "products",
      "files",
      "emails",
      "stats",
      "orders/none",
      "nothing",
    ];
    for (const path of paths) {
      for (const method of ["GET", "HEAD"]) {
        const response = await service.api(`/api/v3/${path}`, { method });
        expect(`${method} ${path} ${response.headers.get("cache-control")}`).toBe(`${method} ${path} no-store`);
      }
    }
    expect((await v3(service, "GET", "openapi.json")).headers.get("cache-control")).toBe("public, max-age=300");
    expect((await v3(service, "PUT", "orders/10000001", {})).headers.get("cache-control")).toBe("no-store");
  });

  test("what was created is at the whole address in Location", async () => {
    const file = await service.api("/api/v3/files?filename=a.txt", { method: "POST", body: "abc" });
    const product = await v3(service, "POST", "products", { sku: "NEW", name: "New" });
    const order = await v3(service, "POST", "orders", { email: "ann@example.com" });
    const { url } = (await v3(service, "GET", "account")).body.account;
    const made = (await file.json()) as { file: { id: number } };
    expect(file.headers.get("location")).toBe(`${url}/api/v3/files/${made.file.id}`);
    expect(product.headers.get("location")).toBe(`${url}/api/v3/products/${product.body.product.id}`);
    expect(order.headers.get("location")).toBe(`${url}/api/v3/orders/${order.body.order.id}`);
  });
});
