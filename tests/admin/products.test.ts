import { afterEach, beforeAll, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { addPerson, openArea, walk } from "../support/area.ts";
import { closeLaterPages, seriousFindings } from "../support/browser.ts";
import { until } from "../support/service.ts";
import { makeSqliteStore, type SharedStore } from "../support/shared-service.ts";
import { v3 } from "../support/v3.ts";

let service: SharedStore;
let context: BrowserContext;

beforeAll(async () => {
  service = await makeSqliteStore();
  context = await openArea(service);
});

afterEach(() => closeLaterPages(context));

test("one is made, renamed and deleted; what is wrong stands beside its field", async () => {
  const page = await context.newPage();
  await made({ sku: "TAKEN", name: "Taken" });
  await page.goto(`/admin/products/new`);
  await page.getByLabel("Name").fill("Map of the south");
  await page.getByLabel("SKU").fill("TAKEN");
  await page.getByLabel("Price").fill("9,50");
  await page.keyboard.press("Enter");
  await page.getByText("Another product already has the SKU TAKEN.").waitFor();
  await page.getByLabel("SKU").fill("MAP-1");
  await page.locator("input[type=file]").setInputFiles([
    { name: "south.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 south") },
    { name: "readme.txt", mimeType: "text/plain", buffer: Buffer.from("Unfold me.") },
  ]);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("SKU").press("Enter");
  await page.waitForURL(/\/products\/\d+\?tab=files$/);
  await page.getByText("All files uploaded.").waitFor();
  await page.getByRole("link", { name: "south.pdf" }).waitFor();
  await page.getByRole("link", { name: "readme.txt" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByLabel("SKU").fill("MAP-2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Product saved.").waitFor();
  const renamed = (await v3(service, "GET", "skuproducts/MAP-2")).body.product;
  expect(renamed).toMatchObject({ name: "Map of the south", price: 9.5, currency: "USD" });

  await page.getByRole("button", { name: "Delete product" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete product" }).click();
  await page.waitForURL(/\/products$/);
  expect((await v3(service, "GET", "skuproducts/MAP-2")).status).toBe(404);
});

test("one that orders hold is deleted only by typing its name; archived, it leaves the list and works on", async () => {
  const { id } = await made({ sku: "BOUGHT", name: "Bought often" });
  await v3(service, "POST", "orders", { email: "ann@example.com", order_items: [{ sku: "BOUGHT" }] });
  const page = await opened(id, "details");
  const dialog = page.getByRole("dialog", { name: "Delete “Bought often”?" });
  await page.getByRole("button", { name: "Delete product" }).click();
  const remove = dialog.getByRole("button", { name: "Delete product" });
  await dialog.getByText("1 order contains this product.").waitFor();
  expect(await remove.isDisabled()).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Archive instead" }).click();
  await page.getByText("“Bought often” was archived.").waitFor();
  await page.getByRole("alert").filter({ hasText: "This product is archived" }).waitFor();
  await page.goto(`/admin/products?q=BOUGHT`);
  await page.getByText("No matching products").waitFor();
  await page.getByText("Archived", { exact: true }).click();
  await page.getByRole("link", { name: "Bought often" }).click();
  await page.getByRole("button", { name: "Unarchive" }).click();
  await page.getByText("“Bought often” was unarchived.").waitFor();
  await page.getByRole("button", { name: "Close this message" }).last().click();
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("button", { name: "Archive product" }).click();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByText("“Bought often” was unarchived.").waitFor();
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("button", { name: "Delete product" }).click();
  await dialog.getByLabel("Type “Bought often” to confirm").fill("Bought often");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/products$/);
  expect((await v3(service, "GET", `products/${id}`)).status).toBe(404);
});

test.each([
  { name: "Double  Space", typed: "Double Space" },
  { name: " Édition\u00ad spe\u0301ciale\u00a0", typed: "Édition spéciale" },
])("its name is typed as it is read: $name", async ({ name, typed }) => {
  const { id } = await made({ sku: name, name });
  await v3(service, "POST", "orders", { email: "ann@example.com", order_items: [{ sku: name }] });
  const page = await opened(id, "details");
  await page.getByRole("button", { name: "Delete product" }).click();
  const remove = page.getByRole("dialog").getByRole("button", { name: "Delete product" });
  await page.getByLabel(/^Type “.*” to confirm$/).fill(typed.slice(1));
  expect(await remove.isDisabled()).toBe(true);
  await page.getByLabel(/^Type “.*” to confirm$/).fill(typed);
  await remove.click();
  await page.waitForURL(/\/products$/);
  expect((await v3(service, "GET", `products/${id}`)).status).toBe(404);
});

test("a new one has a permalink only when that is switched on", async () => {
  const page = await context.newPage();
  for (const isOn of [false, true]) {
    await page.goto(`/admin/products/new`);
    await page.getByLabel("Name").fill("Linked");
    await page.getByLabel("SKU").fill(`LINKED-${isOn}`);
    const permalink = page.getByRole("switch", { name: "Permalink" });
    expect(await permalink.isChecked()).toBe(false);
    if (isOn) await permalink.check();
    await page.getByRole("button", { name: "Create product" }).click();
    await page.waitForURL(/\/products\/\d+\?tab=files$/);
    const { product } = (await v3(service, "GET", `skuproducts/LINKED-${isOn}`)).body;
    expect(product.permalink_enabled).toBe(isOn);
  }
});

test("what is typed while a product is being saved stays", async () => {
  const { id } = await made({ sku: "SLOW", name: "Slow" });
  const page = await opened(id, "details");
  const saving = Promise.withResolvers<void>();
  await page.route(`**/products/${id}`, async (route) => {
    if (route.request().method() === "PUT") await saving.promise;
    await route.continue();
  });
  const name = page.getByLabel("Name");
  await name.press("End");
  await name.pressSequentially(" map");
  await name.press("Enter");
  await name.pressSequentially(" of the south");
  await page.getByLabel("Price").pressSequentially("9.50");
  saving.resolve();
  await page.getByText("Product saved.").waitFor();
  expect(await name.inputValue()).toBe("Slow map of the south");
  // Busy until the product is read again.
  await page.getByRole("button", { name: "Save", disabled: false }).waitFor();
  await name.press("Enter");
  const readName = async () => (await v3(service, "GET", `products/${id}`)).body.product;
  await until("both are saved", async () => {
    const product = await readName();
    return product.name === "Slow map of the south" && product.price === 9.5;
  });
});

test("the list is searched, and its page stands in the address", async () => {
  const prints = Array.from({ length: 51 }, (_, count) => ({ sku: `PRINT-${100 + count}`, name: `Print ${count}` }));
  await Promise.all([{ sku: "OTHER", name: "Other" }, ...prints].map(made));
  const page = await context.newPage();
  await page.goto(`/admin/products`);
  await page.getByRole("searchbox", { name: "Search products" }).fill("print-");
  await page.getByText("1 to 50 of 51").waitFor();
  await page.getByRole("button", { name: "Page 2" }).click();
  await page.getByRole("link", { name: "Print 50" }).waitFor();
  expect(new URL(page.url()).search).toBe("?q=print-&page=2");
  await page.goBack();
  await page.getByText("1 to 50 of 51").waitFor();
  await page.goto(`/admin/products?q=print-&page=9`);
  await page.getByText("51 to 51 of 51").waitFor();
  expect(new URL(page.url()).search).toBe("?q=print-&page=2");
  await page.getByRole("searchbox", { name: "Search products" }).fill("nothing");
  await page.getByText("No matching products").waitFor();
});

test("whoever may only read sees everything and changes nothing", async () => {
  const { id } = await made({ sku: "READ", name: "Read", item_urls: [{ url: "https://example.com/a" }] });
  const reader = await addPerson(service, `reader@${service.handle}.example`, "read_only");
  const page = await (await openArea(service, {}, reader)).newPage();
  await page.goto(`/admin/products?q=READ`);
  await page.getByRole("link", { name: "Read" }).waitFor();
  expect(await page.getByRole("link", { name: "New product" }).count()).toBe(0);
  const changing = /Save|Delete|Remove|Replace|Edit|Add|Create new|Drop files/;
  for (const tab of ["details", "files", "permalink", "keys", "orders", "downloads"]) {
    await walk(page, `/admin/products/${id}?tab=${tab}`);
    await page.getByRole("tabpanel").getByRole("heading").or(page.getByText("Available")).first().waitFor();
    expect(await page.getByRole("button", { name: changing }).count()).toBe(0);
  }
  expect(await seriousFindings(page)).toEqual([]);
});

async function made(product: Record<string, unknown>): Promise<{ id: number; permalink: string }> {
  return (await v3(service, "POST", "products", product)).body.product;
}

async function opened(id: number, tab: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/admin/products/${id}?tab=${tab}`);
  return page;
}
