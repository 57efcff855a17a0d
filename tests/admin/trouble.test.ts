import { afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page, Route } from "playwright-core";
import { closeLaterPages, launchBrowser, seriousFindings, signIn } from "../support/browser.ts";
import { type Service, startService } from "../support/service.ts";
import { createSqlite } from "../support/sqlite.ts";
import { addItem, createOrder } from "../support/store.ts";

let service: Service;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  service = await startService({ database: await createSqlite() });
  await addItem(service, "MAP");
  await createOrder(service, { skus: ["MAP"] });
  context = await (await launchBrowser()).newContext({
    locale: "en-US",
    baseURL: service.url,
  });
  await signIn(await context.newPage(), service);
});

beforeEach(async () => {
  page = await context.newPage();
});

afterEach(() => closeLaterPages(context));

/** A list and a screen of one thing: what each asks for, and what tells that it is there. */
const screens = [
  {
    what: "a list",
    address: "/admin/orders",
    asks: "**/api/v3/orders?*",
    heading: "Orders",
    loading: () => page.locator("table[aria-label=Orders][aria-busy=true] .mantine-Skeleton-root").first(),
    there: () => page.getByRole("link", { name: "10000001" }),
  },
  {
    what: "a screen of one thing",
    address: "/admin/products/1",
    asks: "**/api/v3/products/1",
    heading: "Product",
    loading: () => page.getByRole("status", { name: "Loading the product" }),
    there: () => page.getByRole("heading", { name: "Item MAP", level: 1 }),
  },
];

describe.each(screens)("$what", ({ address, asks, heading, loading, there }) => {
  test("shows what it is while it loads", async () => {
    const asked = Promise.withResolvers<Route>();
    await page.route(asks, asked.resolve);
    await page.goto(address);
    await page.getByRole("heading", { name: heading, level: 1, exact: true }).waitFor();
    await loading().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await (await asked.promise).continue();
    await there().waitFor();
    await loading().waitFor({ state: "detached" });
  });

  test("that failed says why, and loads when it is tried again", async () => {
    const problem = { status: 500, title: "Internal Server Error", detail: "Something broke. Try again in a minute." };
    await page.route(asks, (route) => route.fulfill({ ...problem, json: problem }));
    await page.goto(address);
    const notice = page.getByRole("alert").filter({ hasText: "This could not be loaded" });
    await notice.getByText(problem.detail).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute(asks);
    await notice.getByRole("button", { name: "Try again" }).click();
    await there().waitFor();
    expect(await notice.count()).toBe(0);
  });
});

test.each([
  "/connections/99",
  "/connections/events/99",
  "/settings/webhooks/99",
  "/settings/webhooks/deliveries/99",
  "/settings/api/99",
])("what is not there says so, and has a heading: %s", async (address) => {
  await page.goto(`/admin${address}`);
  await page.getByRole("heading", { name: "Page not found", level: 1 }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

describe("the code of the administration area", () => {
  /** What is outside the first bundle. */
  const sources = join(import.meta.dir, "../../admin");
  const lazyCode = [...new Bun.Glob("**/*.{ts,tsx}").scanSync(sources)].flatMap((path) =>
    [...readFileSync(join(sources, path), "utf8").matchAll(/\bimport\("\.\/([\w-]+)\.tsx?"\)/g)].map(
      ([, name]) => name,
    ),
  );

  /** Every link of the sections, and of the settings. */
  async function visitEverySection(): Promise<void> {
    const sections = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
    for (const section of await sections.all()) {
      await section.click();
      await page.getByRole("main").getByRole("heading", { level: 1 }).first().waitFor();
    }
  }

  test("is there a moment after the first page: no screen asks for more of it", async () => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/admin/assets/")) asked.push(request.url());
    });
    const late = lazyCode.map((name) => page.waitForResponse(`**/admin/assets/${name}-*.js`));
    await page.goto("/admin/orders");
    // With what each of them imports in turn.
    for (const one of await Promise.all(late))
      await page.evaluate(`import(${JSON.stringify(one.url())}).then(() => {})`);
    asked.length = 0;
    await visitEverySection();
    expect(asked).toEqual([]);
  });

  test("without its table still shows the figures, and says that a part is missing", async () => {
    await page.route("**/admin/assets/period-table-*.js", (route) => route.abort());
    await page.goto("/admin?view=table");
    const orders = page.getByRole("region", { name: "Orders", exact: true });
    await page.getByRole("alert").getByText("Part of this page could not be loaded.").waitFor();
    await orders.getByText("1", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await visitEverySection();
  });
});

describe("a service that is away", () => {
  const notice = () => page.getByRole("main").getByRole("alert").filter({ hasText: "The service cannot be reached" });
  const section = (name: string) => page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name });

  test("leaves the frame as it is, says so, and every screen goes on by itself when it is back", async () => {
    await page.goto("/admin/orders");
    await page.getByRole("link", { name: "10000001" }).waitFor();
    await service.stop();
    // What it shows has not been loaded yet.
    await section("Products").click();
    await notice().waitFor();
    await page.getByRole("banner").getByText("Demo Store").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // What was loaded is still shown.
    await section("Orders").click();
    await page.getByRole("link", { name: "10000001" }).waitFor();
    await section("Products").click();
    await notice().waitFor();
    service = await service.restart();
    await page.getByRole("link", { name: "Item MAP" }).waitFor();
    await section("Emails").click();
    await page.getByRole("table", { name: "Delivery emails" }).getByRole("link").first().waitFor();
  });

  test("is told from one that refuses, also when the whole page is opened, and without a network", async () => {
    await page.route("**/api/v3/**", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }));
    await page.goto("/admin/orders");
    await notice().waitFor();
    await section("Settings").waitFor();
    await page.unroute("**/api/v3/**");
    await page.getByRole("link", { name: "10000001" }).waitFor();

    await context.setOffline(true);
    await page.getByRole("link", { name: "10000001" }).click();
    await notice().waitFor();
    await context.setOffline(false);
    await page.getByRole("heading", { name: "Order 10000001", level: 1 }).waitFor();
  });
});
