import { expect, test } from "bun:test";
import { inBrowser } from "../../support/sample-windows.ts";

test("a page asks for nothing but itself, and its policy allows all that it holds", async () => {
  const { requested, complaints } = await inBrowser({}, async (page, open) => {
    for (const name of ["order", "item", "nowhere", "keys"]) {
      await open(name);
      await page.waitForLoadState("networkidle");
    }
  });
  expect(
    requested.filter((address) => !address.startsWith("data:")).map((address) => new URL(address).pathname),
  ).toEqual(["/order", "/item", "/nowhere", "/keys"]);
  expect(complaints).toEqual([]);
});

test.each([
  ["en-GB", "order", "30 November 2026 at 02:13 GMT-5", "30 November 2026, 07:13 UTC"],
  ["en-US", "order", "November 30, 2026 at 2:13 AM EST", "30 November 2026, 07:13 UTC"],
  ["de-DE", "german", "30. November 2026 um 02:13 GMT-5", "30. November 2026 um 07:13 Uhr (UTC)"],
  ["it-IT", "german", "30. November 2026 um 02:13 GMT-5", "30. November 2026 um 07:13 Uhr (UTC)"],
])("times are in the zone and form of a reader in %s, in the page's language", async (locale, name, shown, before) => {
  await inBrowser({ timezoneId: "America/New_York", locale }, async (page, open) => {
    await open(name);
    const until = page.locator("time").nth(1);
    expect((await until.textContent())?.replace(/\s/g, " ")).toBe(shown);
    expect((await until.getAttribute("title"))?.replace(/\s/g, " ")).toBe(before);
  });
});

test("a page is whole without JavaScript", async () => {
  await inBrowser({ javaScriptEnabled: false }, async (page, open) => {
    await open("order");
    expect(await page.locator("time").nth(1).textContent()).toMatch(/^30\sNovember\s2026, 07:13\sUTC$/);
    expect(await page.getByRole("link", { name: /^Download (?!all)/ }).count()).toBe(3);
    expect(await page.getByRole("link", { name: "Download all" }).count()).toBe(1);
    expect(await page.getByRole("link", { name: "Download the-quiet-cartographer.pdf" }).getAttribute("href")).toBe(
      "/get/guid-1/1/the-quiet-cartographer.pdf",
    );
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.getByRole("main").count()).toBe(1);
    await open("expired");
    expect(await page.getByRole("heading", { name: "This order has expired" }).isVisible()).toBe(true);
    expect(await page.getByRole("link", { name: /^Download / }).count()).toBe(0);
  });
});

test("a license key is copied whole by its button", async () => {
  await inBrowser({ permissions: ["clipboard-read", "clipboard-write"] }, async (page, open) => {
    await open("keys");
    const button = page.getByRole("button", { name: "Copy license key QX7F 2K9D" });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await button.press("Enter");
    await page.getByRole("button", { name: "Copied license key QX7F 2K9D" }).waitFor();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe("QX7F  2K9D");
  });
});

test("without JavaScript a click selects a license key, and no button is in the way", async () => {
  await inBrowser({ javaScriptEnabled: false }, async (page, open) => {
    await open("keys");
    expect(await page.getByRole("button").count()).toBe(0);
    await page.locator(".key code").first().click();
    expect(await page.evaluate<string>("String(getSelection())")).toBe("QX7F  2K9D");
  });
});

test("the keyboard reaches every button, visibly, and buttons are easy to hit", async () => {
  await inBrowser({ viewport: { width: 390, height: 800 } }, async (page, open) => {
    await open("item");
    const focused: string[] = [];
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press("Tab");
      const { text, outline } = await page.evaluate<{ text: string; outline: string }>(
        "({ text: document.activeElement.textContent, outline: getComputedStyle(document.activeElement).outlineWidth })",
      );
      focused.push(text);
      expect(outline).toBe("3px");
    }
    expect(focused[0]).toBe("Skip to content");
    expect(focused[2]).toContain("View the whole order");
    expect(focused[3]).toBe("Download the-quiet-cartographer.pdf");
    for (const button of await page.locator(".button").all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  });
});
