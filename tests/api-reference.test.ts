import { beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { v3Document } from "../src/http/v3/interface.ts";
import { operationsOf } from "../src/http/v3/openapi-types.ts";
import { launchBrowser, seriousFindings } from "./_browser.ts";
import { databasesUnderTest } from "./_databases.ts";
import { type Service, startService } from "./_service.ts";

describe("the reference page", () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    const [sqlite] = databasesUnderTest;
    if (!sqlite) throw new Error("There is no database.");
    service = await startService({ database: await sqlite.create() });
    browser = await launchBrowser();
  });

  test("describes every operation, with the store's own address in its commands", async () => {
    const page = await service.get("/docs/api");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toStartWith("default-src 'none'");
    const html = await page.text();
    for (const { operationId } of operationsOf(v3Document())) expect(html).toContain(`id="${operationId}"`);
    expect(html).toContain(`http://demo.localhost:${service.port}/api/v3/orders`);
    expect(html).not.toContain("waybill.invalid");
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

  test.each([390, 1280])("needs nothing else, and fits a screen of %d pixels", async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(`${service.url}/docs/api`);
    expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([`${service.url}/docs/api`]);
    expect(complaints).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const broken = await page.evaluate(
      "[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.hash.slice(1)).filter((id) => !document.getElementById(id))",
    );
    expect(broken).toEqual([]);
    const twice = "Object.values(Object.groupBy(document.querySelectorAll('[id]'), ({ id }) => id))";
    expect(await page.evaluate(`${twice}.filter(({ length }) => length > 1).map(([{ id }]) => id)`)).toEqual([]);
    await page.close();
  });

  test.each(["light", "dark"] as const)(
    "can be read by everyone in %s",
    async (colorScheme) => {
      const context = await browser.newContext({ colorScheme, bypassCSP: true });
      const page = await context.newPage();
      await page.goto(`${service.url}/docs/api`);
      // Between light and dark only colors differ.
      const rules = colorScheme === "light" ? undefined : ["color-contrast", "link-in-text-block"];
      expect(await seriousFindings(page, rules)).toEqual([]);
      const names = await page.evaluate<string[]>(
        `[...document.querySelectorAll("section")].map((section) =>
          section.ariaLabel ?? document.getElementById(section.getAttribute("aria-labelledby")).textContent.trim())`,
      );
      expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
      await context.close();
    },
    120_000,
  );
});
