import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { fetched } from "../support/area.ts";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, emails, makeOrder } = await startOrderScreens();
const leftOf = async (id: number) =>
  (await order(id)).order_items.map((item: { downloads_remaining: number | null }) => item.downloads_remaining);

test("before a used-up order is sent again more downloads are offered, and nothing is sent unasked", async () => {
  const { id } = await makeOrder({ download_limit: 3 });
  const [map] = (await order(id)).order_items;
  await v3(service, "PUT", `order_items/${map.id}`, { downloads_remaining: 0 });
  await at(`/admin/orders/${id}`, async (page) => {
    const resend = page.getByRole("button", { name: "Resend email" });
    const dialog = page.getByRole("dialog", { name: `Resend the email of order ${id}?` });
    await resend.click();
    await dialog.getByText("Some downloads are used up.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await emails(id)).total).toBe(0);

    await resend.click();
    await dialog.getByRole("button", { name: "Resend unchanged" }).click();
    await dialog.waitFor({ state: "detached" });
    expect([(await emails(id)).total, await leftOf(id)]).toEqual([1, [0, 3]]);

    await resend.click();
    await dialog.getByLabel("Downloads to add").fill("0");
    await page.keyboard.press("Enter");
    await dialog.getByText("Enter 1 or more.").waitFor();
    await dialog.getByLabel("Downloads to add").fill("4");
    await dialog.getByRole("button", { name: "Add 4 and resend" }).click();
    await dialog.waitFor({ state: "detached" });
    expect([(await emails(id)).total, await leftOf(id)]).toEqual([2, [4, 3]]);

    // With something left of each file nothing is asked.
    await resend.click();
    await page.getByText("The email to ann@example.com").last().waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

test("an expired order is reopened and sent in one step", async () => {
  const { id } = await makeOrder({ download_limit: 2 });
  const [map] = (await order(id)).order_items;
  await v3(service, "PUT", `order_items/${map.id}`, { downloads_remaining: 0 });
  await v3(service, "POST", `orders/${id}/expire`);
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByRole("button", { name: "Resend email" }).click();
    const dialog = page.getByRole("dialog", { name: `Resend the email of order ${id}?` });
    await dialog.getByText("This order has expired, and the email will say so.").waitFor();
    await dialog.getByRole("button", { name: "Reopen and resend" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await order(id)).toMatchObject({ status: "open", email_status: expect.any(String) });
    expect(await leftOf(id)).toEqual([2, 2]);
  });
});

test("a message on a phone covers no link of the order's emails, and moves the page when it is long", async () => {
  const { id } = await makeOrder({ send_email: true });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const look = async (page: Page, words: string) => {
    await page.getByRole("button", { name: "Resend email" }).click();
    const message = page.getByRole("alert").filter({ hasText: words });
    // A message under the pointer stays.
    await message.hover();
    const boxes = [message, page.getByRole("banner"), page.getByRole("link", { name: "Orders" }).last()];
    const [shown, header, first] = await Promise.all(boxes.map((one) => one.boundingBox()));
    return { end: (shown?.y ?? 0) + (shown?.height ?? 0), header: header?.height ?? 0, first: first?.y ?? 0 };
  };
  await at(
    `/admin/orders/${id}`,
    async (page) => {
      const { end, header } = await look(page, "ann@example.com");
      expect(end).toBeLessThanOrEqual(header);
    },
    phone,
  );
  await at(
    `/admin/orders/${id}`,
    async (page) => {
      const detail = "The order could not be sent. ".repeat(8);
      const refusal = { status: 500, contentType: "application/problem+json", body: JSON.stringify({ detail }) };
      await page.route("**/resend", (route) => route.fulfill(refusal));
      const { end, header, first } = await look(page, "could not be sent");
      expect(end).toBeGreaterThan(header);
      expect(first).toBeGreaterThan(end);
    },
    phone,
  );
});

test("of many orders the used-up ones get more downloads before they are sent again", async () => {
  const email = "spent@example.com";
  const spent = await makeOrder({ email, download_limit: 0 });
  const open = await makeOrder({ email, download_limit: 5 });
  await at("/admin/orders?q=spent@", async (page) => {
    await page.getByLabel("Select all on this page").click();
    await page.getByRole("button", { name: "Resend" }).click();
    const dialog = page.getByRole("dialog", { name: "Resend the emails of 2 orders?" });
    await dialog.getByText("1 of them has used-up downloads.").waitFor();
    await dialog.getByText("There is no mail server: the emails are kept here").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add 2 and resend" }).click();
    await page.getByText(/^2 orders (resent|kept here)/).waitFor();
    expect([await leftOf(spent.id), await leftOf(open.id)]).toEqual([
      [2, 2],
      [5, 5],
    ]);
    expect([(await emails(spent.id)).total, (await emails(open.id)).total]).toEqual([1, 1]);
  });
});

test("an email on its way is followed until it has gone", async () => {
  const { id } = await makeOrder();
  await at(`/admin/orders/${id}`, async (page) => {
    let isPending = true;
    await page.route(`**/api/v3/orders/${id}`, async (route) => {
      const response = await fetched(route);
      const { order } = await response.json();
      if (isPending) order.state = "email_pending";
      await route.fulfill({ response, json: { order } });
    });
    await page.reload();
    await page.getByText("Email on its way").waitFor();
    isPending = false;
    await page.getByText("Email on its way").waitFor({ state: "detached" });
  });
});
