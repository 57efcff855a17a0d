import { afterEach, beforeAll, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { openArea } from "../support/area.ts";
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

test("how long links work, from when and how often: empty fields show the store's settings", async () => {
  const { id } = await made({ sku: "RENT", name: "Rented film" });
  const page = await opened(id, "details");
  const hours = page.getByLabel("Links work for", { exact: true });
  expect(await hours.getAttribute("placeholder")).toBe("10 days");
  expect(await page.getByLabel("Downloads per file").getAttribute("placeholder")).toBe("5");
  await hours.fill("2");
  await page.getByLabel("Counted from").selectOption("First download");
  await page.getByLabel("Downloads per file").fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("With 0, nobody can download. Enter 1 or more.").waitFor();
  await page.getByLabel("Downloads per file").fill("3");
  // What few products need is folded, and stays open where it is used.
  await page.getByText("Large files", { exact: true }).click();
  await page.getByLabel("Large files from").fill("1500");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enter a number, or leave both fields empty.").waitFor();
  await page.getByLabel("Downloads per large file").fill("2");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Product saved.").waitFor();
  const product = async () => (await v3(service, "GET", `products/${id}`)).body.product;
  const set = { order_expiration_in_hours: 48, expires_from: "first_download", download_limit: 3 };
  const large = { large_file_bytes: 1_500_000_000, large_file_download_limit: 2 };
  expect(await product()).toMatchObject({ ...set, ...large });
  await page.reload();
  await page.getByLabel("Large files from").waitFor();
  expect(await page.getByLabel("Devices per license key").isVisible()).toBe(false);
  await hours.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await until("the hours are removed", async () => (await product()).order_expiration_in_hours === null);
  expect(await product()).toMatchObject({ ...set, order_expiration_in_hours: null });
});

test("for how many days new orders get updates", async () => {
  const { id } = await made({ sku: "YEARLY", name: "Yearly" });
  const page = await opened(id, "details");
  // Courses and templates have updates, too, not programs only.
  await page.getByLabel("Days of updates").fill("365");
  expect(await seriousFindings(page)).toEqual([]);
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  const days = async () => (await v3(service, "GET", `products/${id}`)).body.product.updates_for_days;
  await until("the days are saved", async () => (await days()) === 365);
  await page.getByLabel("Days of updates").fill("");
  await save.click();
  await until("updates have no end", async () => (await days()) === null);
});

test("a price has its currency's usual digits in the form, as in the list, and is typed as one likes", async () => {
  const { id } = await made({ sku: "POUND", name: "Pound", price: 16, currency: "GBP" });
  const page = await opened(id, "details");
  const price = page.getByLabel("Price");
  const stands = (text: string) => until(`${text} stands there`, async () => (await price.inputValue()) === text);
  await stands("16.00");
  const save = page.getByRole("button", { name: "Save" });
  expect(await save.isDisabled()).toBe(true);
  await price.fill("");
  await price.pressSequentially("9,5");
  expect(await price.inputValue()).toBe("9,5");
  await page.keyboard.press("Tab");
  await stands("9.50");
  await price.fill("1600");
  await chooseCurrency(page, "JPY");
  await save.click();
  await page.getByText("Product saved.").waitFor();
  await stands("1600");
  expect((await v3(service, "GET", `products/${id}`)).body.product).toMatchObject({ price: 1600, currency: "JPY" });
  await page.goto(`/admin/products?q=POUND`);
  await page.getByRole("cell", { name: "¥1,600" }).waitFor();

  const fine = await made({ sku: "FINE", name: "Fine", price: 0.125 });
  await page.goto(`/admin/products/${fine.id}`);
  await stands("0.125");
  await page.goto(`/admin/products/new`);
  await price.fill("12");
  // The store's currency may still be on its way.
  await until("12.00 stands there", async () => {
    await price.focus();
    await page.getByRole("combobox", { name: "Currency" }).focus();
    return (await price.inputValue()) === "12.00";
  });
});

test("a price has no more places than its currency, or the form says so and saves nothing", async () => {
  const { id } = await made({ sku: "PLACES", name: "Places", price: 5, currency: "GBP" });
  const page = await opened(id, "details");
  const price = page.getByLabel("Price");
  await price.fill("");
  await price.pressSequentially("9.999");
  await page.keyboard.press("Enter");
  await page.getByText("Prices in GBP have at most 2 decimal places.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await chooseCurrency(page, "JPY");
  await page.getByText("Prices in JPY have no decimal places.").waitFor();
  expect((await v3(service, "GET", `products/${id}`)).body.product).toMatchObject({ price: 5, currency: "GBP" });
  await chooseCurrency(page, "kwd");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Product saved.").waitFor();
  expect((await v3(service, "GET", `products/${id}`)).body.product).toMatchObject({ price: 9.999, currency: "KWD" });

  await page.goto(`/admin/products/new`);
  await page.getByLabel("Name").fill("New places");
  await page.getByLabel("SKU").fill("NEW-PLACES");
  await price.fill("9,999");
  await chooseCurrency(page, "GBP");
  await page.getByRole("button", { name: "Create product" }).click();
  await page.getByText("Prices in GBP have at most 2 decimal places.").waitFor();
  await price.fill("9,990");
  await page.getByRole("button", { name: "Create product" }).click();
  await page.getByText("“New places” was created.").waitFor();

  // What came by the API stays, whatever else is changed.
  const fine = await made({ sku: "FINER", name: "Finer", price: 0.125, currency: "GBP" });
  await page.goto(`/admin/products/${fine.id}?tab=details`);
  await page.getByLabel("Name").fill("Finest");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Product saved.").waitFor();
  const { product } = (await v3(service, "GET", `products/${fine.id}`)).body;
  expect(product).toMatchObject({ name: "Finest", price: 0.125 });
});

test("the IDs that programs know: one in each line, and none of another product", async () => {
  await made({ sku: "PLUGIN-1", name: "Plugin", program_ids: ["4711"] });
  const { id } = await made({ sku: "PLUGIN-2", name: "Other plugin" });
  const page = await opened(id, "details");
  await page.getByText("Programs", { exact: true }).click();
  const ids = page.getByLabel("IDs that programs know");
  await ids.fill("4711\n");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("by which programs know another product").waitFor();
  await ids.fill("4712\n\n Other plugin \n");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Product saved.").waitFor();
  await until("the form shows what was saved", async () => (await ids.inputValue()) === "4712\nOther plugin");
  const { product } = (await v3(service, "GET", `products/${id}`)).body;
  expect(product.program_ids).toEqual(["4712", "Other plugin"]);
});

async function made(product: Record<string, unknown>): Promise<{ id: number; permalink: string }> {
  return (await v3(service, "POST", "products", product)).body.product;
}

/** Types the code and takes the currency that is offered. */
async function chooseCurrency(page: Page, code: string): Promise<void> {
  await page.getByRole("combobox", { name: "Currency" }).fill(code);
  await page.getByRole("option", { name: new RegExp(`^${code}`, "i") }).click();
}

async function opened(id: number, tab: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/admin/products/${id}?tab=${tab}`);
  return page;
}
