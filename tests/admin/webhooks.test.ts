import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openArea } from "../support/area.ts";
import { type Service, startService } from "../support/service.ts";
import { createSqlite } from "../support/sqlite.ts";
import { v3 } from "../support/v3.ts";
import { events, localWebhooks, startReceiver } from "../support/webhooks.ts";

const screenshots = process.env.SCREENSHOTS;

describe("webhooks in the administration area", () => {
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    service = await startService({ database: await createSqlite(), environment: localWebhooks });
    await v3(service, "POST", "products", { sku: "MAP", name: "Map" });
    page = await (await openArea(service)).newPage();
  });

  const button = (name: string) => page.getByRole("button", { name, exact: true });

  async function look(name: string) {
    if (!screenshots) return;
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${screenshots}/${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  test("an endpoint gets a name, headers and families of events, and what was recorded is sent again", async () => {
    const receiver = startReceiver();
    await page.goto("/admin/settings/webhooks/new");
    await page.getByLabel("Name", { exact: true }).fill("Accounting");
    await page.getByLabel("Address").fill("https://10.0.0.1/hook");
    const family = page.getByRole("checkbox", { name: "All of these, and those added later" }).first();
    await family.check();
    expect(await page.getByRole("checkbox", { name: "An order was revoked" }).isDisabled()).toBe(true);
    await button("Add header").click();
    await page.getByLabel("Name of header 1").fill("X-Api-Key");
    await page.getByLabel("Value of header 1").fill("of-the-gateway");
    await button("Add endpoint").click();
    await page.locator('[aria-invalid="true"]').waitFor();
    await look("refused");
    await page.getByLabel("Address").fill(receiver.url);
    await button("Add endpoint").click();
    await page.getByText("Copy the secret now").waitFor();
    const [made] = (await v3(service, "GET", "webhook_endpoints")).body.webhook_endpoints;
    expect(made).toMatchObject({ name: "Accounting", events: ["order.*"], header_names: ["X-Api-Key"] });

    const order = { email: "ann@example.com", send_email: false, order_items: [{ item_sku: "MAP" }] };
    await v3(service, "POST", "orders", order);
    await events(receiver, 1);
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Accounting", level: 1 }).waitFor();
    await page.getByText("Delivered").nth(1).waitFor();
    expect(await page.getByText("of-the-gateway").count()).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel("From (UTC)").fill(today);
    await page.getByRole("combobox", { name: "Only these events" }).click();
    await page.getByRole("option", { name: "order.created" }).click();
    await page.keyboard.press("Escape");
    await look("endpoint");
    await button("Send again").click();
    await page.getByText("1 event is sent again.").waitFor();
    const sent = await events(receiver, 2);
    expect(sent[1]?.headers["webhook-id"]).toBe(sent[0]?.headers["webhook-id"] as string);
    await page.getByLabel("From (UTC)").fill("2020-01-01");
    await button("Send again").click();
    await page.getByText(/within the last 90 days/).waitFor();
    await page.goto("/admin/settings/webhooks");
    await page.getByRole("link", { name: "Accounting" }).waitFor();
    await look("list");
  });
});
