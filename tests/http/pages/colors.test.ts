import { expect, test } from "bun:test";
import { renderDeliveryEmail } from "../../../src/delivery/customer-emails/templates.ts";
import { findLowContrast } from "../../support/contrast.ts";
import { delivery, now } from "../../support/page-samples.ts";
import { branded, inBrowser, pages } from "../../support/sample-windows.ts";

const colorSchemes = ["light", "dark"] as const;

test.each(branded)("$name is the color of buttons as it was given, here and in emails", async ({ name, store }) => {
  const [, ...channels] = /^#(..)(..)(..)$/.exec(store.brandColor) ?? [];
  const given = `rgb(${channels.map((channel) => Number.parseInt(channel, 16)).join(", ")})`;
  const { complaints } = await inBrowser({}, async (page, open) => {
    const background = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    await open(name);
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      expect([await background(".button"), await background(".mark")]).toEqual([given, given]);
    }
    // Without the policy of the page before it.
    await page.goto("about:blank");
    await page.setContent(renderDeliveryEmail({ store, delivery, now }).html);
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      expect(await background(".button")).toBe(given);
      expect(await page.evaluate<string[]>(findLowContrast)).toEqual([]);
    }
  });
  expect(complaints).toEqual([]);
});

test("every store's text has the contrast of WCAG AA, in light and dark", async () => {
  await inBrowser({}, async (page, open) => {
    for (const name of Object.keys(pages).filter((name) => /tint|nowhere|keys/.test(name))) {
      await open(name);
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate<string[]>(findLowContrast)).toEqual([]);
      }
    }
  });
});
