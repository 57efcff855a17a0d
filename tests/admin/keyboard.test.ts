import { afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { openArea } from "../support/area.ts";
import { closeLaterPages } from "../support/browser.ts";
import { type Store, until } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

let service: Store;
let product: number;
let context: BrowserContext;
let page: Page;
/** An open one, and two whose customers ask for new links. */
let orders: string[];

/** An order whose links have ended, and whose customer asks for new ones. */
async function askedOrder(): Promise<string> {
  const { id } = await createOrder(service, { skus: ["MAP"] });
  const { body } = await v3(service, "GET", `orders/${id}`);
  await v3(service, "POST", `orders/${id}/expire`);
  const address = `${new URL(body.order.download_url).pathname}/renewal`;
  const headers = { accept: "text/html" };
  const asked = await service.get(address, { method: "POST", body: new URLSearchParams({ message: "" }), headers });
  expect(asked.status).toBeLessThan(400);
  return id;
}

beforeAll(async () => {
  service = await makeSqliteStore();
  await addItem(service, "MAP");
  product = (await v3(service, "GET", "skuproducts/MAP")).body.product.id;
  orders = [(await createOrder(service, { skus: ["MAP"] })).id, await askedOrder(), await askedOrder()];
  context = await openArea(service);
});

beforeEach(async () => {
  page = await context.newPage();
});

afterEach(() => closeLaterPages(context));

const isFocused = (what: ReturnType<Page["locator"]>) => what.evaluate((element) => element.matches(":focus"));
const focused = (name: string, what: ReturnType<Page["locator"]>) =>
  until(`${name} has the focus`, () => isFocused(what));

test("the first stop of the keyboard leads past the sections, and is seen only then", async () => {
  await page.goto("/admin/products");
  await page.getByRole("link", { name: "Item MAP" }).waitFor();
  const skip = page.getByRole("link", { name: "Skip to content" });
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
  await focused("the content's first link", page.getByRole("main").getByRole("link").first());
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
  await page.goto(`/admin/products/${product}`);
  const opener = page.getByRole("button", { name: "Delete product" });
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

describe("after an action the focus stays", () => {
  test("on the button that did it, also where a dialog has asked", async () => {
    await page.goto(`/admin/orders/${orders[0]}`);
    const resend = page.getByRole("button", { name: "Resend email" });
    await resend.focus();
    await page.keyboard.press("Enter");
    await page.getByText("is kept here, not sent. There is no mail server.").waitFor();
    await focused("the button", resend);
    const more = page.getByRole("button", { name: "More", exact: true });
    await more.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Expire…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Expire" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("The order was expired. Its links no longer work.").waitFor();
    await focused("the menu's button", more);
  });

  test("at the item that was given more downloads", async () => {
    await page.goto(`/admin/orders/${orders[0]}`);
    const give = page.getByRole("button", { name: "Add downloads for Item MAP" });
    await give.focus();
    await page.keyboard.press("Enter");
    const field = page.getByLabel("Downloads to add per file");
    await field.focus();
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    await focused("the button", give);
  });

  test("on a form's button that has nothing more to save", async () => {
    await page.goto(`/admin/products/${product}`);
    const save = page.getByRole("button", { name: "Save" });
    await page.getByLabel("Name").fill("Item MAP, second edition");
    await save.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Item MAP, second edition", level: 1 }).waitFor();
    await focused("the button", save);
    await page.getByLabel("Name").fill("Item MAP");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Item MAP", level: 1, exact: true }).waitFor();
  });

  test("on the button that moves a file, also at the end of its way", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "ATLAS", name: "Atlas" })).body;
    const names = ["one.txt", "two.txt", "three.txt"];
    for (const name of names) {
      const { file } = (await (
        await service.api(`/api/v3/files?filename=${name}`, { method: "POST", body: name })
      ).json()) as {
        file: { id: number };
      };
      await v3(service, "POST", `products/${product.id}/files`, { file_id: file.id });
    }
    await page.goto(`/admin/products/${product.id}?tab=files`);
    const up = page.getByRole("button", { name: "Move three.txt up" });
    const place = async () => {
      const rows = await page.getByRole("list", { name: "Files" }).getByRole("listitem").allTextContents();
      return rows.findIndex((text) => text.includes("three.txt"));
    };
    await up.focus();
    for (const next of [1, 0, 0]) {
      await page.keyboard.press("Enter");
      await until("the file has moved", async () => (await place()) === next);
      await focused("the button", up);
      await until(
        "it can be moved on, or not",
        async () => (await up.getAttribute("aria-disabled")) === (next === 0 ? "true" : null),
      );
    }
  });

  test("in the next row when a row is answered, and at the heading after the last one", async () => {
    await page.goto("/admin/renewals");
    const grants = page.getByRole("button", { name: /^Approve the request/ });
    await until("both ask", async () => (await grants.count()) === 2);
    await grants.first().focus();
    await page.keyboard.press("Enter");
    await until("one is left", async () => (await grants.count()) === 1);
    await focused("the next row's button", grants);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "No pending requests" }).waitFor();
    await until("a heading has the focus", async () => (await page.locator("h1:focus, h2:focus").count()) === 1);
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("none");
  });
});

test("Escape closes the sections of a phone", async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/admin/products");
  const burger = page.getByRole("button", { name: "Navigation menu" });
  await burger.click();
  const section = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Orders" });
  await section.focus();
  await page.keyboard.press("Escape");
  await focused("the button", burger);
  expect(await burger.getAttribute("aria-expanded")).toBe("false");
});
