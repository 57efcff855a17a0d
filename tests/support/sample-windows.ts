import type { BrowserContextOptions, Page } from "playwright-core";
import type { Delivery } from "../../src/delivery/orders/reading/customer-view.ts";
import { ProblemPage } from "../../src/http/pages/problem.tsx";
import { pageSecurityPolicy } from "../../src/http/pages/security-policy.ts";
import { localizationFor } from "../../src/platform/i18n/localization.ts";
import { fallbackHues, fallbackIndexOf } from "../../src/store/accounts/fallback-color.ts";
import { launchBrowser } from "./browser.ts";
import { afterTests } from "./cleanup.ts";
import { crowdedDelivery, delivery, deliveryWithKeys, now, store, usedUpDelivery } from "./page-samples.ts";
import { ItemPage, OrderPage } from "./pages.ts";

const local = localizationFor("en");
const [firstItem] = delivery.items;
if (!firstItem) throw new Error("The sample has no item.");
const item = { store, local, item: firstItem, orderGuid: "o", expiresAt: null, now };
const renewal = { orderGuid: "o", reason: "expired", allUsedUp: false, state: { kind: "ask" } } as const;
const long = "w".repeat(200);
export const longName = `The bookshop of ${"northern lights and ".repeat(7)}`;
/** 600 pixels wide and 100 high, within the page. */
const wideLogo =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='600' height='100'%3E%3Crect width='600' height='100' fill='teal'/%3E%3C/svg%3E";
const shortKey = "ABCD-EFGH-IJKL-0150";
const withLongKey = {
  ...delivery,
  items: [{ ...firstItem, licenseKeys: [shortKey, "ABCD-EFGH-".repeat(48)] }],
};
const bundle = { guid: "kit", name: "The cartographer's kit", quantity: 2 };
/** A bundle with keys of its own, between products that stand alone, and one of its products withdrawn. */
const withBundle: Delivery = {
  ...delivery,
  items: [
    { ...firstItem, guid: "before", place: 0 },
    { ...firstItem, guid: "kit", bundle, place: 1, files: [], licenseKeys: ["LID-JKHBH-Y92SV-WG9QX"] },
    { ...firstItem, guid: "inside", bundle, place: 2 },
    { ...firstItem, guid: "after", place: 4 },
  ],
  withdrawn: [{ guid: "gone", productName: "A map that is gone", bundle, place: 3 }],
};
export const pages: Record<string, string> = {
  order: OrderPage({ store, local, delivery, now }),
  german: OrderPage({ store, local: localizationFor("de"), delivery, now }),
  expired: OrderPage({ store, local, delivery: { ...delivery, expiresAt: now }, now, renewal }),
  crowded: OrderPage({ store: { name: long, url: store.url }, local, delivery: crowdedDelivery, now }),
  keys: OrderPage({ store, local, delivery: deliveryWithKeys, now }),
  "long-keys": OrderPage({ store, local, delivery: withLongKey, now }),
  bundle: OrderPage({ store, local, delivery: withBundle, now }),
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
export const branded = Object.entries(brandColors).map(([color, brandColor]) => ({
  name: `tint-brand-${color}`,
  store: { ...store, brandColor },
}));
for (const { name, store } of branded) {
  pages[name] = OrderPage({ store, local, delivery, now });
  pages[`${name}-expired`] = OrderPage({ store, local, delivery: { ...delivery, expiresAt: now }, now, renewal });
}
const storeOf = (page: string) => branded.find(({ name }) => page.startsWith(name))?.store ?? store;

let server: ReturnType<typeof Bun.serve> | null = null;

function startServer() {
  const started = Bun.serve({
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
  afterTests(async () => {
    server = null;
    await started.stop(true);
  });
  return started;
}

/** Opens pages in a new window; answers what was requested and what the browser complained about. */
export async function inBrowser(
  options: BrowserContextOptions,
  look: (page: Page, open: (name: string) => Promise<void>) => Promise<void>,
) {
  server ??= startServer();
  const { url } = server;
  const context = await (await launchBrowser()).newContext(options);
  const requested: string[] = [];
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.on("request", (request) => requested.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await look(page, async (name) => void (await page.goto(new URL(name, url).href)));
  } finally {
    await context.close();
  }
  return { requested, complaints };
}
