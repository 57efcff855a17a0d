import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order } = await startOrderScreens();

test("an order is created by hand, and is found by what names it", async () => {
  await at("/admin/orders", async (page) => {
    await page.getByRole("link", { name: "New order" }).first().click();
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByText("Enter the customer's email address.").waitFor();
    await page.getByText("Add at least one product.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("textbox", { name: "Email" }).fill("grace@example.com");
    await page.getByLabel("First name").fill("Grace");
    await page.getByLabel("Last name").fill("Hopper");
    await page.getByRole("combobox", { name: "Add a product" }).fill("item ma");
    await page.getByRole("option", { name: "Item MAP (MAP)" }).click();
    await page.getByLabel("Quantity").fill("2");
    await page.getByLabel("Price of one (USD)").fill("7,5x");
    await page.getByText("Enter a price such as 9.50.").waitFor();
    await page.getByLabel("Price of one (USD)").fill("7,5");
    const expiration = page.getByRole("radiogroup", { name: "Links expire" });
    await expiration.getByText("Set a date").click();
    await page.getByLabel("Date and time").fill("2024-03-04T05:06");
    await page.keyboard.press("Enter");
    await page.getByText("This date has passed.").waitFor();
    await expiration.getByText("Never").click();
    await page.getByRole("radiogroup", { name: "Download limit" }).getByText("Unlimited").click();
    await page.getByLabel("Your order ID").fill("INVOICE-1");
    await page.keyboard.press("Enter");

    await page.getByRole("heading", { name: "Order INVOICE-1", exact: true }).waitFor();
    const made = await order(page.url().split("/").at(-1) ?? "");
    expect(made).toMatchObject({
      email: "grace@example.com",
      vendor_id: "INVOICE-1",
      source: "manual",
      expiration_date: null,
      download_limit: null,
      currency: "USD",
      order_items: [{ item_sku: "MAP", quantity: 2, price: 7.5 }],
    });
    expect(made.email_status).not.toBeNull();

    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    for (const text of ["grace@ex", "hopp", "grace hop", "INVOICE-1", "MAP", made.download_url]) {
      await page.getByLabel("Search orders").fill(text);
      await page.waitForURL((url) => url.searchParams.get("q") === text);
      await page.getByRole("link", { name: "INVOICE-1", exact: true }).waitFor();
    }
    await page.getByLabel("Search orders").fill("nobody");
    await page.getByRole("heading", { name: "No matching orders" }).waitFor();
  });
  const manual = await (await service.api("/api/orders?filter=manual")).text();
  expect(manual).toContain("grace@example.com");
});

test("a new order's total is shown while its lines are typed, and is that of the order", async () => {
  await v3(service, "POST", "products", { sku: "SONG", name: "Song", price: 2.5, currency: "EUR" });
  await v3(service, "POST", "products", { sku: "ALBUM", name: "Album", price: 16, currency: "EUR" });
  await v3(service, "POST", "products", { sku: "YEN", name: "In yen", price: 900, currency: "JPY" });
  await at("/admin/new-order", async (page) => {
    const total = page.getByRole("status", { name: "Total" });
    const add = async (text: string, name: RegExp) => {
      await page.getByRole("combobox", { name: "Add a product" }).fill(text);
      await page.getByRole("option", { name }).click();
    };
    await page.getByRole("textbox", { name: "Email" }).fill("total@example.com");
    expect(await total.count()).toBe(0);
    await add("song", /^Song/);
    await total.filter({ hasText: "€2.50" }).waitFor();
    await page.getByLabel("Quantity").fill("3");
    await total.filter({ hasText: "€7.50" }).waitFor();
    await add("album", /^Album/);
    await total.filter({ hasText: "€23.50" }).waitFor();
    await page.getByLabel("Price of one").last().fill("9,25");
    await total.filter({ hasText: "€16.75" }).waitFor();
    await page.getByLabel("Price of one").last().fill("nine");
    await total.waitFor({ state: "detached" });
    await page.getByLabel("Price of one").last().fill("9.25");
    await add("yen", /^In yen/);
    await total.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove In yen" }).click();
    await total.filter({ hasText: "€16.75" }).waitFor();
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByRole("heading", { name: /^Order \d/ }).waitFor();
    expect(await order(page.url().split("/").at(-1) ?? "")).toMatchObject({ total: 16.75, currency: "EUR" });
  });
});

test("an order that is made by hand has a language, and can be on hold and a test", async () => {
  await at("/admin/new-order", async (page) => {
    await page.getByRole("textbox", { name: "Email" }).fill("ada@example.com");
    await page.getByRole("combobox", { name: "Add a product" }).fill("item ma");
    await page.getByRole("option", { name: "Item MAP (MAP)" }).click();
    await page.getByLabel("Language").selectOption("Deutsch");
    await page.getByLabel("Put on hold").check();
    await page.getByLabel("Test order").check();
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByText("This order is on hold").waitFor();
    await page.getByRole("button", { name: "Release…" }).click();
    await page.getByRole("button", { name: "Release order" }).click();
    await page.getByText(/The email to the store's address is kept here/).waitFor();
    const made = await order(page.url().split("/").at(-1) ?? "");
    expect(made).toMatchObject({ locale: "de", held_at: null, test: true });
  });
});
