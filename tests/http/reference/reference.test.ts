import { beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchBrowser, seriousFindings, signIn } from "../../support/browser.ts";
import type { Service } from "../../support/service.ts";
import { invite, password, startForPeople, signIn as visitAs } from "../../support/sign-in.ts";
import { createSqlite } from "../../support/sqlite.ts";

/** What axe says of the page as a whole and of ways through it, without looking at each text. */
const rulesOfPage = [
  ..."bypass document-title duplicate-id-aria html-has-lang landmark-unique meta-viewport".split(" "),
  ..."button-name link-name label image-alt nested-interactive aria-required-children aria-required-parent".split(" "),
];

describe("the reference page", () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    service = await startForPeople(await createSqlite());
    browser = await launchBrowser();
  });

  test("lets scripts and data come from this host only, and is kept by nobody", async () => {
    const page = await service.get("/docs/api");
    expect(page.status).toBe(200);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; connect-src 'self';");
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    const html = await page.text();
    expect(html).toContain(`data-url="http://localhost:${service.port}"`);
    expect(html).not.toContain(service.credentials.key);
  });

  test("loads files that are the same for every store, and kept for ever", async () => {
    const html = await (await service.get("/docs/api")).text();
    const addresses = [...new Set(html.match(/\/docs\/api\/assets\/[\w.-]+/g))];
    expect(addresses).toHaveLength(3);
    for (const address of addresses) {
      const asset = await service.get(address);
      expect([asset.status, asset.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
      expect(await asset.text()).not.toContain(service.credentials.key);
    }
    expect((await service.get("/docs/api/assets/none.js")).status).toBe(404);
  });

  test("has the same length for HEAD as for GET", async () => {
    const page = await service.get("/docs/api");
    const head = await service.get("/docs/api", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-length")).toBe(String((await page.arrayBuffer()).byteLength));
  });

  test("can only be read, and only at a store's address", async () => {
    const post = await service.get("/docs/api", { method: "POST" });
    expect({ status: post.status, allow: post.headers.get("allow") }).toEqual({ status: 405, allow: "GET, HEAD" });
    expect((await service.get("/docs/api", { host: "nobody.localhost" })).status).toBe(404);
  });

  test("leads to the documentation", async () => {
    const html = await (await service.get("/docs/api")).text();
    const [address = ""] = /\/docs\/api\/assets\/document-[\w.-]+/.exec(html) ?? [];
    const document = await (await service.get(address)).text();
    const links = new Set([...document.matchAll(/\]\((\/docs(?!\/api)[^)#]*)/g)].map(([, link = ""]) => link));
    expect(links.size).toBeGreaterThan(3);
    for (const link of links) expect([link, (await service.get(link)).status]).toEqual([link, 200]);
  });

  test("shows the key to owners only", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const html = async () => (await page.request.get(`${service.url}/docs/api`)).text();
    await signIn(page, service);
    expect(await html()).toContain(`data-key="${service.credentials.key}"`);
    await context.clearCookies();
    const { owner } = service;
    const email = "staff@example.com";
    await invite(service, await visitAs(service, owner.email, undefined, owner.password), email, "staff");
    await signIn(page, service, { email, password });
    expect(await html()).not.toContain(service.credentials.key);
    await context.close();
  });

  test.each([
    [1280, "light"],
    [390, "dark"],
  ] as const)(
    "on a screen of %d pixels in %s, shows an operation with the owner's key, to everyone",
    async (width, colorScheme) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      const page = await context.newPage();
      const hosts = new Set<string>();
      const complaints: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith("data:")) hosts.add(new URL(request.url()).origin);
      });
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      await signIn(page, service);
      await page.goto(`${service.url}/docs/api#tag/orders/PUT/api/v3/orders/{id}`);
      const place = "[id='api-1/tag/orders/PUT/api/v3/orders/{id}']";
      const operation = page.locator(place);
      await operation.getByText(`-u "${service.credentials.key}:$WAYBILL_TOKEN"`).waitFor();
      // The answer matches the request.
      const names = (await operation.textContent())?.match(/"first_name": "\w+"/g);
      expect(names?.join()).toBe('"first_name": "Anna","first_name": "Anna"');
      // No status of a response is hidden.
      const statuses = operation.getByRole("tablist");
      expect(await statuses.getByRole("tab").count()).toBeGreaterThan(5);
      expect(await statuses.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
      expect([...hosts]).toEqual([service.url]);
      expect(complaints).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      // The page is long, and each operation is drawn alike; between light and dark only colors differ.
      const isLight = colorScheme === "light";
      const rules = isLight ? undefined : ["color-contrast", "link-in-text-block"];
      expect(await seriousFindings(page, rules, place)).toEqual([]);
      if (isLight) expect(await seriousFindings(page, rulesOfPage)).toEqual([]);
      await context.close();
    },
    180_000,
  );
});
