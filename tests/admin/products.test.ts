import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { closeLaterPages, launchBrowser, seriousFindings, signIn } from "../support/browser.ts";
import { type Service, until } from "../support/service.ts";
import { invite, password, startForPeople, signIn as visitAs } from "../support/sign-in.ts";
import { createSqlite } from "../support/sqlite.ts";
import { v3 } from "../support/v3.ts";

let service: Service;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  service = await startForPeople(await createSqlite());
  browser = await launchBrowser();
  context = await browser.newContext({ locale: "en-US" });
  await signIn(await context.newPage(), service);
});

afterEach(() => closeLaterPages(context));

describe("products", () => {
  test("one is made, renamed and deleted; what is wrong stands beside its field", async () => {
    const page = await signedIn();
    await made({ sku: "TAKEN", name: "Taken" });
    await page.goto(`${service.url}/admin/products/new`);
    await page.getByLabel("Name").fill("Map of the south");
    await page.getByLabel("SKU").fill("TAKEN");
    await page.getByLabel("Price").fill("9,50");
    await page.keyboard.press("Enter");
    await page.getByText("Another product already has the SKU TAKEN.").waitFor();
    await page.getByLabel("SKU").fill("MAP-1");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/products\/\d+\?tab=files$/);
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
    await page.goto(`${service.url}/admin/products?q=BOUGHT`);
    await page.getByText("No matching products").waitFor();
    await page.getByText("Archived", { exact: true }).click();
    await page.getByRole("link", { name: "Bought often" }).click();
    await page.getByRole("button", { name: "Unarchive" }).click();
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
    await hours.fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await until("the hours are removed", async () => (await product()).order_expiration_in_hours === null);
    expect(await product()).toMatchObject({ ...set, order_expiration_in_hours: null });
  });

  test("a new one has a permalink only when that is switched on", async () => {
    const page = await signedIn();
    for (const isOn of [false, true]) {
      await page.goto(`${service.url}/admin/products/new`);
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

  test("what was typed into a new product, a link or the keys to add is not lost without a question", async () => {
    const { id } = await made({ sku: "KEPT", name: "Kept" });
    const page = await signedIn();
    const lost = page.getByRole("dialog", { name: "Leave without saving?" });
    const stay = async () => {
      await lost.getByRole("button", { name: "Stay" }).last().click();
      await lost.waitFor({ state: "detached" });
    };
    await page.goto(`${service.url}/admin/products/new`);
    await page.getByLabel("Name").pressSequentially("Map");
    await page.getByRole("link", { name: "Cancel" }).click();
    await stay();
    expect(await page.getByLabel("Name").inputValue()).toBe("Map");

    await page.goto(`${service.url}/admin/products/${id}?tab=files`);
    await page.getByRole("button", { name: "Add link" }).click();
    const address = page.getByLabel("URL");
    await address.pressSequentially("https://example.com/course");
    await page.mouse.click(5, 5);
    await stay();
    expect(await address.inputValue()).toBe("https://example.com/course");
    await page.getByRole("button", { name: "Cancel" }).click();
    await lost.getByRole("button", { name: "Leave without saving" }).click();
    await address.waitFor({ state: "detached" });

    await page.getByRole("tab", { name: "License keys" }).click();
    await page.getByLabel("Keys, one per line").pressSequentially("AAAA-1");
    await page.getByRole("tab", { name: "Details" }).click();
    await stay();
    await page.getByRole("button", { name: "Add 1 key" }).click();
    await page.getByText("1 key was added.").waitFor();
    await page.getByRole("tab", { name: "Details" }).click();
    await page.getByLabel("SKU").waitFor();
  });

  test("a file of keys is added to those that were typed, and one that is too large is refused in words", async () => {
    const { id } = await made({ sku: "FILED", name: "Filed" });
    const page = await opened(id, "keys");
    const keys = page.getByLabel("Keys, one per line");
    await keys.pressSequentially("AAAA-1");
    const file = page.locator("input[type=file]");
    const large = { name: "keys.txt", mimeType: "text/plain", buffer: Buffer.alloc(2_000_001, "A\n") };
    await file.setInputFiles(large);
    await page.getByText("The file is larger than 2 MB.").waitFor();
    expect(await keys.inputValue()).toBe("AAAA-1");
    await file.setInputFiles({ ...large, buffer: Buffer.from("AAAA-2\nAAAA-3\n") });
    await page.getByRole("button", { name: "Add 3 keys" }).click();
    await page.getByText("3 keys were added.").waitFor();
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
    await page.goto(`${service.url}/admin/products?q=POUND`);
    await page.getByRole("cell", { name: "¥1,600" }).waitFor();

    const fine = await made({ sku: "FINE", name: "Fine", price: 0.125 });
    await page.goto(`${service.url}/admin/products/${fine.id}`);
    await stands("0.125");
    await page.goto(`${service.url}/admin/products/new`);
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

    await page.goto(`${service.url}/admin/products/new`);
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
    await page.goto(`${service.url}/admin/products/${fine.id}?tab=details`);
    await page.getByLabel("Name").fill("Finest");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Product saved.").waitFor();
    const { product } = (await v3(service, "GET", `products/${fine.id}`)).body;
    expect(product).toMatchObject({ name: "Finest", price: 0.125 });
  });

  test("the list is searched, and its page stands in the address", async () => {
    const prints = Array.from({ length: 51 }, (_, count) => ({ sku: `PRINT-${100 + count}`, name: `Print ${count}` }));
    await Promise.all([{ sku: "OTHER", name: "Other" }, ...prints].map(made));
    const page = await signedIn();
    await page.goto(`${service.url}/admin/products`);
    await page.getByRole("searchbox", { name: "Search products" }).fill("print-");
    await page.getByText("1 to 50 of 51").waitFor();
    await page.getByRole("button", { name: "Page 2" }).click();
    await page.getByRole("link", { name: "Print 50" }).waitFor();
    expect(new URL(page.url()).search).toBe("?q=print-&page=2");
    await page.goBack();
    await page.getByText("1 to 50 of 51").waitFor();
    await page.goto(`${service.url}/admin/products?q=print-&page=9`);
    await page.getByText("51 to 51 of 51").waitFor();
    expect(new URL(page.url()).search).toBe("?q=print-&page=2");
    await page.getByRole("searchbox", { name: "Search products" }).fill("nothing");
    await page.getByText("No matching products").waitFor();
  });

  test("the permalink is turned off and on, and a new one ends the old one", async () => {
    const { id, permalink } = await made({ sku: "LINK", name: "Link", item_urls: [{ url: "https://example.com/a" }] });
    const statusOf = async (path: string) => (await service.get(path, { headers: { accept: "text/html" } })).status;
    expect(await statusOf(permalink)).toBe(200);
    const page = await opened(id, "permalink");
    expect(await page.getByLabel("Link", { exact: true }).inputValue()).toEndWith(permalink);
    const works = page.getByRole("switch", { name: "Permalink enabled" });
    await works.click();
    await page.getByText("Permalink turned off.").waitFor();
    expect(await statusOf(permalink)).toBe(404);
    await works.click();
    await until("the permalink works again", async () => (await statusOf(permalink)) === 200);
    await page.getByRole("button", { name: "Create new permalink" }).click();
    await page.getByRole("button", { name: "Create permalink" }).click();
    await page.getByText("New permalink created.").waitFor();
    expect(await statusOf(permalink)).toBe(404);
    const { product } = (await v3(service, "GET", `products/${id}`)).body;
    expect(await statusOf(product.permalink)).toBe(200);
    await until("the new one is shown", async () =>
      (await page.getByLabel("Link", { exact: true }).inputValue()).endsWith(product.permalink),
    );
  });

  test("pasted keys reach the orders that wait; keys that are there already are named", async () => {
    const { id } = await made({ sku: "KEYS", name: "Keys" });
    await v3(service, "POST", `products/${id}/license_keys`, { license_keys: ["K-1"] });
    for (const email of ["ann@example.com", "ben@example.com"]) {
      await v3(service, "POST", "orders", { email, send_email: false, order_items: [{ item_sku: "KEYS" }] });
    }
    const page = await opened(id, "keys");
    await page.getByRole("link", { name: "View orders" }).click();
    await page.getByText("ben@example.com").waitFor();
    expect(await page.getByText("ann@example.com").count()).toBe(0);
    await page.goBack();
    await page.getByLabel("Keys, one per line").fill("K-1\n K-2 \n\nK-3\r\nK-4");
    await page.getByRole("button", { name: "Add 4 keys" }).click();
    await page.getByText("3 keys were added.").waitFor();
    await page.getByText("1 key already existed").waitFor();
    await page.getByText("Available", { exact: true }).last().click();
    await page.getByLabel("Select K-4").check();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove 1 selected" }).click();
    await page.getByRole("button", { name: "Remove 1 license key" }).click();
    await page.getByText("1 key was removed.").waitFor();
    const { body } = await v3(service, "GET", `products/${id}/license_keys`);
    const keys = body.license_keys.map((key: { key: string; order_id: number | null }) => [
      key.key,
      key.order_id !== null,
    ]);
    expect(keys).toEqual([
      ["K-1", true],
      ["K-2", true],
      ["K-3", false],
    ]);
  });

  test("a link to another site is added, changed and removed", async () => {
    const { id } = await made({ sku: "URLS", name: "Urls" });
    const urls = async () => (await v3(service, "GET", `products/${id}`)).body.product.item_urls;
    const page = await opened(id, "files");
    await page.getByRole("button", { name: "Add link" }).click();
    await page.getByLabel("URL").fill("example.com");
    await page.keyboard.press("Enter");
    await page.getByText(/Must be a complete URL/).waitFor();
    await page.getByLabel("URL").fill("https://example.com/course");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Edit example.com" }).click();
    await page.getByLabel("Name").fill("The course");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove The course" }).click();
    expect(await urls()).toMatchObject([{ url: "https://example.com/course", name: "The course" }]);
    await page.getByRole("button", { name: "Remove link" }).click();
    await until("it is gone", async () => (await urls()).length === 0);
  });

  test("a phone adds files and links above a long list of files", async () => {
    const item_assets: number[] = [];
    for (let number = 1; number <= 12; number++) {
      const uploaded = await service.api(`/api/v3/files?filename=${number}.txt`, { method: "POST", body: `${number}` });
      item_assets.push(((await uploaded.json()) as { file: { id: number } }).file.id);
    }
    const { id } = await made({ sku: "MANY", name: "Many", item_assets });
    const page = await opened(id, "files");
    await page.setViewportSize({ width: 390, height: 844 });
    const list = page.getByRole("list", { name: "Files", exact: true });
    const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
    for (const name of [/^Drop files here/, "Add link"]) {
      const button = page.getByRole("button", { name });
      await button.waitFor();
      expect(await top(button)).toBeLessThan(await top(list));
    }
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Add link" }).click();
    await page.getByLabel("URL").fill("https://example.com/booklet");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Links to other sites" }).getByText("https://example.com/booklet").waitFor();
  });

  test("whoever may only read sees everything and changes nothing", async () => {
    const { id } = await made({ sku: "READ", name: "Read", item_urls: [{ url: "https://example.com/a" }] });
    const owner = await visitAs(service, service.owner.email, undefined, service.owner.password);
    await invite(service, owner, "reader@example.com", "read_only");
    const page = await (await browser.newContext({ locale: "en-US" })).newPage();
    await signIn(page, service, { email: "reader@example.com", password });
    await page.goto(`${service.url}/admin/products?q=READ`);
    await page.getByRole("link", { name: "Read" }).waitFor();
    expect(await page.getByRole("link", { name: "New product" }).count()).toBe(0);
    const changing = /Save|Delete|Remove|Replace|Edit|Add|Create new|Drop files/;
    for (const tab of ["details", "files", "permalink", "keys", "orders", "downloads"]) {
      await page.goto(`${service.url}/admin/products/${id}?tab=${tab}`);
      await page.getByRole("tabpanel").getByRole("heading").or(page.getByText("Available")).first().waitFor();
      expect(await page.getByRole("button", { name: changing }).count()).toBe(0);
    }
    expect(await seriousFindings(page)).toEqual([]);
  });
});

async function made(product: Record<string, unknown>): Promise<{ id: number; permalink: string }> {
  return (await v3(service, "POST", "products", product)).body.product;
}

/** Types the code and takes the currency that is offered. */
async function chooseCurrency(page: Page, code: string): Promise<void> {
  await page.getByRole("combobox", { name: "Currency" }).fill(code);
  await page.getByRole("option", { name: new RegExp(`^${code}`, "i") }).click();
}

async function signedIn(): Promise<Page> {
  const page = await context.newPage();
  return page;
}

async function opened(id: number, tab: string): Promise<Page> {
  const page = await signedIn();
  await page.goto(`${service.url}/admin/products/${id}?tab=${tab}`);
  return page;
}
