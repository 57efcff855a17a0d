import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { makeProduct, readProduct } from "../support/products.ts";
import { v3 } from "../support/v3.ts";

const { service, at } = await startOrderScreens();
const [map, game, set] = [
  await makeProduct(service, { sku: "B-MAP", name: "Bundled map" }),
  await makeProduct(service, { sku: "B-GAME", name: "Bundled game" }),
  await makeProduct(service, { sku: "B-SET", name: "The set" }),
];

test("a product is made a bundle, and what it holds is changed", async () => {
  await at(`/admin/products/${set.id}`, async (page) => {
    const part = page.getByRole("region", { name: "Bundle" });
    for (const { name, sku } of [map, game]) {
      await part.getByLabel("Add a product").fill(sku);
      await page.getByRole("option", { name: `${name} (${sku})` }).click();
    }
    await part.getByLabel("Quantity of Bundled game").fill("3");
    expect(await seriousFindings(page)).toEqual([]);
    await part.getByRole("button", { name: "Change bundle" }).click();
    await page.getByText("Saved.").waitFor();
    const contents = [
      { sku: "B-MAP", name: "Bundled map", quantity: 1 },
      { sku: "B-GAME", name: "Bundled game", quantity: 3 },
    ];
    expect((await readProduct(service, set.id)).contents).toEqual(contents);
    await page.reload();
    await part.getByText("Bundled game", { exact: true }).waitFor();
    await part.getByText("B-GAME", { exact: true }).waitFor();
    expect(await part.getByRole("button", { name: "Change bundle" }).isDisabled()).toBe(true);
  });
  // A bundle cannot hold a bundle.
  await at(`/admin/products/${game.id}`, async (page) => {
    const part = page.getByRole("region", { name: "Bundle" });
    await part.getByLabel("Add a product").fill("B-SET");
    await page.getByRole("option", { name: "The set (B-SET)" }).click();
    await part.getByRole("button", { name: "Change bundle" }).click();
    await part.getByText(/holds/).last().waitFor();
    expect((await readProduct(service, game.id)).contents).toEqual([]);
  });
});

test("an order shows what its bundle brought, and its form leaves that to the bundle", async () => {
  const lines = { order_items: [{ item_sku: "B-SET" }], email: "ann@example.com", send_email: false };
  const { id } = (await v3(service, "POST", "orders", lines)).body.order;
  await at(`/admin/orders/${id}`, async (page) => {
    const items = page.getByRole("region", { name: "Products" }).getByRole("listitem");
    await items.nth(2).getByText("B-GAME · Quantity 3 · In The set").waitFor();
    expect(await items.count()).toBe(3);
    expect(await seriousFindings(page)).toEqual([]);
  });
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByText("With 1 × Bundled map, 3 × Bundled game").waitFor();
    await dialog.getByLabel("Quantity of The set").fill("2");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Order saved.").waitFor();
  });
  const { order_items } = (await v3(service, "GET", `orders/${id}`)).body.order;
  expect(order_items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 2, 6]);
});

test("orders from before get what was added, once the owner says so", async () => {
  const [old, extra] = [await makeProduct(service, { sku: "B-OLD" }), await makeProduct(service, { sku: "B-EXTRA" })];
  const made: number[] = [];
  for (let number = 0; number < 2; number++) {
    const lines = { order_items: [{ item_sku: "B-OLD" }], email: `early${number}@example.com`, send_email: false };
    made.push((await v3(service, "POST", "orders", lines)).body.order.id);
  }
  await v3(service, "PUT", `products/${old.id}`, { contents: [{ sku: extra.sku }] });
  await at(`/admin/products/${old.id}`, async (page) => {
    const part = page.getByRole("region", { name: "Bundle" });
    await part.getByText("2 orders lack something of this bundle").waitFor();
    await part.getByLabel("Email each customer").check();
    expect(await seriousFindings(page)).toEqual([]);
    await part.getByRole("button", { name: "Give it to 2 orders…" }).click();
    const question = page.getByRole("dialog");
    await question.getByText("Each customer gets the delivery email again").waitFor();
    await question.getByRole("button", { name: "Give and email" }).click();
    await page.getByText("2 orders changed, 2 emailed now.").waitFor();
    await part.getByText("lack something of this bundle").waitFor({ state: "detached" });
  });
  for (const id of made) {
    const { order_items } = (await v3(service, "GET", `orders/${id}`)).body.order;
    expect(order_items.map(({ item_sku }: { item_sku: string }) => item_sku)).toEqual(["B-OLD", "B-EXTRA"]);
  }
});
