import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchBrowser, seriousFindings, signIn } from "../support/browser.ts";
import { type Service, startService, until } from "../support/service.ts";
import { connect, sendWoo, wooOrder } from "../support/shops.ts";
import { createSqlite } from "../support/sqlite.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

/** An address for every screen, by its path in admin/routes.tsx. */
const screens: Record<string, string[]> = {
  "/admin": ["", "?view=table"],
  products: ["/products"],
  "products/new": ["/products/new"],
  "products/:id": ["details", "files", "permalink", "keys", "orders", "downloads"].map(
    (tab) => `/products/1?tab=${tab}`,
  ),
  orders: ["/orders", "/orders?q=nobody"],
  "new-order": ["/new-order"],
  "orders/:id": ["/orders/10000001"],
  activity: ["/activity", "/activity?actor=nobody"],
  customers: ["/customers", "/customers?q=nobody"],
  "customers/:email": ["/customers/ann%40example.com"],
  "connections/*": ["", "/new", "/1", "/2", "/events/1", "/none"].map((path) => `/connections${path}`),
  downloads: ["/downloads", "/downloads?order_id=none"],
  emails: ["/emails"],
  "emails/mailbox/:id?": ["/emails/mailbox", "/emails/mailbox/1"],
  "emails/:id": ["/emails/1"],
  renewals: ["/renewals"],
  transfer: ["/transfer"],
  "settings/*": [
    ...[
      "store",
      "orders",
      "customers",
      "checks",
      "privacy",
      "general",
      "branding",
      "wording",
      "email",
      "plan",
      "domain",
      "api",
      "api-keys",
      "api/new",
      "api/1",
      "api/calls",
      "people",
      "profile",
      "none",
    ],
    ...["webhooks", "webhooks/new", "webhooks/1", "webhooks/deliveries/1", "licenses"],
  ].map((name) => `/settings/${name}`),
  "*": ["/nowhere"],
  "/admin/sign-in": ["/sign-in"],
  "/admin/sign-in-link": ["/sign-in-link?token=none"],
  "/admin/email-link": ["/email-link"],
  "/admin/forgot-password": ["/forgot-password"],
  "/admin/reset-password": ["/reset-password?token=none"],
};
const addresses = Object.entries(screens).flatMap(([path, some]) =>
  some.map((address, index) => ({ path, address, isFirst: index === 0 })),
);

const largestFirstLoad = 300_000;
let service: Service;
let browser: Browser;
let owner: BrowserContext | null = null;
let stranger: BrowserContext | null = null;

beforeAll(async () => {
  service = await startService({ database: await createSqlite() });
  browser = await launchBrowser();
});

test.each(["light", "dark"] as const)(
  "a slow link paints that the area is loading, in %s, before its script and styles have come",
  async (colorScheme) => {
    const page = await (await browser.newContext({ colorScheme })).newPage();
    const held = Promise.withResolvers<void>();
    await page.route("**/admin/assets/**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${service.url}/admin/sign-in`, { waitUntil: "commit" });
    const painted = "performance.getEntriesByName('first-contentful-paint').length";
    await until("something is painted", async () => (await page.evaluate<number>(painted)) === 1);
    const frame = page.getByText("Loading…");
    await frame.waitFor();
    const ground = (element: string) => page.evaluate<string>(`getComputedStyle(${element}).backgroundColor`);
    const first = await ground("document.documentElement");
    held.resolve();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await frame.waitFor({ state: "detached" });
    expect(await ground("document.body")).toBe(first);
    await page.context().close();
  },
);

test("the first load is small", async () => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, service);
  const loaded: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    loaded.push(request.sizes().then((sizes) => sizes.responseHeadersSize + sizes.responseBodySize));
  });
  await page.goto(`${service.url}/admin`);
  await page.getByRole("heading", { name: "Set up your store" }).waitFor();
  await page.waitForLoadState("networkidle");
  const total = (await Promise.all(loaded)).reduce((sum, bytes) => sum + bytes, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(largestFirstLoad);
});

test("every component in use has its styles", async () => {
  const entry = join(import.meta.dir, "../../admin/main.tsx");
  const { metafile } = await Bun.build({ entrypoints: [entry], splitting: true, metafile: true });
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const used = inputs.flatMap((path) => /@mantine\/core\/.*\/components\/(\w+)\/.*\.m?js$/.exec(path)?.[1] ?? []);
  const folder = join(import.meta.dir, "../../node_modules/@mantine/core/styles");
  const styled = [...new Set(used)].filter((name) => existsSync(join(folder, `${name}.css`)));
  const imported = await Bun.file(join(import.meta.dir, "../../admin/mantine.css")).text();
  expect(styled.length).toBeGreaterThan(30);
  expect(styled.filter((name) => !imported.includes(`/${name}.css"`))).toEqual([]);
});

test("every screen has an address here", async () => {
  const source = await Bun.file(join(import.meta.dir, "../../admin/routes.tsx")).text();
  const paths = [...source.matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path);
  expect(Object.keys(screens).toSorted()).toEqual(paths.toSorted());
});

describe("every screen is for everybody", () => {
  beforeAll(async () => {
    const { permalink } = await addItem(service, "MAP", { "map.txt": "a map" });
    await (await service.get(permalink)).arrayBuffer();
    await v3(service, "POST", "products/1/license_keys", { license_keys: ["A-1"] });
    const shop = await connect(service, { kind: "woocommerce" });
    await connect(service, { kind: "generic", generic: { signature: "standard_webhooks", order_id: "id" } });
    await sendWoo(service, shop, wooOrder({}, [{ product_id: 91, name: "Poster" }]));
    for (let count = 0; count < 2; count++) await createOrder(service, { skus: ["MAP"] });
    const endpoint = { url: "https://hooks.example.com/waybill", events: ["order.created"] };
    await v3(service, "POST", "webhook_endpoints", endpoint);
    await v3(service, "POST", "webhook_endpoints/1/test");
    await v3(service, "POST", "api_keys", { name: "Checkout", scopes: ["orders:read", "orders:write"], test: true });
    await until("the emails are kept", async () => (await v3(service, "GET", "mailbox")).body.total === 2);
  });

  test.each(addresses)("$path at /admin$address", async ({ path, address, isFirst }) => {
    const asOwner = !path.startsWith("/admin/");
    owner ??= await newContext(true);
    stranger ??= await newContext(false);
    const [page] = (asOwner ? owner : stranger).pages() as [Page];
    const isLoaded = isFirst || page.url() === "about:blank";
    expect(await findingsAt(page, address, { asOwner, isLoaded })).toEqual([]);
  });

  test.each([
    { what: "the menu of an order", address: "/orders/10000001", open: /^More$/, shown: "Delete…" },
    { what: "the menu of the person", address: "", open: /^Signed in as/, shown: "Sign out" },
    { what: "the messages under the pointer", address: "/emails/mailbox/1", open: null, shown: null },
  ])("$what, opened", async ({ address, open, shown }) => {
    owner ??= await newContext(true);
    const page = await owner.newPage();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service.url}/admin${address}`);
      await page.addStyleTag({ content: "* { transition: none !important; animation: none !important; }" });
      if (open && shown) {
        await page.getByRole("button", { name: open }).click();
        await page.getByRole("menuitem", { name: shown }).hover();
      } else {
        await page.getByRole("navigation", { name: "Messages" }).getByRole("link").last().hover();
      }
      expect(`${colorScheme}: ${(await seriousFindings(page)).join("; ")}`).toBe(`${colorScheme}: `);
    }
    await page.close();
  });
});

describe("on every screen", () => {
  test("a question before an action is a dialog, and the page keeps its one banner", async () => {
    owner ??= await newContext(true);
    const page = await owner.newPage();
    await page.goto(`${service.url}/admin/products/1`);
    await page.getByRole("button", { name: "Delete product" }).click();
    await page.getByRole("dialog", { name: /^Delete / }).waitFor();
    expect(await page.getByRole("banner").count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    await page.close();
  });

  test("fields are written in 16 pixels where a thumb touches them, so that no phone zooms in", async () => {
    owner ??= await newContext(true);
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    const phone = await browser.newContext({ ...touch, storageState: await owner.storageState() });
    const page = await phone.newPage();
    const fields = page.locator("input, select, textarea");
    const letterSizes = `[...document.querySelectorAll("input, select, textarea")]
      .map((field) => parseFloat(getComputedStyle(field).fontSize))`;
    for (const address of ["/orders", "/new-order", "/products/new", "/downloads", "/emails", "/settings/wording"]) {
      await page.goto(`${service.url}/admin${address}`);
      await fields.first().waitFor();
      const sizes = await page.evaluate<number[]>(letterSizes);
      expect([address, Math.min(...sizes)]).toEqual([address, 16]);
    }
    await phone.close();
  });

  test("buttons, fields and the navigation are 44 pixels high to a thumb", async () => {
    owner ??= await newContext(true);
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    const phone = await browser.newContext({ ...touch, storageState: await owner.storageState() });
    const page = await phone.newPage();
    const low = `[...document.querySelectorAll("button, nav a, .back-link, select, input:not([type=checkbox], [type=radio])")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2)
      .filter((one) => Math.max(one.offsetHeight, parseFloat(getComputedStyle(one, "::after").height) || 0) < 44)
      .map((one) => one.getAttribute("aria-label") ?? one.textContent)`;
    for (const address of ["/orders", "/new-order", "/products/1", "/customers", "/settings/people", "/settings/api"]) {
      await page.goto(`${service.url}/admin${address}`);
      await page.locator("h1:visible").first().waitFor();
      await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
      expect([address, await page.evaluate<string[]>(low)]).toEqual([address, []]);
    }
    await phone.close();
  });

  test("a table that is wider than its place is scrolled by keyboard, and is no stop of the keyboard where it fits", async () => {
    owner ??= await newContext(true);
    const page = await owner.newPage();
    await page.goto(`${service.url}/admin?view=table`);
    const stop = page.getByRole("group", { name: "Figures by day" });
    await page.getByRole("table", { name: "Figures by day" }).waitFor();
    expect(await stop.count()).toBe(0);
    await page.setViewportSize({ width: 280, height: 900 });
    await stop.focus();
    await page.keyboard.press("ArrowRight");
    await until("it has moved", () => stop.evaluate((table) => (table as { scrollLeft: number }).scrollLeft > 0));
    expect(await seriousFindings(page)).toEqual([]);
    await page.close();
  });
});

/** Its page stays open, so that the process lives on in which later ones find their scripts compiled. */
async function newContext(asOwner: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  if (asOwner) await signIn(page, service);
  return context;
}

/** What is wrong with a screen, in light and dark, on a desk and on a phone: loaded by its address, or walked to. */
async function findingsAt(page: Page, address: string, { asOwner = true, isLoaded = true }): Promise<string[]> {
  const findings: string[] = [];
  const complain = (words: string) => void findings.push(words);
  // Browsers report the answer that says that nobody is signed in.
  const expected = (words: string) => !asOwner && words.includes("401 (Unauthorized)");
  for (const event of ["console", "pageerror", "request"]) page.removeAllListeners(event);
  page.on("console", (message) => {
    if (message.type() === "error" && !expected(message.text())) complain(message.text());
  });
  page.on("pageerror", (error) => complain(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== service.url) complain(`asks for ${request.url()}`);
  });
  await look(page, 1280, "light");
  await (isLoaded ? load(page, address) : walk(page, address));
  await page.locator("h1:visible, h2:visible").first().waitFor();
  await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
  // Between light and dark only colors differ, and those are the same on a desk and on a phone: two looks see all four.
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
  ] as const) {
    await look(page, width, colorScheme);
    await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).first().waitFor({ state: "attached" });
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
    if (wide > width) complain(`is ${wide} pixels wide at ${width}`);
    for (const finding of await seriousFindings(page)) complain(`${width} ${colorScheme}: ${finding}`);
  }
  return findings;
}

async function look(page: Page, width: number, colorScheme: "light" | "dark"): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

async function load(page: Page, address: string): Promise<void> {
  await page.goto(`${service.url}/admin${address}`);
  // What is on its way from one color or width to the next is neither.
  await page.addStyleTag({ content: "* { transition: none !important; animation: none !important; }" });
}

/** Goes there as a link does, by a screen between the two, whose heading is gone once the other is there. */
async function walk(page: Page, address: string): Promise<void> {
  const go = (to: string) => `history.pushState(null, "", "/admin${to}"); dispatchEvent(new PopStateEvent("popstate"))`;
  await page.evaluate(go("/nowhere"));
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.evaluate(`document.querySelector("h1").id = "between"; ${go(address)}`);
  await page.locator("#between").waitFor({ state: "detached" });
}
