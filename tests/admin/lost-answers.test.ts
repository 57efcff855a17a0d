import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { fetched } from "../support/area.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";

const { at, order, emails, makeOrder } = await startOrderScreens();
const lost = "The service cannot be reached";

/** The service does what the next such change asks for, but its answer does not arrive. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  let isLost = false;
  await page.route(`**/api/v3/${path}`, async (route) => {
    if (isLost || route.request().method() === "GET") return route.fallback();
    isLost = true;
    await fetched(route);
    await route.abort();
  });
}

test("a change that is tried again after its answer was lost is made once, and a new one is made", async () => {
  const { id } = await makeOrder({ download_limit: 5, order_items: [{ sku: "MAP" }] });
  await at(`/admin/orders/${id}`, async (page) => {
    const withoutKey: string[] = [];
    page.on("request", (request) => {
      const changes = /^(POST|PUT)$/.test(request.method()) && request.url().includes("/api/v3/");
      if (changes && !request.headers()["idempotency-key"]) withoutKey.push(request.url());
    });

    await loseAnswer(page, "orders/*/resend");
    const resend = page.getByRole("button", { name: "Resend email" });
    await resend.click();
    await page.getByText(lost).first().waitFor();
    expect((await emails(id)).total).toBe(1);
    await resend.click();
    await page.getByText("The email to ann@example.com is kept here").first().waitFor();
    expect((await emails(id)).total).toBe(1);
    await until("it is sent as often as it is asked for", async () => {
      await resend.click();
      return (await emails(id)).total >= 2;
    });

    await loseAnswer(page, "order_items/*");
    await page.getByRole("button", { name: "Add downloads for Item MAP" }).click();
    await page.getByLabel("Downloads to add per file").fill("2");
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("Enter");
    await dialog.getByText(lost).waitFor();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect((await order(id)).order_items[0].downloads_remaining).toBe(7);

    const end = Date.parse((await order(id)).expiration_date);
    await loseAnswer(page, "orders/*");
    await page.getByRole("button", { name: "Extend…" }).click();
    await page.getByRole("button", { name: "Extend", exact: true }).click();
    await dialog.getByText(lost).waitFor();
    await until("the order is shown as it is now", async () => Date.parse((await order(id)).expiration_date) > end);
    await page.getByRole("button", { name: "Extend", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(Date.parse((await order(id)).expiration_date)).toBe(end + 7 * 86_400_000);
    expect(withoutKey).toEqual([]);
  });
}, 240_000);
