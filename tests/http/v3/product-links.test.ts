import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("$name", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
  });

  const add = async (product: Record<string, unknown>) => (await v3(service, "POST", "products", product)).body.product;
  const read = async (id: number) => (await v3(service, "GET", `products/${id}`)).body.product;
  const stored = async (name: string) => {
    const headers = { "content-type": "application/octet-stream" };
    const answer = await service.api(`/api/v3/files?filename=${name}`, { method: "POST", headers, body: name });
    return ((await answer.json()) as { file: { id: number } }).file.id;
  };
  const statusOf = async (path: string) => (await service.get(path, { method: "HEAD" })).status;

  test("a permalink that is turned off leads nowhere, also to single files, until it is on again", async () => {
    const product = await add({ sku: "OFF", name: "Off", item_assets: [await stored("off.txt")] });
    expect(product.permalink_enabled).toBe(true);
    const paths = [product.permalink, product.files[0].permalink];
    const off = await v3(service, "PUT", `products/${product.id}`, { permalink_enabled: false });
    expect(off.body.product).toMatchObject({ permalink_enabled: false, permalink: product.permalink });
    expect(off.body.product.files[0].permalink).toBeNull();
    for (const path of paths) expect(await statusOf(path)).toBe(404);
    await v3(service, "PUT", `products/${product.id}`, { name: "Still off" });
    for (const path of paths) expect(await statusOf(path)).toBe(404);
    await v3(service, "PUT", `products/${product.id}`, { permalink_enabled: true });
    for (const path of paths) expect(await statusOf(path)).toBe(200);
  });

  test("a product is made with its permalink off", async () => {
    const product = await add({ sku: "MADE-OFF", name: "Off", permalink_enabled: false });
    expect(product.permalink_enabled).toBe(false);
    expect(await statusOf(product.permalink)).toBe(404);
  });

  test("a new permalink ends the old one", async () => {
    const product = await add({ sku: "NEW", name: "New", item_assets: [await stored("new.txt")] });
    const { status, body } = await v3(service, "POST", `products/${product.id}/permalink`);
    expect(status).toBe(200);
    expect(body.product.permalink).not.toBe(product.permalink);
    expect(await statusOf(product.permalink)).toBe(404);
    expect(await statusOf(body.product.permalink)).toBe(200);
    expect((await v3(service, "POST", "products/999999/permalink")).status).toBe(404);
  });

  test("files that are added at the same time are all there; one takes another's place", async () => {
    const product = await add({ sku: "FILES", name: "Files", item_urls: [{ url: "https://example.com" }] });
    const ids = await Promise.all(["a.txt", "b.txt", "c.txt"].map(stored));
    const path = `products/${product.id}/files`;
    await Promise.all(ids.map((file_id) => v3(service, "POST", path, { file_id })));
    const before = (await read(product.id)).files.map((file: { id: number }) => file.id);
    expect(before.toSorted()).toEqual(ids.toSorted());
    const replacement = await stored("d.txt");
    const { status, body } = await v3(service, "POST", path, { file_id: replacement, replaces: before[1] });
    expect(status).toBe(200);
    expect(body.product.files.map((file: { id: number }) => file.id)).toEqual([before[0], replacement, before[2]]);
    expect(body.product.item_urls).toHaveLength(1);
    const unknown = await v3(service, "POST", path, { file_id: 999_999 });
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors).toMatchObject([{ field: "file_id" }]);
    expect((await v3(service, "POST", "products/999999/files", { file_id: ids[0] })).status).toBe(404);
  });

  test("orders that wait for keys are found, of all products and of one", async () => {
    for (const sku of ["WAIT-1", "WAIT-2", "NO-KEYS"]) await add({ sku, name: sku });
    for (const sku of ["WAIT-1", "WAIT-2"]) {
      const { id } = (await v3(service, "GET", `skuproducts/${sku}`)).body.product;
      await v3(service, "POST", `products/${id}/license_keys`, { license_keys: [`${sku}-KEY`] });
    }
    const order = async (sku: string, email: string) =>
      v3(service, "POST", "orders", { email, send_email: false, order_items: [{ item_sku: sku }] });
    await order("WAIT-1", "served@example.com");
    for (const sku of ["WAIT-1", "NO-KEYS"]) await order(sku, `${sku.toLowerCase()}@example.com`);
    const waiting = async (query: string) =>
      (await v3(service, "GET", `orders?waiting_for_keys=true${query}`)).body.orders.map(
        ({ email }: { email: string }) => email,
      );
    expect(await waiting("")).toEqual(["wait-1@example.com"]);
    expect(await waiting("&sku=WAIT-1")).toEqual(["wait-1@example.com"]);
    expect(await waiting("&sku=WAIT-2")).toEqual([]);
    expect((await v3(service, "GET", "orders?waiting_for_keys=false&sku=WAIT-1")).body.total).toBe(2);
  });
});
