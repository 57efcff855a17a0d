import { expect } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openArea } from "./area.ts";
import { closeLaterPages, launchBrowser } from "./browser.ts";
import { makeSqliteStore } from "./shared-service.ts";
import { addItem } from "./store.ts";
import { v3 } from "./v3.ts";

/** A store with the products MAP and BOOK, its orders through v3, and its owner's browser. */
export async function startOrderScreens() {
  const service = await makeSqliteStore();
  await addItem(service, "MAP");
  await addItem(service, "BOOK", { "book.txt": "a book", "notes.txt": "notes" });
  const usual = { locale: "en-GB", timezoneId: "UTC", acceptDownloads: true } as const;
  const context = await openArea(service, usual);
  const cookies = await context.cookies();

  return {
    service,
    order: async (id: number | string) => (await v3(service, "GET", `orders/${id}`)).body.order,
    emails: async (id: number | string) => (await v3(service, "GET", `emails?order_id=${id}`)).body,

    /** Of ann@example.com, for MAP and BOOK, with no email, unless `fields` say otherwise. */
    async makeOrder(fields: object = {}): Promise<{ id: number; download_url: string }> {
      const given = { email: "ann@example.com", send_email: false, order_items: [{ sku: "MAP" }, { sku: "BOOK" }] };
      const { status, body } = await v3(service, "POST", "orders", { ...given, ...fields });
      expect(status).toBe(201);
      return body.order;
    },

    /** A signed-in browser at a screen, on which no error was thrown; in one of its own when `device` is given. */
    async at(path: string, look: (page: Page) => Promise<void>, device?: BrowserContextOptions): Promise<void> {
      const own = device ? await (await launchBrowser()).newContext({ ...usual, ...device }) : context;
      await own.clearCookies();
      await own.addCookies(cookies);
      try {
        const page = await own.newPage();
        const complaints: string[] = [];
        page.on("pageerror", ({ message }) => complaints.push(message));
        await page.goto(`${service.url}${path}`);
        // It comes above what the test clicks.
        await page.getByText("Emails are kept here, not sent.").waitFor();
        await look(page);
        expect(complaints).toEqual([]);
      } finally {
        if (own === context) await closeLaterPages(context);
        else await own.close();
      }
    },
  };
}
