import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContext, Page, Route } from "playwright-core";
import { fetched, openArea } from "../support/area.ts";
import { closeLaterPages } from "../support/browser.ts";
import { type Store, until } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

describe("the overview", () => {
  let service: Store;
  let context: BrowserContext;

  const signedIn = (): Promise<Page> => context.newPage();

  beforeAll(async () => {
    service = await makeSqliteStore();
    context = await openArea(service);
  });

  afterEach(() => closeLaterPages(context));

  test("has the store's name in the bar on one line, however long it is, and whole for who points at it", async () => {
    const { account } = (await v3(service, "GET", "account")).body;
    const page = await signedIn();
    const shown = (name: string) => page.getByRole("banner").getByTitle(name, { exact: true }).boundingBox();
    await page.goto(`${service.url}/admin`);
    const short = await shown(account.name);
    const name = `${account.name} of ${"northern lights and ".repeat(7)}all`;
    await v3(service, "PUT", "account", { name });
    try {
      await page.reload();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        const long = await shown(name);
        expect(long?.height).toBe(short?.height);
        expect(long?.width).toBeLessThan(400);
      }
    } finally {
      await v3(service, "PUT", "account", { name: account.name });
    }
  });

  test("leads a new store through its set-up, until it is done or dismissed", async () => {
    const own = await makeSqliteStore();
    const page = await (await openArea(own)).newPage();
    const open = async () => {
      await page.goto(`${own.url}/admin`);
      await page.getByRole("heading", { name: "Overview" }).waitFor();
    };
    const step = (name: string) => page.getByRole("button", { name });
    await open();
    await page.getByText("0 of 6 done").waitFor();
    await page.getByRole("link", { name: "New product" }).waitFor();
    await step("Name, website and logo").click();
    await page.getByRole("link", { name: "Name and website" }).waitFor();
    await step("Connect your shop").click();
    const command = page.getByLabel("Command that sends an order");
    await command.filter({ hasText: `${own.url}/api/v3/orders` }).waitFor();
    const { api_key } = (await v3(own, "GET", "account")).body.account;
    await command.filter({ hasText: `${api_key}:$WAYBILL_TOKEN` }).waitFor();
    await step("Add a product with its file").click();
    await page.getByRole("link", { name: "New product" }).click();
    await page.waitForURL("**/admin/products/new");

    await addItem(own, "O'NE", { "one.txt": "one" });
    await v3(own, "PUT", "skuproducts/O'NE", { price: 9.5 });
    await open();
    await page.getByText("1 of 6 done").waitFor();
    await step("Add a product with its file (done)").waitFor();
    await step("Connect your shop").click();
    await command.filter({ hasText: `"O'\\''NE"` }).waitFor();
    await step("Try an order as your customer sees it").click();
    const shown = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Try it as your customer" }).click();
    await (await shown).getByRole("heading", { name: "Your downloads" }).waitFor();
    await page.getByText("2 of 6 done").waitFor();
    const [order] = (await v3(own, "GET", "orders")).body.orders;
    expect(order).toMatchObject({ test: true, total: 9.5 });
    await page.getByRole("region", { name: "Orders", exact: true }).waitFor();
    await step("Try an order as your customer sees it (done)").click();
    const link = await page.getByRole("link", { name: "Open the customer's page" }).getAttribute("href");
    expect((await own.get(new URL(link ?? "").pathname)).status).toBe(200);

    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("heading", { name: "Set up your store" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("button", { name: "Show the steps again" }).click();
    await page.getByRole("heading", { name: "Set up your store" }).waitFor();
  });

  test("counts what happened, as charts and as a table, over a range that the address names", async () => {
    await addItem(service, "MAP", { "map.txt": "the map" });
    const { links } = await createOrder(service, { skus: ["MAP"] });
    await createOrder(service, { skus: ["MAP"] });
    for (const link of links) await (await service.get(link)).arrayBuffer();
    const page = await signedIn();
    await page.goto(`${service.url}/admin`);
    const figure = (name: string) => page.getByRole("region", { name, exact: true });
    await figure("Orders").getByText("2", { exact: true }).first().waitFor();
    await figure("Downloads").getByText("1", { exact: true }).first().waitFor();
    await figure("Delivered").getByText("7 bytes", { exact: true }).first().waitFor();
    await page.locator(".measure-chart").nth(3).waitFor();
    expect(await page.locator(".measure-chart").count()).toBe(4);
    await page.getByRole("link", { name: "Item MAP" }).waitFor();

    // Without a mail server nothing is sent, and what is kept instead is said beside it.
    const kept = async () => (await v3(service, "GET", "emails?status=kept")).body.total === 2;
    await until("the emails are kept", kept);
    await page.reload();
    await figure("Emails sent").getByText("0", { exact: true }).first().waitFor();
    await figure("Emails sent").getByRole("link", { name: "2 emails were kept here, not sent" }).waitFor();

    await page.getByText("7 days", { exact: true }).click();
    await page.getByText("Table", { exact: true }).click();
    await page.waitForURL("**/admin?days=7&view=table");
    const table = page.getByRole("table", { name: "Figures by day" });
    await table.getByRole("row").nth(7).waitFor();
    expect(await table.getByRole("row").count()).toBe(8);
    expect(await table.getByRole("row").nth(1).getByRole("cell").first().textContent()).toBe("2");
    await page.goBack();
    await page.waitForURL("**/admin?days=7");
    await page.locator(".measure-chart").first().waitFor();
  });

  test("keeps the labels of its charts within their cards, each on one line", async () => {
    const day = new Date().toISOString().slice(0, 10);
    const page = await signedIn();
    const revenue = [{ currency: "GBP", amount: 399.5 }];
    await page.route("**/api/v3/stats?**", async (route) => {
      const answer = await fetched(route);
      const body = await answer.json();
      for (const one of body.stats.days) {
        if (one.date === day) Object.assign(one, { orders: 40_000, downloads: 1_400_000, bytes: 20, revenue });
      }
      Object.assign(body.stats.totals, { revenue });
      Object.assign(body.stats, { usage: { never_downloaded: 1200, many_addresses: 1 } });
      await route.fulfill({ response: answer, json: body });
    });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${service.url}/admin`);
      for (const [name, label] of [
        ["Revenue", /^£400$/],
        ["Orders", "40,000"],
        ["Downloads", "1,400,000"],
        ["Delivered", "20 bytes"],
      ] as const) {
        const card = page.getByRole("region", { name, exact: true });
        const labels = card.locator(".chart-values span");
        await labels.filter({ hasText: label }).waitFor();
        const start = (await card.getByRole("heading").boundingBox())?.x ?? 0;
        for (const one of await labels.all()) {
          const box = await one.boundingBox();
          expect(box?.x).toBeGreaterThanOrEqual(start - 1);
          expect(box?.height).toBeLessThan(20);
        }
      }
    }
    await page.getByRole("link", { name: "1 order downloaded from many addresses" }).waitFor();
    await page.getByRole("link", { name: "1,200 orders never downloaded" }).click();
    await page.waitForURL(`**/admin/orders?usage=never_downloaded&from=*&to=${day}`);
    expect(await page.getByRole("combobox", { name: "Downloads" }).inputValue()).toBe("never_downloaded");
  });

  test("names weeks as weeks in a year, and months below its charts", async () => {
    const page = await signedIn();
    await page.goto(`${service.url}/admin?days=365&view=table`);
    const table = page.getByRole("table", { name: "Figures by week" });
    await table.getByRole("columnheader", { name: "Week" }).waitFor();
    // 365 days are 52 weeks and a day.
    expect(await table.getByRole("row").count()).toBe(54);
    await page.goto(`${service.url}/admin?days=365`);
    const ticks = page.locator(".chart-days").first().locator("span");
    await ticks.first().waitFor();
    const labels = await ticks.allTextContents();
    expect(labels).toContain(String(new Date().getUTCFullYear()));
    expect(labels.length).toBeGreaterThanOrEqual(5);
    for (const label of labels) expect(label).toMatch(/^([A-Z][a-z]{2}|\d{4})$/);
    await page.goto(`${service.url}/admin?days=90`);
    await ticks.first().waitFor();
    for (const label of await ticks.allTextContents()) expect(label).toMatch(/^[A-Z][a-z]{2} (1|15)$/);
  });

  test("shades the edges of a table behind which there is more to see", async () => {
    const page = await signedIn();
    await page.setViewportSize({ width: 390, height: 700 });
    await addItem(service, "SHADE");
    await createOrder(service, { skus: ["SHADE"] });
    await page.goto(`${service.url}/admin?view=table`);
    const table = page.getByRole("table", { name: /^Figures by/ });
    await table.waitFor();
    const place = "document.querySelector('table').parentElement";
    const isShaded = async () => {
      const found = await page.evaluate<string>(`getComputedStyle(${place}).boxShadow`);
      return [found.includes(" 12px 0px"), found.includes(" -12px 0px")];
    };
    const shaded = (left: boolean, right: boolean) =>
      until("the edges are shaded", async () => Bun.deepEquals(await isShaded(), [left, right]));
    await shaded(false, false);
    await page.evaluate("document.querySelector('table').style.minWidth = '600px'");
    await shaded(false, true);
    await page.evaluate(`${place}.scrollLeft = 50`);
    await shaded(true, true);
    await page.evaluate(`${place}.scrollLeft = 1000`);
    await shaded(true, false);
    await page.setViewportSize({ width: 1280, height: 700 });
    await shaded(false, false);
  });

  test("compares a range with the one before it only when the figures of both are there", async () => {
    await createOrder(service, { skus: [(await addItem(service, "RANGE")).sku] });
    const page = await signedIn();
    await page.goto(`${service.url}/admin`);
    const change = page.getByRole("region", { name: "Orders", exact: true }).getByText("was 0");
    const today = new Date().toISOString().slice(0, 10);
    for (const isHeld of [(to: string | null) => to !== today, (to: string | null) => to === today]) {
      const held = Promise.withResolvers<void>();
      await page.goto(`${service.url}/admin`);
      await change.waitFor();
      await page.route("**/api/v3/stats?**", async (route) => {
        if (isHeld(new URL(route.request().url()).searchParams.get("to"))) await held.promise;
        await route.continue();
      });
      await page.getByText("7 days", { exact: true }).click();
      await change.waitFor({ state: "detached" });
      held.resolve();
      await change.waitFor();
      await page.unroute("**/api/v3/stats?**");
    }
  });

  test("names what needs attention, and leads to the place that mends it", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "SOON", name: "Soon to come" })).body;
    await createOrder(service, { skus: ["SOON"] });
    const page = await signedIn();
    await page.goto(`${service.url}/admin`);
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByText("“Soon to come” was ordered but has no files").waitFor();
    await attention.getByRole("link", { name: "Add files" }).click();
    await page.waitForURL(`**/admin/products/${product.id}**`);
  });

  test("names products that are written from right to left in their order", async () => {
    for (const [sku, name] of [
      ["RIGHT-1", "שרכים"],
      ["RIGHT-2", "אזוב"],
    ]) {
      await v3(service, "POST", "products", { sku, name });
      await createOrder(service, { skus: [sku ?? ""] });
    }
    const page = await signedIn();
    await page.goto(`${service.url}/admin`);
    await page.getByText(/“.?(שרכים|אזוב).?”.*“.?(שרכים|אזוב).?”/).waitFor();
    const places = await page.evaluate<number[]>(`(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (!/שרכים.*אזוב|אזוב.*שרכים/.test(texts.nextNode().data)) {}
      const { data } = texts.currentNode;
      const range = document.createRange();
      return [...data.matchAll(/שרכים|אזוב/g)].map(({ index }) => {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + 4);
        return range.getBoundingClientRect().left;
      });
    })()`);
    expect(places).toHaveLength(2);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test("appears whole, so that nothing moves that has been read", async () => {
    const page = await signedIn();
    const [loading, figures] = [
      page.getByRole("status", { name: "Loading the overview" }),
      page.getByText("Delivered"),
    ];
    const attention = page.getByRole("region", { name: "Needs attention" });
    for (const asks of ["**/api/v3/attention", "**/api/v3/setup", "**/api/v3/orders?page_size=1"]) {
      const asked = Promise.withResolvers<Route>();
      await page.route(asks, asked.resolve);
      const figuresCame = page.waitForResponse("**/api/v3/stats?**");
      await page.goto(`${service.url}/admin`);
      await (await figuresCame).finished();
      await loading.waitFor();
      expect([await figures.count(), await attention.count()]).toEqual([0, 0]);
      await (await asked.promise).continue();
      await figures.first().waitFor();
      await attention.waitFor();
      await page.unroute(asks);
    }
  });
});
