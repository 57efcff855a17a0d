import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { walk } from "../support/area.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

const { service, at } = await startOrderScreens();

/** What contract 5.4 allows, and a browser or a router could take for something else. */
const ids = ["new", "a%2Fb", "100%", "%", "%2e%2e", "a?b#c=d&e", "a\\b", "A  B", "Größe 1+1;,", "report.pdf", "%25 2F"];

const heading = (page: Page, id: string) =>
  page.getByRole("heading", { level: 1, name: `Order ${id}`.trim(), exact: true }).waitFor();

const screenOf = (id: string) => `/admin/orders/${encodeURIComponent(id)}`;

beforeAll(async () => {
  for (const id of ids) {
    const fields = `<id>${Bun.escapeHTML(id)}</id><send_email>true</send_email>`;
    const { guids } = await createOrder(service, { skus: ["MAP"], fields });
    await (await service.get(`/get/${guids[0]}`, { headers: { accept: "*/*" } })).arrayBuffer();
  }
});

test.each(ids)("the order %j opens by its address, and by the link of a search", async (id) => {
  const opens = async (page: Page) => {
    await heading(page, id);
    await page.getByText("ann@example.com").first().waitFor();
  };
  await at(screenOf(id), async (page) => {
    await opens(page);
    await walk(page, `/admin/orders?q=${encodeURIComponent(id)}`);
    await page
      .locator("main table")
      .locator(`a[href=${JSON.stringify(screenOf(id))}]`)
      .first()
      .click();
    await opens(page);
  });
});

test("the logs of emails and of downloads lead to each order", async () => {
  await at("/admin/emails", async (page) => {
    const links = page.locator("main table a[href^='/admin/orders/']");
    for (const log of ["Delivery emails", "Downloads"]) {
      await page.getByRole("table", { name: log }).locator("a[href^='/admin/orders/']").first().waitFor();
      const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(found).toEqual(expect.arrayContaining(ids.map(screenOf)));
      await page.getByRole("link", { name: "Downloads", exact: true }).click();
    }
  });
});

test("the old address of the form for new orders leads there, unless an order has it", async () => {
  await v3(service, "DELETE", "orders/new");
  await at("/admin/orders/new", async (page) => {
    await page.waitForURL(/\/admin\/new-order$/);
    await page.getByRole("heading", { name: "New order" }).waitFor();
    expect(await page.locator("nav [aria-current=page]").allInnerTexts()).toEqual(["Orders"]);
  });
});
