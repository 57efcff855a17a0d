import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, makeOrder } = await startOrderScreens();

test("an order says until when access is paid for, and by which payments", async () => {
  const { id } = await makeOrder({ access_until: "2096-01-02T03:04:00Z", subscription_id: "sub_4711" });
  const payment = { access_until: "2097-01-02T03:04:00Z", payment_id: "in_4712", total: 7.5 };
  expect((await v3(service, "POST", `orders/${id}/renew`, payment)).status).toBe(200);
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByText("2 Jan 2097, 03:04").waitFor();
    await page.getByText("sub_4711").waitFor();
    await page.getByText("Paid again (in_4712): 7.50 USD, access until 2097-01-02").waitFor();
    await page.getByRole("button", { name: "Extend…" }).click();
    await page.getByText("Access is paid for until 2 Jan 2097, 03:04.").waitFor();
  });
});

test("the end of access is changed and taken away in the order's form", async () => {
  const { id } = await makeOrder({ access_until: "2096-01-02T03:04:00Z" });
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    const dialog = page.getByRole("dialog", { name: `Edit order ${id}` });
    const end = dialog.getByLabel("Access paid until");
    expect(await end.inputValue()).toBe("2096-01-02T03:04");
    await end.fill("2095-06-07T08:09");
    await dialog.getByLabel("Subscription").fill("sub_12");
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Order saved.").waitFor();
    expect(await order(id)).toMatchObject({ access_until: "2095-06-07T08:09:00+00:00", subscription_id: "sub_12" });
  });
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    const dialog = page.getByRole("dialog", { name: `Edit order ${id}` });
    await dialog.getByLabel("Access paid until").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Order saved.").waitFor();
    expect((await order(id)).access_until).toBeNull();
  });
});

test("the list shows what runs, what ends when, and what failed", async () => {
  const late = await makeOrder({ access_until: "2096-03-02T03:04:00Z", subscription_status: "payment_failed" });
  const soon = await makeOrder({ access_until: "2096-02-02T03:04:00Z", subscription_status: "payment_failed" });
  await makeOrder({ access_until: "2096-04-02T03:04:00Z" });
  await at("/admin", async (page) => {
    await page.getByText("2 subscriptions: the last payment failed").waitFor();
    await page.getByRole("link", { name: "View orders" }).first().click();
    const rows = page.getByRole("table", { name: "Orders" }).getByRole("row");
    await page.getByText("2 Feb 2096, 03:04").waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts).toHaveLength(3);
    expect(texts[1]).toContain(String(soon.id));
    expect(texts[2]).toContain(String(late.id));
    await page.getByRole("button", { name: "More filters (1)" }).waitFor();
    await page.getByLabel("Subscription", { exact: true }).selectOption("Active");
    await page.getByText("2 Apr 2096, 03:04").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // Without the status, nothing is left of its sorting.
    await page.getByRole("button", { name: "Clear these filters" }).click();
    await page.getByText("2 Apr 2096, 03:04").waitFor({ state: "detached" });
    await page.getByText(String(late.id)).first().waitFor();
  });
  await at(`/admin/orders/${late.id}`, (page) => page.getByText("Payment failed", { exact: true }).waitFor());
});
