import { expect, test } from "bun:test";
import { inBrowser, longName, pages } from "../../support/sample-windows.ts";

const colorSchemes = ["light", "dark"] as const;

test("nothing is wider than a window of 320, 390 or 1280 pixels, in light and dark, nor with the text twice as large", async () => {
  const { complaints } = await inBrowser({}, async (page, open) => {
    const width = () => page.evaluate<number>("document.documentElement.scrollWidth");
    const enlarge = (size: string) => page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
    for (const name of Object.keys(pages).filter((name) => !name.startsWith("tint"))) {
      await open(name);
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        for (const [window, size] of [
          [320, ""],
          [390, ""],
          [1280, ""],
          [390, "200%"],
        ] as const) {
          await page.setViewportSize({ width: window, height: 800 });
          await enlarge(size);
          expect([name, colorScheme, size, await width()]).toEqual([name, colorScheme, size, window]);
        }
      }
    }
  });
  expect(complaints).toEqual([]);
});

test("the store's name is seen beside its logo, on the narrowest screen below it", async () => {
  await inBrowser({}, async (page, open) => {
    await open("logo");
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const name = await page.locator(".store-name").boundingBox();
      const logo = await page.locator(".logo").boundingBox();
      if (!name || !logo) throw new Error("The name or the logo is not seen.");
      const isBelow = name.y >= logo.y + logo.height;
      expect(isBelow).toBe(width === 320);
      if (!isBelow) expect(name.x).toBeGreaterThanOrEqual(logo.x + logo.width);
    }
  });
});

test("a store's long name takes two lines, and is whole for who points at it", async () => {
  const widths = [320, 390, 1280];
  await inBrowser({}, async (page, open) => {
    const name = page.locator(".store-name");
    const heights = async () => {
      const found: number[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        found.push((await name.boundingBox())?.height ?? 0);
      }
      return found;
    };
    await open("order");
    const lines = await heights();
    await open("long-name");
    for (const [index, height] of (await heights()).entries()) expect(height).toBeCloseTo(2 * (lines[index] ?? 0), 1);
    expect(await name.getAttribute("title")).toBe(longName);
  });
});

test("a license key of usual length and the button that copies it share a line on a phone", async () => {
  await inBrowser({ viewport: { width: 390, height: 844 } }, async (page, open) => {
    await open("bundle");
    const [key, button] = [page.locator(".key code").first(), page.locator(".key .copy").first()];
    const [left, right] = [await key.boundingBox(), await button.boundingBox()];
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
    expect(right?.y).toBeLessThan((left?.y ?? 0) + (left?.height ?? 0));
  });
});

test("the dot between a file's facts is as far from the one as from the other", async () => {
  await inBrowser({}, async (page, open) => {
    await open("order");
    const dots = await page.evaluate<
      Record<string, string>[]
    >(`[...document.querySelectorAll(".about > *")].map((fact) => {
      const { left, width, textAlign } = getComputedStyle(fact, "::before");
      return { left, width, textAlign, room: getComputedStyle(fact).paddingLeft };
    })`);
    expect(dots.length).toBeGreaterThan(0);
    for (const { left, width, textAlign, room } of dots)
      expect([left, width, textAlign]).toEqual(["0px", room, "center"]);
  });
});

test("a file's facts stay within its card, a date and a time each on one line", async () => {
  await inBrowser({}, async (page, open) => {
    for (const name of ["order", "german", "french", "expired"]) {
      await open(name);
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const rights = await page.evaluate<[number, number][]>(`[...document.querySelectorAll(".about > *")]
          .map((part) => [part, part.parentElement].map((one) => one.getBoundingClientRect().right))`);
        expect(rights.length).toBeGreaterThan(0);
        for (const [facts, about] of rights) expect(facts).toBeLessThanOrEqual(about);
        const heights = await page.evaluate<number[]>(`[...document.querySelectorAll("dd time span")]
          .map((part) => part.getBoundingClientRect().height)`);
        for (const height of heights) expect([height > 0, height < 30]).toEqual([true, true]);
      }
    }
  });
});

test("a license key that is too long to stand beside its button on a phone stands above it", async () => {
  await inBrowser({}, async (page, open) => {
    await open("long-keys");
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const list = await page.locator(".keys ul").boundingBox();
      const [short, long] = await page.locator(".key code").all();
      const [, button] = await page.locator(".key .copy").all();
      const [key, copy] = [await long?.boundingBox(), await button?.boundingBox()];
      if (!list || !key || !copy) throw new Error("The keys are not seen.");
      expect((await short?.boundingBox())?.height).toBeLessThan(45);
      expect(copy.y >= key.y + key.height).toBe(width < 1280);
      if (width < 1280) expect(key.width).toBe(list.width);
    }
  });
});
