import { expect, test } from "bun:test";
import { openArea } from "../support/area.ts";
import { makeProduct } from "../support/products.ts";
import { until } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { connect, sendWoo, wooOrder } from "../support/shops.ts";
import { v3 } from "../support/v3.ts";

const service = await makeSqliteStore();
const { id } = await makeProduct(service, { sku: "OLD", name: "Renamed" });
const shop = await connect(service, { kind: "woocommerce" });
const awaited = ["SOON", "LATER", "LISTED", "LISTED"];
for (const sku of awaited) await sendWoo(service, shop, wooOrder({}, [{ sku, product_id: 7, name: sku }]));
const waiting = async (sku: string) => (await v3(service, "GET", `skuproducts/${sku}/waiting_orders`)).body.orders;
for (const [sku, count] of Object.entries({ SOON: 1, LATER: 1, LISTED: 2 })) {
  await until("the orders wait", async () => (await waiting(sku)) === count);
}
const page = await (await openArea(service)).newPage();
const skus = async () =>
  (await v3(service, "GET", "products")).body.products.map(({ sku }: { sku: string }) => sku).sort();
const question = page.getByRole("dialog", { name: "Deliver 1 order?" });

test("a product for which orders of a shop wait is made only once the owner has read that it delivers them", async () => {
  await page.goto(`${service.url}/admin/products/new`);
  await page.getByLabel("Name").fill("Coming soon");
  await page.getByLabel("SKU").fill("SOON");
  await page.getByRole("button", { name: "Create product" }).click();
  await question.getByText("1 order waits for a product with the SKU SOON.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).last().click();
  await question.waitFor({ state: "hidden" });
  expect(await skus()).toEqual(["OLD"]);
  await page.getByRole("button", { name: "Create product" }).click();
  await question.getByRole("button", { name: "Create and deliver" }).click();
  await page.getByText("“Coming soon” was created.").waitFor();
  expect(await skus()).toEqual(["OLD", "SOON"]);
});

test("a product gets such a SKU only then, and another one without a question", async () => {
  await page.goto(`${service.url}/admin/products/${id}`);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await page.getByLabel("SKU").fill("NEW");
  await save.click();
  await page.getByText("Product saved.").waitFor();
  expect(await skus()).toEqual(["NEW", "SOON"]);
  await page.getByLabel("SKU").fill("LATER");
  await save.click();
  await question.getByText("1 order waits for a product with the SKU LATER.").waitFor();
  expect(await skus()).toEqual(["NEW", "SOON"]);
  await question.getByRole("button", { name: "Save and deliver" }).click();
  await until("it has the SKU", async () => (await skus()).includes("LATER"));
});

test("the preview of a file of products says how many such orders its import delivers", async () => {
  const check = async (csv: string) => {
    const init = { method: "POST", headers: { "content-type": "text/csv" }, body: csv };
    return (await (await service.api("/api/v3/imports/products?dry_run=true", init)).json()) as {
      import: { notes: string[] };
    };
  };
  expect((await check("sku,name\r\nOTHER,Other\r\n")).import.notes).toEqual([]);
  await page.goto(`${service.url}/admin/transfer?import=products`);
  await page.locator("input[type=file]").setInputFiles({
    name: "products.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("sku,name\r\nLISTED,Listed\r\n"),
  });
  await page.getByText("2 orders of connected shops wait for SKUs of this file").waitFor();
  expect(await skus()).not.toContain("LISTED");
});
