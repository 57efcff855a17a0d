import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { openArea } from "../support/area.ts";
import { closeLaterPages, seriousFindings } from "../support/browser.ts";
import { type Store, startService, until } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { startSmtpServer } from "../support/smtp-server.ts";
import { createSqlite } from "../support/sqlite.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** What programs call themselves, and what they are called here. */
const programs = {
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36":
    "Chrome on Windows",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":
    "Edge on Windows",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/125.0.0.0":
    "Opera on Linux",
  "Mozilla/5.0 (Linux; Android 15; SM-S938B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":
    "Samsung Internet on Android",
  "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0": "Firefox on Linux",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15":
    "Safari on macOS",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile/15E148 Safari/604.1":
    "Safari on iOS",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36":
    "Chrome on Linux",
  "Mozilla/5.0 (PlayStation; PlayStation 5/10.00) AppleWebKit/605.1.15 (KHTML, like Gecko)": "Unknown browser",
  "Wget/1.25.0": "Wget",
  "python-requests/2.32.5": "python-requests",
  "Free Download Manager/6.30 (Windows)": "Free Download Manager",
  "": "Unknown program",
};

describe("the logs", () => {
  let service: Store;
  let lost = true;

  const contexts = new Map<Store, BrowserContext>();
  /** Without a mail server; its mailbox is empty at first. */
  let trial: Store;

  async function signedIn(at = service): Promise<Page> {
    const known = contexts.get(at);
    if (known) return known.newPage();
    const context = await openArea(at);
    contexts.set(at, context);
    return context.newPage();
  }
  const rowsOf = (page: Page, name: string) => page.getByRole("table", { name }).locator("tbody tr");
  const shows = (page: Page, name: string, count: number) =>
    until(`${name} shows ${count}`, async () => (await rowsOf(page, name).count()) === count);

  beforeAll(async () => {
    const smtp = await startSmtpServer({
      answers: { recipient: (to) => (lost && to.startsWith("lost") ? "550 5.1.1 No such mailbox here" : null) },
    });
    service = await startService({ database: await createSqlite(), environment: { WAYBILL_SMTP: smtp.url() } });
    trial = await makeSqliteStore();
    await addItem(trial, "SONG", { "song.txt": "a song" });
    const { permalink } = await addItem(service, "MAP", { "map.txt": "a map" });
    const { links } = await createOrder(service, { skus: ["MAP"] });
    for (const path of [...links, ...links, permalink]) {
      const file = await service.get(path, { headers: { "user-agent": "curl/8.5.0" } });
      await file.arrayBuffer();
    }
  });

  afterEach(async () => {
    for (const context of contexts.values()) await closeLaterPages(context);
  });

  test("downloads are found by order, product, address and day, with filters in the address", async () => {
    const page = await signedIn();
    await page.goto(`${service.url}/admin/downloads`);
    await shows(page, "Downloads", 3);
    const newest = rowsOf(page, "Downloads").first();
    for (const words of ["Permalink", "MAP", "map.txt", "127.0.0.1", "curl", "5 bytes"]) {
      expect(await newest.textContent()).toContain(words);
    }
    await page.getByLabel("Order", { exact: true }).fill("10000001");
    await shows(page, "Downloads", 2);
    expect(page.url()).toEndWith("?order_id=10000001");
    await page.reload();
    await shows(page, "Downloads", 2);
    await page.getByLabel("To (UTC)").fill("2020-01-01");
    await page.getByRole("heading", { name: "No matching downloads" }).waitFor();
    await page.getByRole("button", { name: "Show all downloads" }).click();
    await shows(page, "Downloads", 3);
    await page.getByRole("link", { name: "10000001" }).first().click();
    await page.waitForURL("**/admin/orders/10000001");
  });

  test("programs stand there by the names that people know, others by the name that they give themselves", async () => {
    const { permalink } = await addItem(service, "NAMED", { "named.txt": "for many programs" });
    const newestFirst = Object.entries(programs).toReversed();
    for (const [userAgent] of Object.entries(programs)) {
      await (await service.get(permalink, { headers: { "user-agent": userAgent } })).arrayBuffer();
    }
    const page = await signedIn();
    await page.goto(`${service.url}/admin/downloads?sku=NAMED`);
    await shows(page, "Downloads", newestFirst.length);
    const shown = await rowsOf(page, "Downloads").locator("td:nth-child(5) p:last-child").allTextContents();
    expect(shown).toEqual(newestFirst.map(([, name]) => name));
  });

  test("a failed email shows the server's words and its content, and is sent again", async () => {
    const order = { email: "lost@example.com", order_items: [{ item_sku: "MAP" }] };
    const { id } = (await v3(service, "POST", "orders", order)).body.order;
    const failed = async () => (await v3(service, "GET", "emails?status=failed")).body.total === 1;
    await until("the email has failed", failed);
    const page = await signedIn();
    await page.goto(`${service.url}/admin/emails`);
    await shows(page, "Delivery emails", 2);
    await page.getByLabel("Filter by status").selectOption("failed");
    await shows(page, "Delivery emails", 1);
    await page.getByRole("link", { name: "lost@example.com" }).click();
    await page.getByText("No such mailbox here").waitFor();
    const message = shownMessage(page);
    await message.getByText("Item MAP").waitFor();
    await page.getByText("Plain text", { exact: true }).click();
    expect(await page.getByLabel("Plain text", { exact: true }).last().textContent()).toContain("/orders/");
    await page.getByText("Headers", { exact: true }).click();
    await page.getByRole("rowheader", { name: "Message-ID" }).waitFor();

    lost = false;
    const before = page.url();
    await page.getByRole("button", { name: "Resend email" }).click();
    await page.getByText("Accepted", { exact: true }).waitFor();
    expect(page.url()).not.toBe(before);
    await page.getByRole("button", { name: "Resend email" }).waitFor();
    await page.goto(`${service.url}/admin/emails?q=${id}`);
    await shows(page, "Delivery emails", 2);
  });

  test("the email of a deleted order says that it was erased, not that it is still to be written", async () => {
    const own = await makeSqliteStore();
    await addItem(own, "MAP");
    const order = { email: "gone@example.com", order_items: [{ item_sku: "MAP" }] };
    const { id } = (await v3(own, "POST", "orders", order)).body.order;
    const first = async () => (await v3(own, "GET", "emails")).body.emails[0];
    await until("the email is kept", async () => (await first())?.status === "kept");
    expect(await first()).toMatchObject({ recipient: "gone@example.com", subject: expect.any(String) });
    await v3(own, "DELETE", `orders/${id}`);
    expect(await first()).toMatchObject({ recipient: null, subject: null, attempts: 1, status: "kept" });
    const page = await signedIn(own);
    for (const path of ["/admin/emails", `/admin/emails/${(await first()).id}`]) {
      await page.goto(`${own.url}${path}`);
      await page.getByText("Erased, not sent", { exact: true }).waitFor();
      await page
        .getByText(/erased with (its )?order/i)
        .first()
        .waitFor();
      for (const wrong of ["Not written yet", "Resend", "at the first attempt"]) {
        expect(await page.getByText(wrong).count()).toBe(0);
      }
      expect(await page.locator(`a[href$="/orders/${id}"]`).count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
    }
  });

  test("the mailbox shows a message that arrives, and its links work", async () => {
    const page = await signedIn(trial);
    await page.goto(`${trial.url}/admin/emails`);
    await page.getByRole("link", { name: "Mailbox" }).click();
    await page.getByRole("heading", { name: "No messages yet" }).waitFor();
    await createOrder(trial, { skus: ["SONG"] });
    const list = page.getByRole("navigation", { name: "Messages" });
    await list.getByRole("link", { name: "ann@example.com" }).click();
    await page.getByText("To ann@example.com").waitFor();
    await page.waitForURL(/\/admin\/emails\/mailbox\/\d+$/);
    const link = shownMessage(page).getByRole("link", { name: "Open your order" });
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await opened.waitForURL("**/orders/**");
    await opened.getByText("song.txt").first().waitFor();
  });

  test("the mailbox's list stays where it is when a message low in it is chosen", async () => {
    const kept = async () => (await v3(trial, "GET", "emails?status=kept")).body.total;
    const earlier = await kept();
    for (let count = 0; count < 25; count++) await createOrder(trial, { skus: ["SONG"] });
    const page = await signedIn(trial);
    await until("all are kept", async () => (await kept()) === earlier + 25);
    await page.goto(`${trial.url}/admin/emails/mailbox`);
    const last = page.getByRole("navigation", { name: "Messages" }).getByRole("link").last();
    await last.scrollIntoViewIfNeeded();
    const position = () => page.evaluate<number>("window.scrollY");
    const before = await position();
    expect(before).toBeGreaterThan(300);
    await last.click();
    await page.waitForURL("**/admin/emails/mailbox/*");
    await page.getByText("To ann@example.com").waitFor();
    expect(await position()).toBe(before);
    expect(await last.getAttribute("aria-current")).toBe("page");

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${trial.url}/admin/emails/mailbox`);
    await last.scrollIntoViewIfNeeded();
    await last.click();
    await page.getByText("To ann@example.com").waitFor();
    expect(await position()).toBe(0);
  });

  test("a message shows the store's logo, and asks no other host for anything", async () => {
    const own = await makeSqliteStore();
    await addItem(own, "SONG", { "song.txt": "a song" });
    await v3(own, "PUT", "account/logo", { content: onePixel });
    let asked = 0;
    const elsewhere = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(String(++asked)) });
    const foreign = `<p>Words of our own</p><img src="${elsewhere.url}pixel.png"><a href="{{ order.url }}">Open</a>`;
    const page = await signedIn(own);
    await createOrder(own, { skus: ["SONG"] });
    await until("the first is kept", async () => (await v3(own, "GET", "mailbox")).body.total === 1);
    const worded = await v3(own, "PUT", "wordings/email_html", { source: foreign });
    expect(worded.status).toBe(200);
    await createOrder(own, { skus: ["SONG"] });
    await until("both are kept", async () => (await v3(own, "GET", "mailbox")).body.total === 2);

    const [second, first] = (await v3(own, "GET", "mailbox")).body.messages;
    for (const address of [`/admin/emails/mailbox/${first.id}`, `/admin/emails/${first.id}`]) {
      await page.goto(own.url + address);
      const logo = shownMessage(page).getByRole("img", { name: "Demo Store" });
      await logo.waitFor();
      const drawn = () => logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
      await until("the logo is drawn", async () => (await drawn()) === 1);
    }
    await page.goto(`${own.url}/admin/emails/${second.id}`);
    await shownMessage(page).getByText("Words of our own").waitFor();
    const picture = shownMessage(page).locator("img");
    const isTried = () => picture.evaluate((image) => (image as unknown as { complete: boolean }).complete);
    await until("the browser is done with the picture", isTried);
    expect(asked).toBe(0);
    await elsewhere.stop(true);
  });

  test("a message is as high as it is on every screen, without scrolling, and nothing in it runs", async () => {
    const own = await makeSqliteStore();
    await addItem(own, "SONG", { "song.txt": "a song" });
    const page = await signedIn(own);
    const complain = "document.title = top.document.title = 'It ran'";
    const hostile = `<head></head><script>${complain}</script><img src="/none.png" onerror="${complain}">
      <a href="javascript:${complain}">Press</a>${"<p>Many words of a long email</p>".repeat(60)}<p>The end</p>`;
    const worded = await v3(own, "PUT", "wordings/email_html", { source: `${hostile}{{ order.url }}` });
    expect(worded.status).toBe(200);
    await createOrder(own, { skus: ["SONG"] });
    await until("it is kept", async () => (await v3(own, "GET", "mailbox")).body.total === 1);
    await page.goto(`${own.url}/admin/emails/${(await v3(own, "GET", "mailbox")).body.messages[0].id}`);
    // Nothing of it is out of sight, and nothing is below its end.
    const fits =
      "document.documentElement.scrollHeight === innerHeight && innerHeight - document.body.offsetHeight < 50";
    for (const width of [1280, 390, 844]) {
      await page.setViewportSize({ width, height: 390 });
      const message = shownMessage(page).locator("html");
      await until(`the frame fits at ${width}`, async () => (await message.evaluate(fits)) === true);
    }
    await shownMessage(page).getByText("The end").waitFor();
    const title = await page.title();
    await shownMessage(page).getByRole("link", { name: "Press" }).click();
    expect(await page.title()).toBe(title);
    expect(title).not.toBe("It ran");
  });

  test("an address that names no email says so, and leads to the others", async () => {
    const page = await signedIn();
    for (const id of ["999", "nonsense"]) {
      await page.goto(`${service.url}/admin/emails/${id}`);
      await page.getByRole("heading", { name: "Email not found" }).waitFor();
    }
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "View all emails" }).click();
    await rowsOf(page, "Delivery emails").first().waitFor();

    const owner = await signedIn(trial);
    await createOrder(trial, { skus: ["SONG"] });
    await until("a message is kept", async () => (await v3(trial, "GET", "mailbox")).body.total > 0);
    await owner.goto(`${trial.url}/admin/emails/mailbox/999`);
    await owner.getByRole("heading", { name: "Email not found" }).waitFor();
    await owner.getByRole("link", { name: "View all messages" }).click();
    await owner.getByText("Select a message to read it.").waitFor();
  });
});

const shownMessage = (page: Page) =>
  page.getByTitle("Message as the recipient sees it", { exact: true }).contentFrame();
