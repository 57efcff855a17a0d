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
for (const sku of ["SOON", "LATER"]) await sendWoo(service, shop, wooOrder({}, [{ sku, product_id: 7, name: sku }]));
const waiting = async (sku: string) => (await v3(service, "GET", `skuproducts/${sku}/waiting_orders`)).body.orders;
for (const sku of ["SOON", "LATER"]) await until("the order waits", async () => (await waiting(sku)) === 1);
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
