import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { makeProduct } from "../support/products.ts";
import { until } from "../support/service.ts";

const { at, makeOrder, service } = await startOrderScreens();

/** Waits until the field of the search has the focus: its code is loaded when it is first opened. */
const untilFocused = (page: Page) =>
  until("the field has the focus", () =>
    page.evaluate<boolean>("document.activeElement?.getAttribute('role') === 'combobox'"),
  );

test("the search opens by a key on every screen, finds by parts of words, and leads there without a mouse", async () => {
  const { id } = await makeOrder({
    email: "chloe.vasseur@example.com",
    first_name: "Chloé",
    last_name: "Vasseur",
    vendor_id: "SHOP-7781",
  });
  await at("/admin/settings/store", async (page) => {
    const field = page.getByRole("combobox", { name: "Search orders, products, customers and actions" });
    const chosen = page.locator("[role=option][data-combobox-selected]");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const open = async (key: string) => {
      await page.keyboard.press(key);
      await untilFocused(page);
      expect(await field.inputValue()).toBe("");
    };
    await open("/");
    await page.keyboard.type("chloe asse");
    await chosen.getByText(`Order SHOP-7781, ${id}`).waitFor();
    await page.getByRole("option").getByText("chloe.vasseur@example.com, 1 order").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/orders/${id}`);

    await open("Control+k");
    for (const [words, title] of [
      ["mail server", "Settings: Email"],
      ["logo", "Settings: Branding"],
      ["two-factor", "Settings: Your profile"],
      ["refund", "Orders"],
      ["spam", "Settings: Email"],
    ] as const) {
      await field.fill(words);
      await page.getByRole("option", { name: title, exact: true }).waitFor();
    }
    await field.fill("");
    await page.keyboard.type("resend 7781");
    await chosen.getByText(`Resend the email of order SHOP-7781, ${id}`).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Resend the email of order SHOP-7781?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await open("/");
    await page.keyboard.type("item bo");
    await page.getByRole("option").getByText("Item BOOK").click();
    await page.waitForURL("**/admin/products/*");

    await open("/");
    await page.keyboard.type("new prod");
    await chosen.getByText("New product").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/products/new");
    // While it closes, the focus goes back to the page.
    await field.waitFor({ state: "detached" });
    // In a field the key is a sign.
    await page.getByLabel("SKU").fill("");
    await page.getByLabel("SKU").press("/");
    expect(await page.getByLabel("SKU").inputValue()).toBe("/");
    await page.getByLabel("SKU").fill("");
    expect(await field.count()).toBe(0);
  });
});

test("what is not found is said, and a key shows the shortcuts", async () => {
  await at("/admin", async (page) => {
    await page.getByRole("button", { name: "Search" }).click();
    await untilFocused(page);
    await page.keyboard.type("no such thing");
    await page.getByRole("status").getByText("Nothing found here.").waitFor();
    // The offer comes after it, and nothing contradicts it.
    expect(await page.getByRole("dialog").textContent()).toMatch(
      /Nothing found here\.Help(Search the help for “no such thing”)$/,
    );
    expect(await seriousFindings(page)).toEqual([]);
    // What has no screen may have a page in the docs.
    await page.getByRole("combobox").fill("backup");
    const [help] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("option", { name: "Search the help for “backup”" }).click(),
    ]);
    await help.getByRole("link", { name: "Backup and restore" }).first().waitFor();
    await help.close();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

test("one key moves the choice by one, and Enter acts once", async () => {
  await at("/admin/products", async (page) => {
    const field = page.getByRole("combobox", { name: "Search orders, products, customers and actions" });
    const chosen = page.locator("[role=option][data-combobox-selected]");
    const length = () => page.evaluate<number>("history.length");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await untilFocused(page);
    const titles = await page.getByRole("option").allInnerTexts();
    const isChosen = (place: number) =>
      until(`choice ${place} is chosen`, async () => (await chosen.allInnerTexts()).join() === titles[place]);
    await isChosen(0);
    await page.keyboard.press("ArrowDown");
    await isChosen(1);
    expect(await field.getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
    await page.keyboard.press("ArrowDown");
    await isChosen(2);
    await page.keyboard.press("ArrowUp");
    await isChosen(1);
    const before = await length();
    await field.fill("downloads");
    await chosen.getByText("Downloads", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Downloads", level: 1 }).waitFor();
    expect(await length()).toBe(before + 1);

    await page.keyboard.press("Control+k");
    await untilFocused(page);
    await field.fill("zzz");
    await chosen.getByText("Search the help for “zzz”").waitFor();
    await page.evaluate("window.tabs = []; window.open = (address) => void window.tabs.push(address)");
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    expect(await page.evaluate<string[]>("window.tabs")).toEqual(["/docs?q=zzz"]);
  });
});

test("owners find what they ask for in their own words, and can sign out", async () => {
  await at("/admin", async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await untilFocused(page);
    const field = page.getByRole("combobox", { name: "Search orders, products, customers and actions" });
    const chosen = page.locator("[role=option][data-combobox-selected]");
    for (const [words, title] of [
      ["change password", "Settings: Your profile"],
      ["how do I change my password", "Settings: Your profile"],
      ["email templates", "Settings: Wording"],
      ["edit email templates", "Settings: Wording"],
      ["failed emails", "Emails: Failed"],
      ["expired orders", "Orders: Expired"],
      ["orders waiting for keys", "Orders: Waiting for a key"],
      ["waiting keys", "Orders: Waiting for a key"],
      ["webhook secret", "Settings: Webhooks"],
      ["move from gumroad", "Import and export"],
      ["test order", "New order"],
      ["dark mode", "Dark mode"],
      ["customers gdpr", "Customers"],
      ["log out", "Sign out"],
    ] as const) {
      await field.fill(words);
      await chosen.getByText(title, { exact: true }).waitFor();
    }
    await field.fill("expired orders");
    await chosen.getByText("Orders: Expired").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/orders?state=expired");
    await page.keyboard.press("Control+k");
    await untilFocused(page);
    await field.fill("sign out");
    await chosen.getByText("Sign out", { exact: true }).waitFor();
    await page.route("**/sign-out", (route) => route.fulfill({ json: { success: true } }));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/sign-in**");
  });
});

test("orders that contain what the list of orders does not find are offered there", async () => {
  const { id } = await makeOrder({ email: "ines@example.com", first_name: "Inês", last_name: "Figueiredo" });
  await at("/admin/orders?q=gueire", async (page) => {
    await page.getByRole("heading", { name: "No matching orders" }).waitFor();
    await page.getByRole("link", { name: "Inês Figueiredo" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: `Order ${id}` }).click();
    await page.waitForURL(`**/admin/orders/${id}`);
  });
});

test("the list of orders finds names without accents and apostrophes, as the phone types them, and so does Ctrl K", async () => {
  await makeOrder({ email: "orla@example.com", first_name: "Órla", last_name: "O'Brien" });
  await makeOrder({ email: "somebody@example.com", first_name: "Some", last_name: "Body" });
  await at("/admin/orders", async (page) => {
    const search = page.getByLabel("Search orders");
    await page.getByText("somebody@example.com").waitFor();
    for (const typed of ["obrien", "o’brien", "orla"]) {
      await search.fill(typed);
      await page.waitForURL(`**/admin/orders?q=${encodeURIComponent(typed)}`);
      await page.getByRole("table", { name: "Orders" }).getByText("orla@example.com").waitFor();
      await page.getByText("somebody@example.com").waitFor({ state: "detached" });
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search orders, products, customers and actions" }).fill("o’brien");
    await page.getByRole("option", { name: "orla@example.com" }).first().waitFor();
  });
});

test("a product's name in the list of orders offers the orders of that product", async () => {
  await makeProduct(service, { sku: "FF-HERB", name: "The Hedgerow Herbarium" });
  const { id } = await makeOrder({ email: "reader@example.com", order_items: [{ item_sku: "FF-HERB" }] });
  await at("/admin/orders", async (page) => {
    await page.getByLabel("Search orders").fill("edgerow herb");
    await page.getByRole("heading", { name: "No matching orders" }).waitFor();
    await page.getByRole("link", { name: "Orders of The Hedgerow Herbarium" }).click();
    await page.waitForURL("**/admin/orders?sku=FF-HERB");
    await page
      .getByRole("link", { name: String(id) })
      .first()
      .waitFor();
    expect(await page.getByRole("link", { name: "Orders of The Hedgerow Herbarium" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
