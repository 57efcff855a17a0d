import { beforeAll, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { enterArea } from "../../support/area.ts";
import { launchBrowser, seriousFindings } from "../../support/browser.ts";
import type { Store } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

let service: Store;
let browser: Browser;

beforeAll(async () => {
  service = await makeSqliteStore();
  await addItem(service, "MAP");
  browser = await launchBrowser();
});

async function expiredOrder() {
  const order = await createOrder(service, { skus: ["MAP"], fields: "<send_email>false</send_email>" });
  const { body } = await v3(service, "POST", `orders/${order.id}/expire`);
  return { ...order, page: `${service.url}${new URL(body.order.download_url).pathname}` };
}

async function inWindow(options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options);
  try {
    await look(await context.newPage());
  } finally {
    await context.close();
  }
}

const langOf = (page: Page) => page.locator("html").getAttribute("lang");

test.each([
  ["de-CH", "de", "Ihre Downloads"],
  ["fr-FR", "fr", "Vos téléchargements"],
  ["es-MX", "es", "Sus descargas"],
  ["ja-JP", "ja", "ダウンロード"],
  ["it-IT", "en", "Your downloads"],
])("a browser in %s reads in %s, and no serious finding of axe stands in the way", async (locale, lang, heading) => {
  const { page: address } = await expiredOrder();
  await inWindow({ locale, viewport: { width: 390, height: 800 } }, async (page) => {
    await page.goto(address);
    expect(await langOf(page)).toBe(lang);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(heading);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

test("a reader's choice of a language stays, without JavaScript, until the store fixes one", async () => {
  const { page: address, links } = await expiredOrder();
  await inWindow({ locale: "en-GB", javaScriptEnabled: false }, async (page) => {
    await page.goto(address);
    await page.getByRole("link", { name: "Français" }).click();
    expect(await langOf(page)).toBe("fr");
    await page.goto(`${service.url}${links[0]}`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Ce lien a expiré");
    await v3(service, "PUT", "account", { language: "es" });
    try {
      await page.goto(`${address}?lang=ja`);
      expect(await langOf(page)).toBe("es");
      expect(await page.getByRole("link", { name: "Français" }).count()).toBe(0);
    } finally {
      await v3(service, "PUT", "account", { language: null });
    }
  });
});

test("a customer asks without JavaScript, and the owner grants with one click", async () => {
  const order = await expiredOrder();
  const link = `${service.url}${order.links[0]}`;
  await inWindow({ locale: "de-DE", javaScriptEnabled: false }, async (customer) => {
    await customer.goto(link);
    expect(await customer.getByRole("link", { name: "Herunterladen" }).count()).toBe(0);
    await customer.getByLabel("Nachricht an den Shop (optional)").fill("Meine Festplatte ist defekt.");
    await customer.getByRole("button", { name: "Verlängerung bei Demo Store anfragen" }).click();
    expect(customer.url()).toBe(order.page);
    expect(await customer.getByRole("status").textContent()).toStartWith("Ihre Anfrage wurde am ");

    await inWindow({}, async (owner) => {
      await enterArea(owner.context(), service);
      await owner.goto(`${service.url}/admin/renewals`);
      await owner.getByText("Meine Festplatte ist defekt.").waitFor();
      expect(await seriousFindings(owner)).toEqual([]);
      await owner.getByRole("navigation").getByText("1 pending").waitFor();
      await owner.getByRole("button", { name: `Approve the request for order ${order.id}` }).click();
      await owner.getByText("No pending requests").waitFor();
      await owner.getByText(`Order ${order.id} was reopened`).waitFor();
    });

    await customer.goto(link);
    expect(await customer.getByRole("link", { name: "Herunterladen" }).count()).toBe(1);
  });
  expect(await (await service.get(order.links[0] ?? "")).text()).toBe("the file of MAP");
});

test("a customer who renews is told that it worked, without JavaScript, and no longer once the order has expired again", async () => {
  await v3(service, "PUT", "account", { self_service_renewals: 1 });
  try {
    const order = await expiredOrder();
    for (const javaScriptEnabled of [false, true]) {
      await inWindow({ locale: "fr-FR", javaScriptEnabled }, async (page) => {
        await page.goto(order.page);
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Prolonger maintenant" }).click();
        else await page.goto(`${order.page}?renewed#renewed`);
        expect(await page.getByRole("status").textContent()).toBe(
          "Votre commande a été prolongée. Vos liens fonctionnent de nouveau.",
        );
        expect(await page.evaluate<string>("document.activeElement.id")).toBe("renewed");
        expect(await page.getByRole("link", { name: "Télécharger" }).count()).toBe(1);
        if (javaScriptEnabled) expect(await seriousFindings(page)).toEqual([]);
        await page.goto(order.page);
        expect(await page.getByRole("status").count()).toBe(0);
      });
    }
    await v3(service, "POST", `orders/${order.id}/expire`);
    const page = await (await service.get(`${new URL(order.page).pathname}?renewed`)).text();
    expect(page).toContain("This order has expired");
    expect(page).not.toContain("has been renewed");
  } finally {
    await v3(service, "PUT", "account", { self_service_renewals: 0 });
  }
});

test("the owner declines after being asked whether", async () => {
  const order = await expiredOrder();
  await service.get(`${new URL(order.page).pathname}/renewal`, { method: "POST" });
  await inWindow({ viewport: { width: 390, height: 800 } }, async (owner) => {
    await enterArea(owner.context(), service);
    await owner.goto(`${service.url}/admin/renewals`);
    await owner.getByRole("button", { name: `Decline the request for order ${order.id}` }).click();
    await owner.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
    await owner.getByText("No pending requests").waitFor();
    await owner.getByText("All", { exact: true }).click();
    await owner.getByText("Declined").first().waitFor();
    expect(await owner.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
  });
});
