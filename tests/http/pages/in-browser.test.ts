import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { fallbackHues, fallbackIndexOf } from "../../../src/accounts/fallback-color.ts";
import { renderDeliveryEmail } from "../../../src/delivery-emails/templates.ts";
import { ProblemPage } from "../../../src/http/pages/problem.tsx";
import { pageSecurityPolicy } from "../../../src/http/pages/security-policy.ts";
import { localizationFor } from "../../../src/i18n/localization.ts";
import { launchBrowser } from "../../support/browser.ts";
import { crowdedDelivery, delivery, deliveryWithKeys, now, store, usedUpDelivery } from "../../support/page-samples.ts";
import { ItemPage, OrderPage } from "../../support/pages.ts";

const local = localizationFor("en");
const [firstItem] = delivery.items;
if (!firstItem) throw new Error("The sample has no item.");
const item = { store, local, item: firstItem, orderGuid: "o", expiresAt: null, now };
const renewal = { orderGuid: "o", reason: "expired", allUsedUp: false, state: { kind: "ask" } } as const;
const long = "w".repeat(200);
const longName = `The bookshop of ${"northern lights and ".repeat(7)}`;
/** 600 pixels wide and 100 high, within the page. */
const wideLogo =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='600' height='100'%3E%3Crect width='600' height='100' fill='teal'/%3E%3C/svg%3E";
const shortKey = "ABCD-EFGH-IJKL-0150";
const withLongKey = {
  ...delivery,
  items: [{ ...firstItem, licenseKeys: [shortKey, "ABCD-EFGH-".repeat(48)] }],
};
const pages: Record<string, string> = {
  order: OrderPage({ store, local, delivery, now }),
  german: OrderPage({ store, local: localizationFor("de"), delivery, now }),
  expired: OrderPage({ store, local, delivery: { ...delivery, expiresAt: now }, now, renewal }),
  crowded: OrderPage({ store: { name: long, url: store.url }, local, delivery: crowdedDelivery, now }),
  keys: OrderPage({ store, local, delivery: deliveryWithKeys, now }),
  "long-keys": OrderPage({ store, local, delivery: withLongKey, now }),
  "used-up": OrderPage({
    ...{ store, local, delivery: usedUpDelivery, now },
    renewal: { ...renewal, reason: "used_up", allUsedUp: true },
  }),
  french: OrderPage({ store, local: localizationFor("fr"), delivery, now }),
  item: ItemPage(item),
  "long-item": ItemPage({ ...item, item: { ...firstItem, productName: long } }),
  problem: ProblemPage({ store: { name: long, url: store.url }, local, problem: "used_up", renewal }),
  logo: OrderPage({ store: { ...store, logoUrl: wideLogo }, local, delivery, now }),
  "long-name": OrderPage({ store: { ...store, name: longName }, local, delivery, now }),
  nowhere: ProblemPage({ store: null, local, problem: "unknown_store" }),
};
/** One store of each tint. */
const storeNames = fallbackHues.map((_, tint) => {
  let length = 1;
  while (fallbackIndexOf("a".repeat(length)) !== tint) length += 1;
  return "a".repeat(length);
});
for (const [tint, name] of storeNames.entries()) {
  pages[`tint-${tint}`] = OrderPage({ store: { ...store, name }, local, delivery, now });
  pages[`tint-${tint}-expired`] = OrderPage({
    store: { ...store, name },
    local,
    delivery: { ...delivery, expiresAt: now },
    now,
    renewal,
  });
}

/** Stores that have chosen a color. */
const brandColors = { black: "#000000", yellow: "#ffeb3b", navy: "#000080", red: "#ff0000", white: "#ffffff" };
const branded = Object.entries(brandColors).map(([color, brandColor]) => ({
  name: `tint-brand-${color}`,
  store: { ...store, brandColor },
}));
for (const { name, store } of branded) {
  pages[name] = OrderPage({ store, local, delivery, now });
  pages[`${name}-expired`] = OrderPage({ store, local, delivery: { ...delivery, expiresAt: now }, now, renewal });
}
const storeOf = (page: string) => branded.find(({ name }) => page.startsWith(name))?.store ?? store;

let server: ReturnType<typeof Bun.serve>;
let browser: Browser;

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const name = new URL(request.url).pathname.slice(1);
      const policy = pageSecurityPolicy(storeOf(name));
      return new Response(pages[name], {
        headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
      });
    },
  });
  browser = await launchBrowser();
});

afterAll(() => server?.stop(true));

/** Opens pages in a new window; answers what was requested and what the browser complained about. */
async function inBrowser(
  options: BrowserContextOptions,
  look: (page: Page, open: (name: string) => Promise<void>) => Promise<void>,
) {
  const context = await browser.newContext(options);
  const requested: string[] = [];
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.on("request", (request) => requested.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await look(page, async (name) => void (await page.goto(new URL(name, server.url).href)));
  } finally {
    await context.close();
  }
  return { requested, complaints };
}

describe.each(["light", "dark"] as const)("in %s colors", (colorScheme) => {
  test.each([320, 390, 1280])("nothing is wider than %i pixels", async (width) => {
    const { complaints } = await inBrowser({ colorScheme, viewport: { width, height: 800 } }, async (page, open) => {
      for (const name of Object.keys(pages).filter((name) => !name.startsWith("tint"))) {
        await open(name);
        expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
      }
    });
    expect(complaints).toEqual([]);
  });

  test("nor with the text twice as large", async () => {
    await inBrowser({ colorScheme, viewport: { width: 390, height: 800 } }, async (page, open) => {
      for (const name of Object.keys(pages).filter((name) => !name.startsWith("tint"))) {
        await open(name);
        const width = await page.evaluate<number>(
          "document.documentElement.style.fontSize = '200%', document.documentElement.scrollWidth",
        );
        expect([name, width]).toEqual([name, 390]);
      }
    });
  });

  test.each(branded)("$name is the color of buttons as it was given, here and in emails", async ({ name, store }) => {
    const [, ...channels] = /^#(..)(..)(..)$/.exec(store.brandColor) ?? [];
    const given = `rgb(${channels.map((channel) => Number.parseInt(channel, 16)).join(", ")})`;
    const { complaints } = await inBrowser({ colorScheme }, async (page, open) => {
      await open(name);
      const background = (selector: string) =>
        page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
      expect([await background(".button"), await background(".mark")]).toEqual([given, given]);
      // Without the policy of the page before it.
      await page.goto("about:blank");
      await page.setContent(renderDeliveryEmail({ store, delivery, now }).html);
      expect(await background(".button")).toBe(given);
      expect(await page.evaluate<string[]>(findLowContrast)).toEqual([]);
    });
    expect(complaints).toEqual([]);
  });

  test("every store's text has the contrast of WCAG AA", async () => {
    await inBrowser({ colorScheme }, async (page, open) => {
      for (const name of Object.keys(pages).filter((name) => /tint|nowhere|keys/.test(name))) {
        await open(name);
        expect(await page.evaluate<string[]>(findLowContrast)).toEqual([]);
      }
    });
  });
});

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

test("the store's name is seen beside its logo, on the narrowest screen below it", async () => {
  for (const width of [320, 1280]) {
    await inBrowser({ viewport: { width, height: 800 } }, async (page, open) => {
      await open("logo");
      const name = await page.locator(".store-name").boundingBox();
      const logo = await page.locator(".logo").boundingBox();
      if (!name || !logo) throw new Error("The name or the logo is not seen.");
      const isBelow = name.y >= logo.y + logo.height;
      expect(isBelow).toBe(width === 320);
      if (!isBelow) expect(name.x).toBeGreaterThanOrEqual(logo.x + logo.width);
    });
  }
});

test("a store's long name takes two lines, and is whole for who points at it", async () => {
  for (const width of [320, 390, 1280]) {
    await inBrowser({ viewport: { width, height: 800 } }, async (page, open) => {
      await open("order");
      const line = (await page.locator(".store-name").boundingBox())?.height ?? 0;
      await open("long-name");
      const name = page.locator(".store-name");
      expect((await name.boundingBox())?.height).toBeCloseTo(2 * line, 1);
      expect(await name.getAttribute("title")).toBe(longName);
    });
  }
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
    expect(await page.getByRole("heading", { name: "These downloads have expired" }).isVisible()).toBe(true);
    expect(await page.getByRole("link", { name: /^Download / }).count()).toBe(0);
  });
});

test("a file's facts stay within its card, a date and a time each on one line", async () => {
  for (const width of [320, 390, 1280]) {
    await inBrowser({ viewport: { width, height: 800 } }, async (page, open) => {
      for (const name of ["order", "german", "french", "expired"]) {
        await open(name);
        const rights = await page.evaluate<[number, number][]>(`[...document.querySelectorAll(".about > *")]
          .map((part) => [part, part.parentElement].map((one) => one.getBoundingClientRect().right))`);
        expect(rights.length).toBeGreaterThan(0);
        for (const [facts, about] of rights) expect(facts).toBeLessThanOrEqual(about);
        const heights = await page.evaluate<number[]>(`[...document.querySelectorAll("dd time span")]
          .map((part) => part.getBoundingClientRect().height)`);
        for (const height of heights) expect([height > 0, height < 30]).toEqual([true, true]);
      }
    });
  }
});

test("a license key that is too long to stand beside its button on a phone stands above it", async () => {
  for (const width of [320, 390, 1280]) {
    await inBrowser({ viewport: { width, height: 800 } }, async (page, open) => {
      await open("long-keys");
      const list = await page.locator(".keys ul").boundingBox();
      const [short, long] = await page.locator(".key code").all();
      const [, button] = await page.locator(".key .copy").all();
      const [key, copy] = [await long?.boundingBox(), await button?.boundingBox()];
      if (!list || !key || !copy) throw new Error("The keys are not seen.");
      expect((await short?.boundingBox())?.height).toBeLessThan(45);
      expect(copy.y >= key.y + key.height).toBe(width < 1280);
      if (width < 1280) expect(key.width).toBe(list.width);
    });
  }
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

/** Runs in the page: every element with text of its own whose contrast is below 4.5 to 1, as WCAG 2.2 defines it. */
const findLowContrast = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const luminance = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return color === "rgba(0, 0, 0, 0)" && element.parentElement ? background(element.parentElement) : color;
  };
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.tagName !== "SCRIPT")
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((element) => {
      const [high, low] = [luminance(getComputedStyle(element).color), luminance(background(element))].sort((a, b) => b - a);
      return { text: element.textContent, ratio: (high + 0.05) / (low + 0.05) };
    })
    .filter(({ ratio }) => ratio < 4.5)
    .map(({ text, ratio }) => document.documentElement.className + " " + text + " " + ratio.toFixed(2));
})()`;
