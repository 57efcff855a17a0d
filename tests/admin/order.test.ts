import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { clickAgain, seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, emails, makeOrder } = await startOrderScreens();

test("an order is expired, extended, given more downloads, sent again and edited", async () => {
  const { id } = await makeOrder({ download_limit: 3, vendor_id: "INVOICE-7", custom_1: "blue" });
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Expire…" }).click();
    await page.getByRole("button", { name: "Expire order", exact: true }).click();
    await page.getByText("Expired", { exact: true }).first().waitFor();
    expect((await order(id)).status).toBe("expired");

    await page.getByRole("button", { name: "Resend email" }).click();
    await page.getByText("This order has expired, and the email will say so.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).last().click();

    await page.getByRole("button", { name: "Extend…" }).click();
    for (const [days, words] of [
      ["-5", "Enter 1 or more."],
      ["999999999", "Enter 36,500 or less."],
    ] as const) {
      await page.getByLabel("Days to add").fill(days);
      await page.keyboard.press("Enter");
      await page.getByText(words).waitFor();
    }
    await page.getByRole("radiogroup", { name: "Expiry date" }).getByText("Set a date").click();
    const end = page.getByLabel("Date and time");
    await end.fill("2024-03-04T05:06");
    await page.getByRole("button", { name: "Extend", exact: true }).click();
    await page.getByText("This date has passed.").waitFor();
    await end.fill("2097-03-04T05:06");
    await page.getByRole("button", { name: "Extend", exact: true }).click();
    await page.getByText("The links work until 4 Mar 2097, 05:06.").waitFor();
    expect((await order(id)).expiration_date).toBe("2097-03-04T05:06:00+00:00");

    await page.getByRole("button", { name: "Add downloads for Item BOOK" }).click();
    // Somebody else adds a product at the same time.
    await v3(service, "POST", "products", { sku: "PEN", name: "Pen" });
    await v3(service, "PUT", `orders/${id}`, { order_items: ["MAP", "BOOK", "PEN"].map((sku) => ({ sku })) });
    const more = page.getByLabel("Downloads to add per file");
    await more.fill("99999999");
    await page.keyboard.press("Enter");
    await page.getByText("Enter 100,000 or less.").waitFor();
    await more.fill("2");
    await page.keyboard.press("Enter");
    await page.getByText("5 downloads left ·").waitFor();
    const items = (await order(id)).order_items;
    expect(items.map((item: { downloads_remaining: number }) => item.downloads_remaining)).toEqual([3, 5, 3]);

    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill("no address");
    await page.getByLabel("First name").fill("Anna");
    await page.keyboard.press("Enter");
    await page.getByText("Must be an email address such as ann@example.com").waitFor();
    await page.getByRole("textbox", { name: "Email" }).fill("anna@example.com");
    await page.getByLabel("Your order ID").clear();
    await page.getByLabel("Custom field 1").clear();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const changed = { email: "anna@example.com", first_name: "Anna", vendor_id: null, custom_1: null };
    expect(await order(id)).toMatchObject({ ...changed, download_limit: 3 });

    await page.getByRole("button", { name: "Resend email" }).click();
    await page.getByText("The email to anna@example.com is kept here, not sent").waitFor();
    expect((await emails(id)).total).toBe(1);
    await page.getByRole("button", { name: "Extend…" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

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

test("every download and the customer's page are shown, and looking at it counts nothing", async () => {
  const { id, download_url } = await makeOrder();
  const [item] = (await order(id)).order_items;
  const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const file = await service.get(new URL(item.download_url).pathname, { headers: { "user-agent": agent } });
  await file.arrayBuffer();
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByRole("row", { name: /file\.txt 127\.0\.0\.1 Firefox on Windows/ }).waitFor();
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "View as customer" }).click();
    const customers = await opened;
    await customers.getByText("Item MAP").first().waitFor();
    expect(new URL(customers.url()).pathname).toBe(new URL(download_url).pathname);
  });
  expect((await order(id)).download_count).toBe(1);
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

test("times that are told from now on go on while they are shown", async () => {
  const { id } = await makeOrder({ send_email: true });
  await at(
    "/admin/orders",
    async (page) => {
      await page.clock.install();
      const leave = async (path: string, before: string, passed: string, after: string) => {
        await page.goto(`${service.url}${path}`);
        await page.getByText(before).first().waitFor();
        await page.clock.fastForward(passed);
        await page.getByText(after).first().waitFor();
      };
      await until("the email is kept", async () => (await emails(id)).emails[0].status === "kept");
      await leave("/admin/emails/mailbox", "ann@example.com", "05:00", "5 minutes ago");
      await leave("/admin/settings/profile", ", signed in ", "03:00:00", ", signed in 3 hours ago");
      await leave(`/admin/orders/${id}`, ", in 10 days", "49:00:00", ", in 8 days");
    },
    // The clock is its context's, for all its pages.
    {},
  );
});

test("an order is deleted after asking, and its address says that it is gone", async () => {
  const { id } = await makeOrder();
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Delete order", exact: true }).click();
    await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
    await page.goto(`${service.url}/admin/orders/${id}`);
    await page.getByRole("heading", { name: "Order not found" }).waitFor();
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
      await page.locator("input[type=email]:focus").waitFor();
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

test("a product of an order is revoked and restored with a click each, but the last only with its order", async () => {
  const { id } = await makeOrder();
  const revoked = async () =>
    (await order(id)).order_items.map(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null);
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByRole("button", { name: "Revoke Item BOOK" }).click();
    const restore = page.getByRole("button", { name: "Restore Item BOOK" });
    await restore.waitFor();
    await page.getByText("Revoked", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Revoke Item MAP" }).count()).toBe(0);
    expect(await revoked()).toEqual([false, true]);
    expect(await seriousFindings(page)).toEqual([]);
    await clickAgain(restore);
    await page.getByRole("button", { name: "Revoke Item MAP" }).waitFor();
    expect(await revoked()).toEqual([false, false]);
  });
});

test("an order is put on hold and released with a click each, and revoked and restored", async () => {
  const { id, download_url } = await makeOrder();
  const statusOfPage = async () => (await service.get(new URL(download_url).pathname)).status;
  await at(`/admin/orders/${id}`, async (page) => {
    const menu = page.getByRole("button", { name: "More", exact: true });
    await menu.click();
    await page.getByRole("menuitem", { name: "Put on hold" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "This order is on hold" });
    await alert.waitFor();
    expect([(await order(id)).state, await statusOfPage()]).toEqual(["on_hold", 403]);
    expect(await page.getByRole("button", { name: "Resend email" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await alert.getByRole("button", { name: "Release" }).click();
    await page.getByText("The order was released. Its links work again.").waitFor();
    await alert.waitFor({ state: "detached" });
    expect([(await order(id)).state, await statusOfPage()]).toEqual(["open", 200]);

    await menu.click();
    await page.getByRole("menuitem", { name: "Revoke…" }).click();
    const question = page.getByRole("dialog", { name: `Revoke order ${id}?` });
    await question.getByRole("button", { name: "Cancel" }).last().click();
    await question.waitFor({ state: "detached" });
    expect((await order(id)).state).toBe("open");
    await menu.click();
    await page.getByRole("menuitem", { name: "Revoke…" }).click();
    await question.getByRole("button", { name: "Revoke order" }).click();
    const withdrawn = page.getByRole("alert").filter({ hasText: "This order is revoked" });
    await withdrawn.waitFor();
    expect([(await order(id)).state, await statusOfPage()]).toEqual(["revoked", 410]);
    expect(await seriousFindings(page)).toEqual([]);
    await withdrawn.getByRole("button", { name: "Restore" }).click();
    await page.getByText("The order was restored. Its links work again.").waitFor();
    expect(await statusOfPage()).toBe(200);
  });
});
