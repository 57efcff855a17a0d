import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, makeOrder } = await startOrderScreens();

test("an owner lets Waybill make a product's keys, and is warned of a pattern that can be guessed", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "GAME", name: "Game" })).body;
  await at(`/admin/products/${product.id}?tab=keys`, async (page) => {
    await page.getByRole("radio", { name: "Waybill makes them" }).check();
    await page.getByLabel("Pattern").fill("GAME-****-****");
    await page.getByText("Keys of this pattern can be guessed by trying.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Pattern").fill("GAME-*");
    const section = page.locator("form", { has: page.getByLabel("Pattern") });
    await section.getByRole("button", { name: "Save" }).click();
    await section.getByText("at least 8 stars").waitFor();
    await page.getByLabel("Pattern").fill("GAME-*****-*****-*****-**");
    expect(await page.getByText("Keys of this pattern can be guessed by trying.").count()).toBe(0);
    await section.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. New orders follow it.").waitFor();
  });
  const { id } = await makeOrder({ order_items: [{ sku: "GAME" }] });
  const [item] = (await order(id)).order_items;
  expect(item.license_keys).toEqual([expect.stringMatching(/^GAME-\w{5}-\w{5}-\w{5}-\w{2}$/)]);
});

test("an owner lets Waybill sign a product's keys, and copies the public key for the program", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "EDITOR", name: "Editor" })).body;
  const [key] = (await v3(service, "GET", "license_signing_keys")).body.license_signing_keys;
  await at(`/admin/products/${product.id}?tab=keys`, async (page) => {
    await page.getByRole("radio", { name: "Waybill signs them" }).check();
    await page.getByText(key.public_key).waitFor();
    await page.getByRole("button", { name: "Copy public key" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const section = page.locator("form", { has: page.getByText(key.public_key) });
    await section.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. New orders follow it.").waitFor();
  });
  const { id } = await makeOrder({ order_items: [{ sku: "EDITOR" }] });
  const [item] = (await order(id)).order_items;
  expect(item.license_keys).toEqual([expect.stringContaining("-----BEGIN LICENSE FILE-----")]);
});

test("before Waybill makes keys, the owner reads which orders get them at once", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "TOOL", name: "Tool" })).body;
  expect((await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["TOOL-1"] })).status).toBe(
    200,
  );
  const { id } = await makeOrder({ order_items: [{ sku: "TOOL", quantity: 2 }] });
  await at(`/admin/products/${product.id}?tab=keys`, async (page) => {
    await page.getByRole("radio", { name: "Waybill makes them" }).check();
    await page.getByText("1 order waits for keys. It gets them at once, and its customer an email.").waitFor();
    const section = page.locator("form", { has: page.getByLabel("Pattern") });
    await section.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. New orders follow it.").waitFor();
  });
  await until("the order has its key", async () => (await order(id)).order_items[0].license_keys.length === 2);
});
