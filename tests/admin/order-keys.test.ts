import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, makeOrder } = await startOrderScreens();

test("a license key is replaced where the order is, and a unit without one gets a key by hand", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "APP", name: "App" })).body;
  await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["APP-1", "APP-2"] });
  const { id } = await makeOrder({ order_items: [{ sku: "APP" }] });
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByRole("button", { name: "Replace license key APP-1" }).click();
    const dialog = page.getByRole("dialog", { name: "Replace license key" });
    await dialog.getByLabel("Reason").fill("Posted in a forum");
    expect(await dialog.getByText("No key is left").count()).toBe(0);
    await dialog.getByLabel("Send the customer the email").uncheck();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Replace key" }).click();
    await page.getByText("The license key was replaced by APP-2.").waitFor();
    await page.getByRole("button", { name: "Replace license key APP-2" }).click();
    await dialog.getByText("APP-1 was replaced").waitFor();
    await dialog.getByText("No key is left. Add keys first, or enter one.").waitFor();
    await dialog.getByRole("button", { name: "Replace key" }).click();
    await dialog.getByText("The product has no free license key. Add some first.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });
  const [item] = (await order(id)).order_items;
  expect(item.license_keys).toEqual(["APP-2"]);
  await v3(service, "PUT", `order_items/${item.id}`, { quantity: 2 });
  const phone = { viewport: { width: 390, height: 844 } };
  await at(
    `/admin/orders/${id}`,
    async (page) => {
      await page.getByRole("button", { name: "Hand out a key" }).click();
      const dialog = page.getByRole("dialog", { name: "Hand out a license key" });
      await dialog.getByLabel("New key").fill("APP-BY-HAND");
      await dialog.getByRole("button", { name: "Hand out key" }).click();
      await page.getByText("The customer has APP-BY-HAND now.").waitFor();
    },
    phone,
  );
  expect((await order(id)).order_items[0].license_keys).toEqual(["APP-2", "APP-BY-HAND"]);
  await at(`/admin/products/${product.id}?tab=keys`, async (page) => {
    await page.getByText("Replaced", { exact: true }).waitFor();
  });
});

test("an item that gets no key says why, and an earlier order can be given one", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "LATE", name: "Late" })).body;
  const earlier = await makeOrder({ order_items: [{ sku: "LATE" }] });
  await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["L-1"], earlier_orders: "skip" });
  const tried = await makeOrder({ order_items: [{ sku: "LATE" }], test: true });
  await at(`/admin/orders/${tried.id}`, async (page) => {
    await page.getByText("No license key. Test orders take none.").waitFor();
    expect(await page.getByRole("button", { name: "Hand out a key" }).count()).toBe(0);
    // There is nothing to download.
    const products = page.getByRole("region", { name: "Products" });
    await products.getByRole("link", { name: "Late" }).waitFor();
    expect(await products.getByText(/ used$/).count()).toBe(0);
    expect(await products.getByRole("button", { name: /Add downloads/ }).count()).toBe(0);
    await page.getByRole("region", { name: "Emails" }).waitFor();
    expect(await page.getByText("Download limit").count()).toBe(0);
    expect(await page.getByRole("region", { name: "Downloads" }).count()).toBe(0);
  });
  const late = await makeOrder({ order_items: [{ sku: "LATE" }] });
  await at(`/admin/orders/${earlier.id}`, async (page) => {
    await page.getByText("No key is left. Add keys first, or enter one.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Add keys first" }).click();
    await page.waitForURL(`**/admin/products/${product.id}?tab=keys`);
  });
  await v3(service, "DELETE", `orders/${late.id}`);
  await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["L-2"], earlier_orders: "skip" });
  await at(`/admin/orders/${earlier.id}`, async (page) => {
    await page.getByText("No license key. You gave the product's keys only to newer orders.").waitFor();
    await page.getByRole("button", { name: "Hand out a key" }).click();
    const dialog = page.getByRole("dialog", { name: "Hand out a license key" });
    await dialog.getByRole("button", { name: "Hand out key" }).click();
    await page.getByText("The customer has L-2 now.").waitFor();
    await page.getByText("No license key.").waitFor({ state: "detached" });
  });
  expect((await order(earlier.id)).order_items[0]).toMatchObject({
    license_keys: ["L-2"],
    license_keys_omitted: null,
  });
});

test("an order on hold asks for keys only if its product lacks them", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "HELD", name: "Held" })).body;
  await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["HELD-1"] });
  const { id } = await makeOrder({ order_items: [{ sku: "HELD" }] });
  await v3(service, "POST", `orders/${id}/hold`);
  const [item] = (await order(id)).order_items;
  await v3(service, "PUT", `order_items/${item.id}`, { quantity: 2 });
  await at(`/admin/orders/${id}`, async (page) => {
    const add = page.getByRole("link", { name: "Add keys" });
    await page.getByText("by email once you release the order and the product has keys.").waitFor();
    expect(await add.count()).toBe(1);
    await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["HELD-2"] });
    await page.reload();
    await page.getByText("by email once you release the order.").waitFor();
    expect(await add.count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
