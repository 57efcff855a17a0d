import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, emails, makeOrder } = await startOrderScreens();

test("what somebody else changes while an order is edited stays", async () => {
  const { id } = await makeOrder({ download_limit: 3 });
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    await page.getByLabel("Title").fill("For the club");
    await page.getByRole("textbox", { name: "Email" }).fill("no address");
    await v3(service, "PUT", `orders/${id}`, { download_limit: 9, first_name: "Anna" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Must be an email address such as ann@example.com").waitFor();
    await page.getByText("Anna", { exact: true }).waitFor({ state: "attached" });
    await page.getByRole("textbox", { name: "Email" }).fill("anna@example.com");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Order saved.").waitFor();
  });
  const changed = { email: "anna@example.com", title: "For the club", download_limit: 9, first_name: "Anna" };
  expect(await order(id)).toMatchObject(changed);
});

test("addresses are edited in the letters of their domains, and stay as they are stored if both mean the same", async () => {
  const stored = { email: "solo@xn--bcher-kva.example", recipient_email: "gift@xn--bcher-kva.example" };
  const { id } = await makeOrder(stored);
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    const email = page.getByRole("textbox", { name: "Email", exact: true });
    expect(await email.inputValue()).toBe("solo@bücher.example");
    expect(
      await page
        .getByRole("dialog")
        .getByLabel(/recipient.*email|email.*recipient/i)
        .inputValue(),
    ).toBe("gift@bücher.example");
    await email.fill(stored.email);
    await page.getByLabel("Title").fill("For the club");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Order saved.").waitFor();
  });
  expect(await order(id)).toMatchObject({ ...stored, title: "For the club" });
});

test("an order item's quantity is changed where the order is edited", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "SEATS", name: "Seats" })).body;
  await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["SEAT-1", "SEAT-2"] });
  const { id } = await makeOrder({ order_items: [{ sku: "SEATS" }, { sku: "MAP", quantity: 2 }] });
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    const edit = page.getByRole("dialog", { name: `Edit order ${id}` });
    const quantity = edit.getByLabel("Quantity of Seats");
    await quantity.fill("");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.getByText("Enter a number.").waitFor();
    await quantity.fill("3");
    await edit.getByText("The customer gets one license key per unit").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.waitFor({ state: "detached" });
    await page.getByText("2 of 3 license keys").waitFor();
  });
  const { order_items } = await order(id);
  expect(order_items).toMatchObject([
    { item_sku: "SEATS", quantity: 3, license_keys: ["SEAT-1", "SEAT-2"] },
    { item_sku: "MAP", quantity: 2 },
  ]);
});

test("products are added to an order, and removed after asking; the others keep link, count and keys", async () => {
  const atlas = (await v3(service, "POST", "products", { sku: "ATLAS", name: "Atlas" })).body.product;
  await v3(service, "POST", `products/${atlas.id}/license_keys`, { license_keys: ["ATLAS-1", "ATLAS-2"] });
  const { id } = await makeOrder({ order_items: [{ sku: "MAP" }, { sku: "ATLAS" }] });
  const [map, kept] = (await order(id)).order_items;
  expect(kept.license_keys).toEqual(["ATLAS-1"]);
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    const edit = page.getByRole("dialog", { name: `Edit order ${id}` });
    await edit.getByRole("button", { name: "Remove Item MAP" }).click();
    await edit.getByRole("button", { name: "Keep Item MAP" }).click();
    await edit.getByRole("button", { name: "Remove Item MAP" }).click();
    await edit.getByText("the customer loses the link").waitFor();
    await edit.getByRole("combobox", { name: "Add a product" }).fill("atl");
    await page.getByText("No matching products").waitFor();
    await edit.getByRole("combobox", { name: "Add a product" }).fill("item bo");
    await page.getByRole("option", { name: "Item BOOK (BOOK)" }).click();
    await edit.getByLabel("Quantity", { exact: true }).fill("3");
    expect(await seriousFindings(page)).toEqual([]);

    await edit.getByRole("button", { name: "Save" }).click();
    await edit.getByText("Remove “Item MAP”?").waitFor();
    await edit.getByText("The customer loses the link for good").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await edit.getByText("Will be removed when you save.").waitFor();
    expect((await order(id)).order_items).toEqual([map, kept]);

    // Somebody else adds a product at the same time.
    await v3(service, "POST", "products", { sku: "GLOBE", name: "Globe" });
    const others = ["MAP", "ATLAS", "GLOBE"].map((sku) => ({ sku }));
    await v3(service, "PUT", `orders/${id}`, { order_items: others });
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.getByRole("button", { name: "Remove and save" }).click();
    await edit.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Item BOOK" }).waitFor();
  });
  const { order_items } = await order(id);
  expect(order_items[0]).toEqual(kept);
  expect(order_items.slice(1)).toMatchObject([{ item_sku: "GLOBE" }, { item_sku: "BOOK", quantity: 3 }]);
  expect((await service.get(new URL(map.download_url).pathname)).status).toBe(404);
  expect((await emails(id)).total).toBe(0);
});

test("what was typed into an order is not lost without a question, and an empty quantity is not taken for one", async () => {
  const { id } = await makeOrder();
  const lost = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = async (page: Page) => {
    await lost(page).getByRole("button", { name: "Stay" }).last().click();
    await lost(page).waitFor({ state: "detached" });
  };
  await at(`/admin/orders/${id}`, async (page) => {
    const edit = page.getByRole("dialog", { name: `Edit order ${id}` });
    const open = async () => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Edit…" }).click();
      await edit.getByLabel("First name").waitFor();
    };
    await open();
    await page.mouse.click(5, 5);
    await edit.waitFor({ state: "detached" });
    await open();
    await edit.getByLabel("First name").pressSequentially("Anna");
    await page.mouse.click(5, 5);
    await stay(page);
    await page.keyboard.press("Escape");
    await lost(page).waitFor();
    await page.keyboard.press("Escape");
    await lost(page).waitFor({ state: "detached" });
    await page.goBack();
    await stay(page);
    expect(await edit.getByLabel("First name").inputValue()).toBe("Anna");
    await edit.getByRole("button", { name: "Cancel" }).click();
    await lost(page).getByRole("button", { name: "Leave without saving" }).click();
    await edit.waitFor({ state: "detached" });
    await open();
    expect(await edit.getByLabel("First name").inputValue()).toBe("");
    await edit.getByLabel("First name").pressSequentially("Anna");
    await page.keyboard.press("Enter");
    await page.getByText("Order saved.").waitFor();
    await edit.waitFor({ state: "detached" });
    expect(await lost(page).count()).toBe(0);
  });
  await at("/admin/new-order", async (page) => {
    await page.getByRole("textbox", { name: "Email" }).pressSequentially("ann@example.com");
    await page.getByRole("combobox", { name: "Add a product" }).pressSequentially("item ma");
    await page.getByRole("option", { name: "Item MAP (MAP)" }).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await stay(page);
    const quantity = page.getByLabel("Quantity");
    await quantity.selectText();
    await quantity.press("Delete");
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByText("Enter a number.").waitFor();
    await quantity.pressSequentially("25");
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
    const made = await order(page.url().split("/").at(-1) ?? "");
    expect(made.order_items).toMatchObject([{ item_sku: "MAP", quantity: 25 }]);
    expect(await lost(page).count()).toBe(0);
  });
});

test("a product is said to be the last one only when it is", async () => {
  const list = async (query: string) =>
    (await v3(service, "GET", `products?${query}`)).body.products.map(({ sku }: { sku: string }) => ({ sku }));
  for (let count = 0; count < 21; count++)
    await v3(service, "POST", "products", { sku: `MANY-${count}`, name: "Many" });
  const first = [...(await list("page_size=20")), ...(await list("q=many-&page_size=20"))];
  const { id } = await makeOrder({ order_items: first });
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    const search = page.getByRole("combobox", { name: "Add a product" });
    const open = async () => {
      // The dialog puts the focus there once it stands.
      await page.locator("input[inputmode=email]:focus").waitFor();
      await search.click();
    };
    await open();
    await page.getByText("Type to find more").waitFor();
    await search.fill("many-");
    await page.getByText("Keep typing to find more").waitFor();

    await v3(service, "PUT", `orders/${id}`, { order_items: await list("page_size=100") });
    await page.reload();
    await open();
    await page.getByText("All products are in this order").waitFor();
  });
});
