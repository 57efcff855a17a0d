import { beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchBrowser, seriousFindings } from "../../support/browser.ts";
import type { Store } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";

describe("the documentation in a browser", () => {
  let service: Store;
  let browser: Browser;

  beforeAll(async () => {
    service = await makeSqliteStore();
    browser = await launchBrowser();
  });

  test.each([
    [320, "light"],
    [390, "dark"],
    [1280, "light"],
    [1440, "dark"],
  ] as const)("fits a screen of %d pixels in %s, and axe finds nothing", async (width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    for (const path of ["/docs", "/docs/reference/settings", "/docs/start/install", "/docs?q=download"]) {
      await page.goto(service.url + path);
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width]);
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(["/docs?q=proxy_pass", "/docs/none", "/docs/start/go-live"])(
    "%s begins beside the list of pages, not below it",
    async (path) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.goto(service.url + path);
      expect((await page.locator("h1").boundingBox())?.y).toBeLessThan(300);
      await context.close();
    },
  );

  test("copies an example", async () => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    await page.goto(`${service.url}/docs/start/first-sale`);
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await context.close();
  });

  test.each([
    ["/docs/store/administration#renewals", "renewals-of-expired-links"],
    ["/docs/store/administration#wording", "wording-texts-of-emails-and-pages"],
    ["/docs/store/when-something-goes-wrong#nobody-can-sign-in", "lost-password-or-you-cannot-sign-in"],
    ["/docs/operate/back-up#restoring", "restoring-or-moving-to-another-server"],
    ["/docs/operate/run#a-host-name-of-a-stores-own", "host-names"],
    ["/docs/connect/stripe#what-follows-from-what-the-shop-says", "what-the-shops-events-do"],
  ])("leads %s, as a heading was called before, to %s", async (address, heading) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 400 } });
    const page = await context.newPage();
    await page.goto(service.url + address);
    await page.waitForURL((url) => url.hash === `#${heading}`);
    await page.waitForFunction(`document.getElementById("${heading}").getBoundingClientRect().top < innerHeight`);
    await context.close();
  });

  test("stays at the top for a name that no heading is like", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${service.url}/docs/store/administration#qwertzuiop`);
    await page.locator("h1").waitFor();
    expect(new URL(page.url()).hash).toBe("#qwertzuiop");
    await context.close();
  });

  test("is searched while one types, by the beginnings of words, and one step back is the page before", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`${service.url}/docs/start/install`);
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    const field = page.getByLabel("Search the documentation");
    await page.keyboard.press("/");
    await page.keyboard.type("WAYBILL_SENDF");
    await page.getByRole("heading", { name: "Search: WAYBILL_SENDF" }).waitFor();
    await page
      .getByRole("status")
      .getByText(/^\d+ sections? found$/)
      .waitFor({ state: "attached" });
    expect(await page.locator(".hits mark").first().textContent()).toBe("WAYBILL_SENDF");
    expect(await page.getByText("On this page").isVisible()).toBe(false);
    expect(new URL(page.url()).search).toBe("?q=WAYBILL_SENDF");
    await field.fill("");
    await page.getByRole("heading", { level: 1, name: heading ?? "" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/docs/start/install");
    await field.pressSequentially("qwertzuiop");
    await page.getByRole("heading", { name: "Nothing found" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: heading ?? "" }).waitFor();
    expect(await field.inputValue()).toBe("");
    await field.fill("refund");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Search: refund" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: heading ?? "" }).waitFor();
    expect(await field.inputValue()).toBe("");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("is found in and read without JavaScript, where phones open the list of pages", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${service.url}/docs`);
    await page.getByLabel("Search the documentation").fill("WAYBILL_SENDFILE");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Search: WAYBILL_SENDFILE" }).waitFor();
    await page.getByText("All pages", { exact: true }).first().click();
    await page
      .getByRole("navigation", { name: "All pages" })
      .getByRole("link", { name: "Stripe", exact: true })
      .click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/docs/connect/stripe");
    await context.close();
  });
});
