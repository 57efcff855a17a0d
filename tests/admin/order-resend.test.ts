import { expect, test } from "bun:test";
import { fetched } from "../support/area.ts";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";
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

test("a message on a phone covers no link of the order's emails", async () => {
  const { id } = await makeOrder({ send_email: true });
  await at(
    `/admin/orders/${id}`,
    async (page) => {
      await page.getByRole("button", { name: "Resend email" }).click();
      const message = page.getByRole("alert").filter({ hasText: "ann@example.com" });
      // A message under the pointer stays.
      await message.hover();
      const [shown, header] = await Promise.all([message.boundingBox(), page.getByRole("banner").boundingBox()]);
      expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(header?.height ?? 0);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  );
});

test("messages never move the page, however long and many they are, and closing them shows all of it", async () => {
  const { id } = await makeOrder();
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await at(
      `/admin/orders/${id}`,
      async (page) => {
        const heading = page.getByRole("heading", { level: 1 });
        const place = async () => (await heading.boundingBox())?.y;
        await page.getByRole("button", { name: "Resend email" }).waitFor();
        const before = await place();
        let asked = 0;
        await page.route("**/resend", (route) => {
          const detail = `${"The order could not be sent. ".repeat(8)}${++asked}`;
          return route.fulfill({
            status: 500,
            contentType: "application/problem+json",
            body: JSON.stringify({ detail }),
          });
        });
        const messages = page.getByRole("alert").filter({ hasText: "could not be sent" });
        for (const count of [1, 2]) {
          await page.getByRole("button", { name: "Resend email" }).press("Enter");
          await until("the message is there", async () => (await messages.count()) === count);
          await messages.last().hover();
          expect(await place()).toBe(before);
        }
        const close = messages.getByRole("button", { name: "Close this message" });
        await close.last().click();
        await until("one is closed", async () => (await messages.count()) === 1);
        await close.click();
        await until("both are closed", async () => (await messages.count()) === 0);
        expect(await place()).toBe(before);
      },
      { viewport },
    );
  }
});

test("a second click on a button that has just sent an email sends none", async () => {
  const { id } = await makeOrder({ email: "twice@example.com" });
  await at(`/admin/orders/${id}`, async (page) => {
    const resend = page.getByRole("button", { name: "Resend email", exact: true });
    await resend.waitFor();
    const before = await resend.boundingBox();
    await resend.click();
    const sent = page.getByRole("button", { name: "Kept here" });
    await sent.waitFor();
    expect(await sent.boundingBox()).toEqual(before);
    expect(await seriousFindings(page)).toEqual([]);
    await sent.click({ force: true });
    // It can be sent again later.
    await resend.waitFor();
    expect((await emails(id)).total).toBe(1);
  });
  await at("/admin/customers/twice@example.com", async (page) => {
    await page.getByRole("button", { name: "Send all links" }).click();
    await page.getByRole("button", { name: "Kept here" }).waitFor();
  });
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
