import { afterEach, beforeAll, expect, test } from "bun:test";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { openArea } from "../support/area.ts";
import { closeLaterPages, seriousFindings } from "../support/browser.ts";
import { uploadRaw } from "../support/files.ts";
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

test("what was typed into a new product, a link or the keys to add is not lost without a question", async () => {
  const { id } = await made({ sku: "KEPT", name: "Kept" });
  const page = await context.newPage();
  const lost = page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = async () => {
    await lost.getByRole("button", { name: "Stay" }).last().click();
    await lost.waitFor({ state: "detached" });
  };
  await page.goto(`/admin/products/new`);
  await page.getByLabel("Name").pressSequentially("Map");
  await page.getByRole("link", { name: "Cancel" }).click();
  await stay();
  expect(await page.getByLabel("Name").inputValue()).toBe("Map");

  await page.goto(`/admin/products/${id}?tab=files`);
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

test("keys that a spreadsheet program spoiled are named by their lines, and a block of lines is one key", async () => {
  const { id } = await made({ sku: "LINES", name: "Lines" });
  const page = await opened(id, "keys");
  const keys = page.getByLabel("Keys, one per line");
  await keys.fill("key\nA-1\n1.23457E+15");
  await page.getByRole("button", { name: "Add 3 keys" }).click();
  await page.getByText("No key was added. Line 3 is a number that a spreadsheet program has shortened.").waitFor();
  const block = "-----BEGIN LICENSE-----\nbWFk\n-----END LICENSE-----";
  await keys.fill(`key\n${block}`);
  await page.getByRole("button", { name: "Add keys" }).click();
  await page.getByText("1 key was added.").waitFor();
  const { license_keys } = (await v3(service, "GET", `products/${id}/license_keys`)).body;
  expect(license_keys.map(({ key }: { key: string }) => key)).toEqual([block]);
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
  // What it brings back moves the button that is clicked next.
  await page.getByText("Permalink turned on.").waitFor();
  await page.getByRole("button", { name: "Copy permalink" }).waitFor();
  expect(await statusOf(permalink)).toBe(200);
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
  await page.getByLabel("Keys, one per line").fill("K-1\n K-2 \n\nK-3\r\nK-4\nK-2");
  // The button counts what can be added; which of them the product has, only the service knows.
  await page.getByRole("button", { name: "Add 4 keys" }).click();
  await page.getByText("3 keys were added, 1 was there already.").waitFor();
  await page.getByRole("status").filter({ hasText: "1 key already existed" }).getByText("K-1.").waitFor();
  await page.getByRole("status").filter({ hasText: "1 key twice in your list" }).getByText("K-2.").waitFor();
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

test("before the first keys, the page asks whether earlier orders get some, and what was chosen can be changed", async () => {
  const { id } = await made({ sku: "LATE-KEYS", name: "Late keys" });
  const page = await opened(id, "keys");
  await page.getByLabel("Keys, one per line").fill("L-1\nL-2\nL-3");
  expect(await page.getByText("earlier order").count()).toBe(0);
  for (const quantity of [1, 2]) {
    const order_items = [{ item_sku: "LATE-KEYS", quantity }];
    await v3(service, "POST", "orders", { email: "cay@example.com", send_email: false, order_items });
  }
  const order_items = [{ item_sku: "LATE-KEYS", quantity: 4 }];
  const { order: held } = (await v3(service, "POST", "orders", { email: "cay@example.com", hold: true, order_items }))
    .body;
  // They came after the page was opened.
  await page.getByRole("button", { name: "Add 3 keys" }).click();
  await page.getByText("3 earlier orders (7 units, 1 order on hold) have no key").waitFor();
  await page.getByText("Choose one. No key was added yet.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("radio", { name: "Only new orders" }).check();
  await page.getByRole("button", { name: "Add 3 keys" }).click();
  await page.getByText("3 keys were added.").waitFor();
  const assigned = async () => (await v3(service, "GET", `products/${id}/license_keys?status=assigned`)).body.total;
  expect(await assigned()).toBe(0);

  // The box of the order on hold promises no key that does not come.
  await page.goto(`${service.url}/admin/orders/${held.id}`);
  const box = page.getByRole("alert", { name: "This order is on hold" });
  await box.getByText("Releasing it makes its links work").waitFor();
  expect(await box.getByText("license keys that are missing").count()).toBe(0);

  await page.goto(`${service.url}/admin/products/${id}?tab=keys`);
  await page.getByRole("radio", { name: "Only new orders", checked: true }).waitFor();
  await page.getByRole("radio", { name: "Give them keys" }).check();
  await page.getByLabel("Keys, one per line").fill("L-4");
  await page.getByRole("button", { name: "Add 1 key" }).click();
  await page.getByText("1 key was added.").waitFor();
  expect(await assigned()).toBe(3);
  await page.getByText("3 earlier orders").waitFor({ state: "detached" });
  await page.goto(`${service.url}/admin/orders/${held.id}`);
  await box.getByText("It also delivers the 4 license keys that are missing").waitFor();
  await box.getByRole("button", { name: "Release…" }).click();
  await page.getByRole("button", { name: "Release order" }).click();
  await page.getByText("The order was released.").waitFor();
  expect(await assigned()).toBe(4);
});

test("a file is renamed in place, and a name that cannot be one is refused at its field", async () => {
  const { id } = await made({ sku: "NAMED", name: "Named" });
  const file = await uploadRaw(service, "mpa.txt", "the map");
  await v3(service, "POST", `products/${id}/files`, { file_id: file.id });
  const page = await opened(id, "files");
  await page.getByRole("button", { name: "Rename mpa.txt" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename mpa.txt" });
  const name = dialog.getByLabel("File name");
  await name.fill("maps/map.txt");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await dialog
    .getByText("must be a file name without a path")
    .or(dialog.getByText("Must be a file name without a path"))
    .waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await name.fill("map.txt");
  await name.press("Enter");
  await page.getByText("Renamed to map.txt.").waitFor();
  await page.getByRole("button", { name: "Rename map.txt" }).waitFor();
  expect((await v3(service, "GET", `files/${file.id}`)).body.file.filename).toBe("map.txt");
});

test("a link to another site is added, changed and removed", async () => {
  const { id } = await made({ sku: "URLS", name: "Urls" });
  const urls = async () => (await v3(service, "GET", `products/${id}`)).body.product.item_urls;
  const page = await opened(id, "files");
  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByLabel("URL").fill("ftp://example.com");
  await page.keyboard.press("Enter");
  await page.getByText(/Must be a complete URL/).waitFor();
  await page.getByLabel("URL").fill("example.com/course");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit example.com" }).click();
  await page.getByLabel("Name").fill("The course");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
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

async function made(product: Record<string, unknown>): Promise<{ id: number; permalink: string }> {
  return (await v3(service, "POST", "products", product)).body.product;
}

async function opened(id: number, tab: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/admin/products/${id}?tab=${tab}`);
  return page;
}
