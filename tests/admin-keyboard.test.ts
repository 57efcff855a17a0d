import { beforeAll, beforeEach, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser, signIn } from "./_browser.ts";
import { temporaryFolder } from "./_cleanup.ts";
import { type Service, startService, until } from "./_service.ts";
import { addItem } from "./_store.ts";

let service: Service;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  service = await startService({ database: { setting: "sqlite:", folder: temporaryFolder() } });
  await addItem(service, "MAP");
  context = await (await launchBrowser()).newContext({
    locale: "en-US",
    baseURL: service.url,
    reducedMotion: "reduce",
  });
  await signIn(await context.newPage(), service);
});

beforeEach(async () => {
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
});

const isFocused = (what: ReturnType<Page["locator"]>) => what.evaluate((element) => element.matches(":focus"));
const focused = (name: string, what: ReturnType<Page["locator"]>) =>
  until(`${name} has the focus`, () => isFocused(what));

test("the first stop of the keyboard leads past the sections, and is seen only then", async () => {
  await page.goto("/admin/products");
  await page.getByRole("link", { name: "Item MAP" }).waitFor();
  const skip = page.getByRole("link", { name: "Skip to the content" });
  const top = async () => (await skip.boundingBox())?.y ?? 0;
  expect(await top()).toBeLessThan(0);
  await page.keyboard.press("Tab");
  await focused("the link", skip);
  await until("the link is seen", async () => (await top()) >= 0);
  const address = page.url();
  await page.keyboard.press("Enter");
  await focused("the content", page.getByRole("main"));
  expect(page.url()).toBe(address);
  await page.keyboard.press("Tab");
  await focused("the content's first button", page.getByRole("link", { name: "New product" }));
  expect(await top()).toBeLessThan(0);
});

test("whoever goes to another screen begins at its heading, and at the first field of a form", async () => {
  await page.goto("/admin");
  const section = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Products" });
  await section.focus();
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: "Products", level: 1 });
  await focused("the list's heading", heading);
  await page.getByRole("link", { name: "Item MAP" }).focus();
  await page.keyboard.press("Enter");
  await focused("the product's heading", page.getByRole("heading", { name: "Item MAP", level: 1 }));
  await page.goBack();
  await focused("the list's heading", heading);
  await page.getByRole("link", { name: "New product" }).focus();
  await page.keyboard.press("Enter");
  await focused("the first field", page.getByLabel("Name"));
});

test("a dialog takes the focus, keeps it, and gives it back", async () => {
  await page.goto("/admin/products/1");
  const opener = page.getByRole("button", { name: "Delete the product" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  for (let stop = 0; stop < 5; stop++) {
    await until("the focus is in the dialog", async () => (await dialog.locator(":focus").count()) === 1);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await focused("the button", opener);
});
