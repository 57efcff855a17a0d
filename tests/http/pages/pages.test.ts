import { describe, expect, test } from "bun:test";
import { builtInWordings, renderWordings } from "../../../src/delivery/customer-emails/render-wording.ts";
import { renderDeliveryEmail } from "../../../src/delivery/customer-emails/templates.ts";
import type { Delivery } from "../../../src/delivery/orders/reading/customer-view.ts";
import { ProblemPage } from "../../../src/http/pages/problem.tsx";
import { type Problem, problemStatus } from "../../../src/http/pages/problem-statuses.ts";
import { initials } from "../../../src/http/pages/store-mark.tsx";
import { localizationFor } from "../../../src/platform/i18n/localization.ts";
import { instant } from "../../../src/platform/instants.ts";
import type { Store } from "../../../src/store/accounts/store.ts";
import {
  deliveredFile,
  delivery,
  deliveryWithKeys,
  hostileText,
  now,
  store,
  usedUpDelivery,
} from "../../support/page-samples.ts";
import { ItemPage, OrderPage, PermalinkPage } from "../../support/pages.ts";
import { testRenderer } from "../../support/wording-renderer.ts";

const local = localizationFor("en");
const renderer = testRenderer();
const builtInGreeting = async (of: Delivery) => {
  const page_greeting = { source: builtInWordings("en").page_greeting, isBuiltIn: true };
  return (await renderWordings(renderer, { page_greeting }, { accountId: 1, store, delivery: of, now })).page_greeting;
};
const order = (changes: Partial<Delivery> = {}, of: Store = store) =>
  OrderPage({ store: of, local, delivery: { ...delivery, ...changes }, now });
const linksTo = (page: string, start: string) =>
  [...page.matchAll(/href="([^"]*)"/g)]
    .map(([, address = ""]) => address.replaceAll("&#39;", "'"))
    .filter((link) => link.startsWith(start));

describe("the order's page", () => {
  test("shows every file with its size, what is left, and its link", () => {
    const page = order();
    expect(page).toStartWith('<!doctype html><html lang="en"');
    for (const words of [
      "M-1001",
      "Hello <bdi>Ada</bdi>",
      "Quantity: 3",
      "12\u00a0MB",
      "5 downloads left",
      "1 download left",
    ])
      expect(page).toContain(words);
    expect(page).toContain(
      '<time datetime="2026-11-30T07:13:00.000Z"><span>30\u00a0November\u00a02026,</span> <span>07:13\u00a0UTC</span></time>',
    );
    expect(page).toContain("in\u00a09\u00a0days");
    expect(page).toContain("unlimited downloads");
    expect(page).toContain("This file is not available yet.");
    expect(linksTo(page, "/get/")).toEqual([
      "/get/guid-1/1/the-quiet-cartographer.pdf",
      "/get/guid-1/2/%C3%9Cber%20100%25%20%26%20mehr%3F%23.epub",
      "/get/guid-2/4/field-recordings-2.zip",
    ]);
  });

  test("offers nothing of a file that is used up, and says so", () => {
    const page = order();
    expect(linksTo(page, "/get/guid-1/3/")).toEqual([]);
    expect(page).toContain("You have used all downloads of this file.");
  });

  test("says that it has expired, from its very instant on, and offers nothing", () => {
    for (const expiresAt of [now, instant(now - 86_400_000)]) {
      const page = order({ expiresAt });
      expect(page).toContain("Expired on");
      expect(linksTo(page, "/get/")).toEqual([]);
    }
    expect(order({ expiresAt: instant(now + 1) })).not.toContain("Expired on");
    expect(order({ expiresAt: null })).toContain("No time limit");
  });

  test("says that an order holds nothing", async () => {
    for (const expiresAt of [null, now]) {
      const page = order({ items: [], expiresAt });
      expect(page).toContain("There is nothing to download yet");
      expect(page).toContain("<p>Hello <bdi>Ada</bdi>, thank you for your order.</p>");
      const builtIn = await builtInGreeting({ ...delivery, items: [], expiresAt });
      expect(builtIn).toBe("Hello Ada, thank you for your order.");
    }
    const renewal = { orderGuid: "o", reason: "expired", allUsedUp: false, state: { kind: "ask" } } as const;
    const empty = { ...delivery, items: [], expiresAt: now };
    expect(OrderPage({ store, local, delivery: empty, now, renewal })).not.toContain("expired");
  });

  test("says how many there are of a product from two on", () => {
    expect(order().match(/Quantity: \d+/g)).toEqual(["Quantity: 3"]);
    const page = (quantity: number) => {
      const item = { guid: "g", sku: "A", productName: "Map", quantity, files: [], licenseKeys: [], keysDue: 0 };
      return ItemPage({ store, local, item, orderGuid: "o", expiresAt: null, now });
    };
    expect([page(1), page(2)].map((html) => html.includes("Quantity"))).toEqual([false, true]);
  });

  test("shows license keys as they are, also when the links have expired, and no word of a missing file", () => {
    for (const expiresAt of [null, now]) {
      const page = order({ ...deliveryWithKeys, expiresAt });
      expect(page).toContain("<h3>2 license keys</h3>");
      expect(page).toContain('<code dir="ltr">QX7F  2K9D</code>');
      expect(page).toContain('<code dir="ltr">&lt;KEY &amp; 2&gt;</code>');
      expect(page).not.toContain("This file is not available yet.");
    }
  });

  test("shows an address elsewhere with its host and without a size", () => {
    const page = order(deliveryWithKeys);
    expect(page).toContain("Opens on video.example");
    expect(linksTo(page, "/get/h/")).toEqual(["/get/h/8/Watch%20it"]);
    expect(page).not.toMatch(/<data|>0 bytes/);
  });

  test("has no gap in its greeting without a first name", () => {
    expect(order({ firstName: "" })).toContain("<p>Hello, thank you for your order.");
  });

  test("greets with what holds once nothing can be downloaded any more", async () => {
    expect(order({ expiresAt: now })).toContain("Hello <bdi>Ada</bdi>, this order has expired.");
    const usedUp = order(usedUpDelivery);
    expect(usedUp).toContain("Hello <bdi>Ada</bdi>, you have used all the downloads in this order.");
    expect(usedUp).not.toContain("thank you for your order");
    const expired = await builtInGreeting({ ...delivery, expiresAt: now });
    expect(expired).toBe("Hello Ada, this order has expired.");
    expect(await builtInGreeting(usedUpDelivery)).toBe("Hello Ada, you have used all the downloads in this order.");
    expect(await builtInGreeting({ ...delivery, firstName: "" })).toStartWith("Hello, thank you for your order.");
  });

  test("speaks of no downloads where there are only license keys", () => {
    const [whole] = delivery.items;
    if (!whole) throw new Error("The sample has no item.");
    const bare = { ...whole, files: [] };
    const orders = [
      { ...bare, licenseKeys: ["K"], keysDue: 0 },
      { ...bare, licenseKeys: ["K"], keysDue: 1 },
      { ...bare, licenseKeys: [], keysDue: 1 },
      { ...bare, licenseKeys: [], keysDue: 0, isKeyOmitted: true },
    ];
    for (const [item, expiresAt] of orders.flatMap((one) => [null, now].map((end) => [one, end] as const))) {
      const page = order({ items: [item], expiresAt });
      expect(page).toContain("<h1>Your order</h1>");
      expect(page).toContain(`<title>Your order from ${store.name}</title>`);
      expect(page.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, "")).not.toMatch(/download/i);
      const email = renderDeliveryEmail({ store, delivery: { ...delivery, items: [item], expiresAt }, now });
      expect(email.subject + email.text).not.toMatch(/download/i);
      if (item.isKeyOmitted) expect(email.subject).not.toMatch(/key/i);
    }
    expect(order({ items: [{ ...whole, keysDue: 1 }] })).toContain("<h1>Your downloads</h1>");
    expect(order({ items: [{ ...bare, licenseKeys: [], keysDue: 0 }] })).toContain("<h1>Your downloads</h1>");
  });

  test("promises everything only when nothing is still to come", async () => {
    const [whole] = delivery.items;
    if (!whole) throw new Error("The sample has no item.");
    const waiting = { ...whole, files: [], keysDue: 0 };
    const items = [[whole, waiting], [{ ...whole, keysDue: 1 }], [whole]];
    const greetings = items.map((items) => /<p>Hello (.*?)<\/p>/.exec(order({ items }))?.[1]);
    const partial = "<bdi>Ada</bdi>, thank you for your order. Here is what is ready now. The rest will follow.";
    const complete = "<bdi>Ada</bdi>, thank you for your order. Here is everything it includes.";
    expect(greetings).toEqual([partial, partial, complete]);
    const builtIn = await Promise.all(items.map((items) => builtInGreeting({ ...delivery, items })));
    expect(builtIn).toEqual(greetings.map((greeting) => `Hello ${greeting?.replace(/<.*?>/g, "")}`));
  });

  test("says whether some downloads are used up or all", () => {
    const offer = { orderGuid: "guid", reason: "used_up", state: { kind: "ask" } } as const;
    const page = (allUsedUp: boolean) => OrderPage({ store, local, delivery, now, renewal: { ...offer, allUsedUp } });
    expect(page(false)).toContain("Some files have no downloads left");
    expect(page(true)).toContain("You have no downloads left");
  });

  test.each([
    ["below the files while others still work", "used_up", false],
    ["above the files when all are used up", "used_up", true],
    ["above the files when the order has expired", "expired", false],
  ] as const)("offers a renewal %s", (_, reason, allUsedUp) => {
    const renewal = { orderGuid: "guid", reason, allUsedUp, state: { kind: "ask" } } as const;
    const [item] = delivery.items;
    if (!item) throw new Error("The sample has no item.");
    const itemPage = ItemPage({ store, local, item, orderGuid: "guid", expiresAt: null, now, renewal });
    for (const page of [OrderPage({ store, local, delivery, now, renewal }), itemPage]) {
      const below = page.indexOf('<form class="renewal"') > page.lastIndexOf('class="file"');
      expect(below).toBe(reason === "used_up" && !allUsedUp);
      expect(page.match(/<form/g)).toHaveLength(1);
    }
  });

  test("carries the store's name, beside its logo too", () => {
    const logoUrl = "https://northlight.example/logo/1";
    const named = /<span class="store-name"[^>]*><bdi>Northlight Press<\/bdi><\/span>/;
    expect(order()).toMatch(named);
    const page = order({}, { ...store, logoUrl });
    expect(page).toMatch(named);
    // Said once: the name stands in words beside the picture.
    expect(page).toContain(`<img class="logo" src="${logoUrl}" alt=""/>`);
  });

  test("escapes every text, and links to nothing but the web", () => {
    const item = {
      guid: "guid",
      sku: hostileText,
      productName: hostileText,
      quantity: 1,
      licenseKeys: [hostileText],
      keysDue: 0,
    };
    const file = deliveredFile({ id: 9, filename: hostileText, contentType: hostileText });
    const texts = { orderId: hostileText, title: hostileText, firstName: hostileText, lastName: hostileText };
    const page = order(
      { ...texts, items: [{ ...item, files: [file] }], expiresAt: null },
      { name: hostileText, url: "javascript:alert(1)" },
    );
    expect(page).not.toMatch(/<(b|img)[\s>]|javascript:/);
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(linksTo(page, "/get/")).toEqual([`/get/guid/9/${encodeURIComponent(hostileText.replace("/", "_"))}`]);
    expect(page).not.toContain(" style=");
  });

  test.each(["..", "a/../../b", "\ud800", "\u202e"])("file name %j makes one path segment", (filename) => {
    const [item] = delivery.items;
    if (!item) throw new Error("The sample has no item.");
    const page = order({ items: [{ ...item, files: [deliveredFile({ id: 7, filename })] }] });
    const [link = ""] = linksTo(page, "/get/");
    expect(new URL(link, "http://x").pathname).toMatch(/^\/get\/guid-1\/7\/[^/]+$/);
  });
});

describe("a product's page", () => {
  const [item, , empty] = delivery.items;
  if (!item || !empty) throw new Error("The sample lacks items.");
  const page = (changes: Partial<Parameters<typeof ItemPage>[0]> = {}) =>
    ItemPage({ store, local, item, orderGuid: "order-guid", expiresAt: null, now, ...changes });

  test("of an order leads to its files and back to the order", () => {
    expect(linksTo(page(), "/get/guid-1/")).toHaveLength(2);
    expect(linksTo(page(), "/orders/")).toEqual(["/orders/order-guid"]);
    expect(linksTo(page({ expiresAt: now }), "/get/")).toEqual([]);
    expect(page({ item: empty })).toContain("This file is not available yet.");
  });

  test("shows a link's name as it was given", () => {
    const files = [{ id: 5, filename: "Films 1/2", sizeBytes: 0, contentType: "", opensAt: "films.example" }];
    const open = PermalinkPage({ store, local, product: { name: "Films", guid: "g" }, files });
    expect(open).toContain("<bdi>Films 1/2</bdi>");
    expect(linksTo(open, "/permalink/")).toEqual(["/permalink/g/5/Films%201_2"]);
  });

  test("behind a permalink tells of no limit and no order", () => {
    const files = [{ id: 5, filename: "a b.pdf", sizeBytes: 1, contentType: "application/pdf", opensAt: null }];
    const open = PermalinkPage({ store, local, product: { name: "Sampler", guid: "product-guid" }, files });
    expect(linksTo(open, "/permalink/")).toEqual(["/permalink/product-guid/5/a%20b.pdf"]);
    expect(open).toContain("1\u00a0byte");
    expect(open.slice(open.indexOf("<main"))).not.toMatch(/left|limit|View the whole order/);
    expect(PermalinkPage({ store, local, product: { name: "Sampler", guid: "g" }, files: [] })).toContain(
      "not available yet",
    );
  });
});

test("the page of a permalink escapes the product's name", () => {
  const product = { name: "<b>Map & key</b>", guid: "g" };
  const page = PermalinkPage({ store, local, product, files: [] });
  expect(page).not.toContain("<b>Map");
  expect(page).toContain("<bdi>&lt;b&gt;Map &amp; key&lt;/b&gt;</bdi>");
});

describe("a problem", () => {
  const statuses: Record<Problem, number> = {
    on_hold: 403,
    not_yet: 403,
    revoked: 410,
    item_revoked: 410,
    used_up: 403,
    expired: 410,
    not_found: 404,
    file_missing: 409,
    copy_not_ready: 503,
    copy_failed: 503,
    foreign_form: 403,
    unknown_store: 404,
    unavailable: 503,
    internal: 500,
  };
  test.each(Object.keys(statuses) as Problem[])("%s has a status, a page and one sentence", (problem) => {
    expect(problemStatus(problem)).toBe(statuses[problem]);
    expect(local.texts.problem[problem].sentence).toMatch(/^[A-Z][^.\n]+\.$/);
    expect(ProblemPage({ store, local, problem })).toContain("What to do");
    expect(ProblemPage({ store: null, local, problem })).not.toContain("Northlight");
    // Each leads somewhere: to what the store has set, or else to the customer's links.
    expect(linksTo(ProblemPage({ store, local, problem }), "/links")).toEqual(["/links"]);
    const website = "https://northlight.example/help";
    expect(ProblemPage({ store: { ...store, website }, local, problem })).toContain(`href="${website}"`);
    expect(ProblemPage({ store: { name: hostileText, url: "x" }, local, problem })).not.toMatch(/<(b|img)[\s>]/);
  });
});

test("a store's mark has its initials", () => {
  expect(["Northlight Press", "acme", "The Big Book Shop", "Čapek & Ōe", "★", ""].map(initials)).toEqual([
    "NP",
    "A",
    "TS",
    "ČŌ",
    "•",
    "•",
  ]);
});
