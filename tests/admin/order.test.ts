import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { clickAgain, seriousFindings } from "../support/browser.ts";
import { sendOrder } from "../support/keys.ts";
import { askLicense, sellLicense } from "../support/licenses.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { makeProduct } from "../support/products.ts";
import { until } from "../support/service.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, emails, makeOrder } = await startOrderScreens();

test("the devices of an order's licenses are seen and removed", async () => {
  const { product, order: sold, key } = await sellLicense(service, "DEVICE-0001", { device_limit: 2 });
  await askLicense(service, "activate", { key, product: product.sku, device_id: "one", device_name: "Ann's laptop" });
  await askLicense(service, "activate", { key, product: product.sku, device_id: "two" });
  await at(`/admin/orders/${sold.id}`, async (page) => {
    await page.getByText("Device without a name").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove Ann's laptop" }).click();
    const question = page.getByRole("dialog", { name: "Remove “Ann's laptop”?" });
    await question.getByRole("button", { name: "Remove device" }).click();
    await page.getByText("“Ann's laptop” was removed.").waitFor();
    await page.getByRole("button", { name: "Remove Ann's laptop" }).waitFor({ state: "detached" });
  });
  expect(await askLicense(service, "validate", { key, device_id: "one" })).toMatchObject({ code: "not_activated" });
});

test("until when a product of an order gets updates is seen and changed", async () => {
  const product = await makeProduct(service, { updates_for_days: 30, name: "Dated map" });
  const sold = await sendOrder(service, { [product.sku]: 1 });
  await at(`/admin/orders/${sold.id}`, async (page) => {
    await page.getByText(/Updates until /).waitFor();
    await page.getByRole("button", { name: "Change updates for Dated map" }).click();
    await page.getByLabel("Updates until").fill("2031-01-31T12:00");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Changed the updates of “Dated map”.").waitFor();
    await page.getByText(/Updates until .*2031/).waitFor();
  });
});

test("an order says that its customer asks for a renewal, which is answered there", async () => {
  const { id, download_url } = await makeOrder();
  await v3(service, "POST", `orders/${id}/expire`);
  const page = new URL(download_url).pathname;
  const body = new URLSearchParams({ message: "My disk broke." });
  await service.get(`${page}/renewal`, { method: "POST", body, headers: { accept: "text/html" } });
  await at(`/admin/orders/${id}`, async (page) => {
    const asked = page.getByRole("alert", { name: "The customer asks for a renewal" });
    await asked.getByText("My disk broke.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await asked.getByRole("button", { name: `Approve the request for order ${id}` }).click();
    await page.getByText(new RegExp(`Order ${id} was reopened`)).waitFor();
    await asked.waitFor({ state: "detached" });
  });
  expect((await emails(id)).total).toBe(1);
});

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

test("a product of an order is revoked after a question, and restored with a click; the last only with its order", async () => {
  const { id } = await makeOrder();
  const revoked = async () =>
    (await order(id)).order_items.map(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null);
  await at(`/admin/orders/${id}`, async (page) => {
    // Each stands beside its product's name, at the same edge, and as wide as its label.
    const places = ["Item BOOK", "Item MAP"].map(async (name) => {
      const button = await page.getByRole("button", { name: `Revoke ${name}` }).boundingBox();
      const link = await page.getByRole("link", { name, exact: true }).boundingBox();
      const label = page.getByRole("button", { name: `Revoke ${name}` }).locator(".mantine-Button-label");
      const isWhole = await label.evaluate(
        (shown: { scrollWidth: number; clientWidth: number }) => shown.scrollWidth <= shown.clientWidth,
      );
      return button && link && { right: button.x + button.width, isBeside: button.y < link.y + link.height, isWhole };
    });
    const [one, other] = await Promise.all(places);
    expect(one).toEqual({ right: expect.any(Number), isBeside: true, isWhole: true });
    expect(other).toEqual(one as typeof other);
    await page.getByRole("button", { name: "Revoke Item BOOK" }).click();
    const question = page.getByRole("dialog", { name: "Revoke “Item BOOK”?" });
    await question.getByText("You can restore the product at any time.").waitFor();
    expect(await revoked()).toEqual([false, false]);
    const left = await page.getByText(/downloads left/).count();
    await question.getByRole("button", { name: "Revoke product" }).click();
    const restore = page.getByRole("button", { name: "Restore Item BOOK" });
    await restore.waitFor();
    await page.getByText("Revoked", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Revoke Item MAP" }).count()).toBe(0);
    expect(await revoked()).toEqual([false, true]);
    expect(await page.getByText(/downloads left/).count()).toBe(left - 1);
    expect(await seriousFindings(page)).toEqual([]);
    await clickAgain(restore);
    await page.getByRole("button", { name: "Revoke Item MAP" }).waitFor();
    expect(await revoked()).toEqual([false, false]);
    await page.getByRole("button", { name: "Close this message" }).first().click();
    await page.getByRole("button", { name: "Revoke Item BOOK" }).click();
    await question.getByRole("button", { name: "Revoke product" }).click();
    await undoOf(page, "“Item BOOK” was revoked. Its links no longer work.").click();
    await page.getByText("“Item BOOK” was restored. Its links work again.").last().waitFor();
    await until("it is restored", async () => (await revoked()).join() === "false,false");
  });
});

test("holding, revoking and expiring an order are undone from their messages, and a revoked one has no downloads left", async () => {
  const { id } = await makeOrder({ download_limit: 5, expiration_date: "2097-03-04T05:06:00Z" });
  await at(`/admin/orders/${id}`, async (page) => {
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    const undone = async (message: string, state: string) => {
      await undoOf(page, message).waitFor();
      expect((await order(id)).state).toBe(state);
      await undoOf(page, message).click();
      await until("it is open again", async () => (await order(id)).state === "open");
      await page.getByRole("button", { name: "Resend email" }).waitFor();
    };
    await choose("Put on hold");
    await undone("The order is on hold. It delivers nothing until you release it.", "on_hold");
    await page.getByText("The order was released. Its links work again.").waitFor();
    await choose("Revoke…");
    await page.getByRole("button", { name: "Revoke order" }).click();
    await page.getByRole("alert").filter({ hasText: "This order is revoked" }).waitFor();
    expect(await page.getByText(/downloads left/).count()).toBe(0);
    await undone("The order was revoked. Its links no longer work.", "revoked");
    await choose("Expire…");
    await page.getByRole("button", { name: "Expire order", exact: true }).click();
    await undone("The order was expired. Its links no longer work.", "expired");
    await page.getByText("The links work until 4 Mar 2097, 05:06.").waitFor();
  });
  // The seconds on hold do not count.
  expect((await order(id)).expiration_date).toStartWith("2097-03-04T05:06:");
});

/** The button of the message that undoes what it tells. */
const undoOf = (page: Page, message: string) =>
  page.getByRole("alert").filter({ hasText: message }).getByRole("button", { name: "Undo" });

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
    await alert.getByRole("button", { name: "Release…" }).click();
    const release = page.getByRole("dialog", { name: `Release order ${id}?` });
    await release
      .getByText(/If its email waited, it (goes to ann@example.com at once|is kept here, not sent)/)
      .waitFor();
    await release.getByRole("button", { name: "Cancel" }).last().click();
    expect((await order(id)).state).toBe("on_hold");
    await alert.getByRole("button", { name: "Release…" }).click();
    await release.getByRole("button", { name: "Release order" }).click();
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
    await withdrawn.getByRole("button", { name: "Restore…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore order" }).click();
    await page.getByText("The order was restored. Its links work again.").waitFor();
    expect(await statusOfPage()).toBe(200);
  });
});
