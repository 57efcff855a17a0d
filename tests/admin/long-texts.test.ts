import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { walk } from "../support/area.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";
import { sendWoo, wooOrder } from "../support/shops.ts";
import { addItem } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

const { service, at } = await startOrderScreens();

const name = "Sound_Library_Complete_Edition_2026_Windows_macOS_Linux";
const longest = "N".repeat(200);
const email = `${"a.very.long.name.of.a.customer".padEnd(64, "x")}@${"mail.".repeat(12)}example.com`;
const order = { id: "", item: "" };
let product = 0;
let withFile = 0;
let message = 0;
let shop = 0;
let event = { id: 0, problem: null };

beforeAll(async () => {
  const post = async (path: string, body: object) => (await v3(service, "POST", path, body)).body;
  product = (await post("products", { sku: `S${"k".repeat(250)}`, name: longest })).product.id;
  const other = (await post("products", { sku: "LONG", name })).product.id;
  const { sku } = await addItem(service, "W".repeat(120), { [`${"f".repeat(200)}.zip`]: "a file" });
  withFile = (await v3(service, "GET", `skuproducts/${sku}`)).body.product.id;
  const url = `https://example.com/${"p".repeat(300)}`;
  await v3(service, "PUT", `products/${withFile}`, { item_urls: [{ url, name: "u".repeat(200) }] });
  await post(`products/${withFile}/license_keys`, { license_keys: ["K".repeat(300)] });
  const made = await post("orders", {
    ...{ email, vendor_id: "V".repeat(255), first_name: "F".repeat(200), last_name: "L".repeat(200) },
    ...{ custom_1: "c".repeat(500), title: "t".repeat(200), send_email: false },
    order_items: [{ item_id: product }, { item_id: other }, { sku }],
  });
  order.id = made.order.id;
  order.item = made.order.order_items.at(-1).download_url;
  await v3(service, "POST", "orders", { email, order_items: [{ item_id: withFile }] });
  await (await service.get(new URL(order.item).pathname, { headers: { accept: "*/*" } })).arrayBuffer();
  await until("the email is kept", async () => (await v3(service, "GET", "mailbox")).body.total > 0);
  shop = (await post("connections", { kind: "stripe", name: "Stripe" })).connection.id;
  const woo = (await post("connections", { kind: "woocommerce" })).connection;
  await sendWoo(service, woo, wooOrder({}, [{ product_id: 91, name: longest }]));
  await until("the event is processed", async () => {
    event = (await v3(service, "GET", `connections/${woo.id}/events`)).body.connection_events[0];
    return event.problem !== null;
  });
  message = (await v3(service, "GET", "mailbox")).body.messages[0].id;
});

/** What is wider than the window, or than the dialog that it is in. */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const wide = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) wide.push("the page by " + (root.scrollWidth - root.clientWidth));
    const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const lines = document.createTreeWalker(document.querySelector("[role=dialog]") ?? document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const right = (document.querySelector("[role=dialog]") ?? root).getBoundingClientRect().right;
    for (let text = lines.nextNode(); text; text = lines.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width < 2 || box.right <= right + 1) continue;
      const inner = text.parentElement.closest(".mantine-Table-scrollContainer, table, pre, code, .mantine-Badge-root, button");
      if (!inner) wide.push(text.textContent.slice(0, 60) + " by " + Math.round(box.right - right));
    }
    return wide;
  })()`);
}

const screens: Record<string, () => string> = {
  "the overview": () => "",
  "the overview's table": () => "?view=table",
  orders: () => "/orders",
  "an order": () => `/orders/${order.id}`,
  "the edited order": () => `/orders/${order.id}?dialog=edit`,
  "resending an order": () => `/orders/${order.id}?dialog=resend`,
  "extending an order": () => `/orders/${order.id}?dialog=extend`,
  products: () => "/products",
  ...Object.fromEntries(
    ["details", "files", "permalink", "keys", "orders", "downloads"].map((tab) => [
      `a product's ${tab}`,
      () => `/products/${withFile}?tab=${tab}`,
    ]),
  ),
  "the product without a file": () => `/products/${product}?tab=files`,
  downloads: () => "/downloads",
  emails: () => "/emails",
  "an email": () => `/emails/${message}`,
  mailbox: () => `/emails/mailbox/${message}`,
  "a shop's steps": () => `/connections/${shop}`,
  "an event of a shop": () => `/connections/events/${event.id}`,
  "a missing order": () => `/orders/${"M".repeat(64)}`,
};

const widths = [320, 390, 1280] as const;

async function fits(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    // The page may take a moment to lay itself out anew.
    await until(`nothing of ${what} is too wide at ${width}`, async () => (await tooWide(page)).length === 0);
  }
}

test("every screen fits the width of a phone, and of a desk, with long words", async () => {
  await at("/admin", async (page) => {
    for (const [screen, address] of Object.entries(screens)) {
      await page.setViewportSize({ width: widths[0], height: 844 });
      await walk(page, `/admin${address()}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
      await fits(page, screen);
    }
  });
});

test("the question before a product is deleted fits its dialog, whatever the product is called", async () => {
  await at(`/admin/products/${product}?tab=details`, async (page) => {
    await page.getByRole("button", { name: "Delete product" }).click();
    await page.getByLabel(/to confirm$/).waitFor();
    await fits(page, "the question");
  });
});

test("a dialog's title names a file by as much as a sentence takes, with its ending", async () => {
  await at(`/admin/products/${withFile}?tab=files`, async (page) => {
    const short = `${"f".repeat(75)}….zip`;
    for (const act of ["Rename", "Replace", "Remove"]) {
      const button = page.getByRole("button", { name: `${act} ${"f".repeat(200)}.zip`, exact: true });
      expect(await button.textContent()).toBe(`${act}…`);
      await button.click();
      await page.getByRole("dialog", { name: `${act} ${short}${act === "Remove" ? "?" : ""}`, exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });
});

test("what needs attention names a product by as much as a sentence takes", async () => {
  await at("/admin", async (page) => {
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention
      .getByText(`“${"N".repeat(79)}…”`)
      .first()
      .waitFor();
    expect(await attention.textContent()).not.toContain("N".repeat(80));
  });
});

test("a name that is written from right to left takes no number of its line with it", async () => {
  await v3(service, "POST", "products", { sku: "12-34", name: "שרכים" });
  await at("/admin/new-order", async (page) => {
    await page.getByRole("combobox", { name: "Add a product" }).fill("12-34");
    await page.getByRole("option", { name: "12-34" }).waitFor();
    const places = await page.evaluate<number[]>(`(() => {
      const texts = document.createTreeWalker(document.querySelector("[role=option]"), NodeFilter.SHOW_TEXT);
      while (!/12-34/.test(texts.nextNode().data)) {}
      const range = document.createRange();
      return ["שרכים", "12-34"].map((part) => {
        const start = texts.currentNode.data.indexOf(part);
        range.setStart(texts.currentNode, start);
        range.setEnd(texts.currentNode, start + part.length);
        return range.getBoundingClientRect().left;
      });
    })()`);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});

test("in every card of the overview's table, the change is below the figure", async () => {
  const cards = ["Orders", "Downloads", "Delivered", "Emails sent"];
  await at(
    "/admin?view=table&period=90",
    async (page) => {
      await page.getByRole("table").first().waitFor();
      const below = await page.evaluate<boolean[]>(`${JSON.stringify(cards)}.map((name) => {
        const card = document.querySelector('main section[aria-label="' + name + '"]');
        const figure = [...card.querySelectorAll("p")].find((text) => getComputedStyle(text).fontVariantNumeric === "tabular-nums");
        return figure.nextElementSibling.getBoundingClientRect().top >= figure.getBoundingClientRect().bottom;
      })`);
      expect(below).toEqual(cards.map(() => true));
    },
    { viewport: { width: 390, height: 844 } },
  );
});
