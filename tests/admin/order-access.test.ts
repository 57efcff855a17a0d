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
