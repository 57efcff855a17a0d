import { expect, test } from "bun:test";
import { join } from "node:path";
import { databasesUnderTest } from "../../support/databases.ts";
import { storedBytes, uploadRaw } from "../../support/files.ts";
import { type Product, readProduct, send } from "../../support/products.ts";
import { startService } from "../../support/service.ts";

const most = 500;

test.each(databasesUnderTest)("a product takes 500 files and no more on $name", async ({ create }) => {
  const service = await startService({ database: await create() });
  const path = join(service.folder, "a.txt");
  await Bun.write(path, "a");
  const add = (sku: string, count: number) =>
    service.run("item", "add", sku, "--account", "demo", "--name", sku, ...Array(count).fill(["--file", path]).flat());
  const productOf = async (sku: string) =>
    (await send<{ product: Product }>(service, "GET", `skuproducts/${sku}`)).body;

  const refused = { status: 1, stdout: "", stderr: "An item can have at most 500 files.\n" };
  expect(await add("MANY", most + 1)).toEqual(refused);
  expect(storedBytes(service)).toEqual([]);
  expect((await productOf("MANY")).product).toBeNull();

  expect((await add("MANY", most)).status).toBe(0);
  const { product } = await productOf("MANY");
  const ids = product.files.map(({ id }) => id);
  expect(ids).toHaveLength(most);

  const another = await uploadRaw(service, "b.txt", "b");
  const refusals: [string, string, unknown, string, string][] = [
    [
      "POST",
      `products/${product.id}/files`,
      { file_id: another.id },
      "file_id",
      "would exceed the limit of 500 files per product",
    ],
    [
      "PUT",
      `products/${product.id}`,
      { item_assets: [...ids, another.id] },
      "item_assets",
      "must contain at most 500 file IDs",
    ],
    [
      "POST",
      "products",
      { sku: "NEW", name: "N", item_assets: [...ids, another.id] },
      "item_assets",
      "must contain at most 500 file IDs",
    ],
  ];
  for (const [method, address, body, field, message] of refusals) {
    const answer = await send(service, method, address, body);
    expect([answer.status, answer.body.errors]).toEqual([422, [{ field, message }]]);
  }
  expect((await productOf("NEW")).product).toBeNull();
  expect((await readProduct(service, product.id)).files.map(({ id }) => id)).toEqual(ids);

  const [first] = ids;
  const replaced = await send(service, "POST", `products/${product.id}/files`, {
    file_id: another.id,
    replaces: first,
  });
  expect(replaced.status).toBe(200);
  expect((await readProduct(service, product.id)).files.map(({ id }) => id)).toEqual([another.id, ...ids.slice(1)]);
});
