import { beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { clickAgain, launchBrowser, seriousFindings, signIn } from "../../support/browser.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { smtpAddress, startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { createSqlite } from "../../support/sqlite.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

async function start(environment: Record<string, string> = {}): Promise<Service> {
  return startService({ database: await createSqlite(), environment });
}

async function signedIn(browser: Browser, service: Service): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: service.url })).newPage();
  await page.goto("/admin/sign-in");
  await signIn(page, service);
  return page;
}

describe("without a mail server", () => {
  let service: Service;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    service = await start();
    browser = await launchBrowser();
    await addItem(service, "MAP");
    await v3(service, "POST", "orders", { vendor_id: "1", email: "ann@example.com", order_items: [{ sku: "MAP" }] });
    page = await signedIn(browser, service);
  });

  test("an email is kept and never called sent, in every answer", async () => {
    const order = async () => (await v3(service, "GET", "vorders/1")).body.order;
    await until("it is kept", async () => (await order()).email_status === "kept");
    const { emails, total } = (await v3(service, "GET", "emails?status=kept")).body;
    expect(total).toBe(1);
    expect(emails[0]).toMatchObject({ status: "kept", sent_at: null, tries: [{ outcome: "kept" }] });
    expect((await v3(service, "GET", "emails?status=sent")).body.total).toBe(0);
    expect((await v3(service, "GET", "stats")).body.stats?.totals?.emails ?? 0).toBe(0);
    expect((await v3(service, "GET", "session")).body.session.sends_email).toBe(false);
    const { mail_settings } = (await v3(service, "GET", "mail_settings")).body;
    expect(mail_settings).toMatchObject({ sends_email: false, server_host: null, sender: "downloads@localhost" });
    const { mail_test } = (await v3(service, "POST", "mail_settings/test")).body;
    expect(mail_test).toMatchObject({ outcome: "kept", response: expect.stringContaining("WAYBILL_SMTP") });
  });

  test("screens say so: a banner, the badge, and the words when one is sent again", async () => {
    const { id } = (await v3(service, "GET", "vorders/1")).body.order;
    await page.goto(`/admin/orders/${id}`);
    await page.getByRole("note", { name: "Emails are not sent" }).waitFor();
    await page.getByText("Kept here, not sent", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Resend email" }).click();
    await page.getByText("The email to ann@example.com is kept here, not sent").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Set up a mail server" }).click();
    await page.getByRole("heading", { name: "Email", level: 1 }).waitFor();
    await page.getByText("There is no mail server. Emails are kept here").waitFor();
    expect(await page.getByRole("button", { name: "Send test email" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("whoever asks for a new password reads that nothing was sent", async () => {
    const stranger = await (await browser.newContext({ baseURL: service.url })).newPage();
    await stranger.goto("/admin/forgot-password");
    await stranger.getByLabel("Email").fill("nobody@example.com");
    await stranger.getByRole("button", { name: "Send link" }).click();
    await stranger.getByRole("heading", { name: "The email was not sent" }).waitFor();
    await stranger.getByText("npx waybill mailbox show").waitFor();
  });
});

describe("with a mail server", () => {
  let smtp: TestSmtpServer;
  let refusing = false;
  let service: Service;

  beforeAll(async () => {
    smtp = await startSmtpServer({
      credentials: "ann:hunter22",
      answers: { recipient: () => (refusing ? "550 5.7.1 Relaying denied" : null) },
    });
    service = await start({ WAYBILL_SMTP: smtp.url("ann:hunter22"), WAYBILL_MAIL_FROM: "shop@example.com" });
  });

  test("an owner reads its name and the sender, never the password", async () => {
    const answer = await v3(service, "GET", "mail_settings");
    expect(answer.body.mail_settings).toMatchObject({
      sends_email: true,
      server_host: "127.0.0.1",
      server_port: smtp.port,
      sender: "shop@example.com",
    });
    expect(JSON.stringify(answer.body)).not.toContain("hunter22");
  });

  test("the test email goes to whoever asks, and the answer is the server's own", async () => {
    const page = await signedIn(await launchBrowser(), service);
    await page.goto("/admin/settings/email");
    expect(await page.getByRole("note", { name: "Emails are not sent" }).count()).toBe(0);
    await page.getByText(`127.0.0.1, port ${smtp.port}`).waitFor();
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText("Server response: 250 2.0.0 OK taken").waitFor();
    expect(smtp.received.at(-1)).toMatchObject({ from: "shop@example.com", to: ["owner@demo.example"] });
    expect(await seriousFindings(page)).toEqual([]);
    refusing = true;
    await clickAgain(page.getByRole("button", { name: "Send test email" }));
    await page.getByText("550 5.7.1 Relaying denied").waitFor();
    refusing = false;
    expect(smtp.received).toHaveLength(1);
  });

  test("the delivery email of a preview is sent to who asks, and nothing is saved", async () => {
    const wordings = { email_subject: "Maps from {{ store.name }}" };
    const { mail_test } = (await v3(service, "POST", "wordings/send_preview", { wordings })).body;
    expect(mail_test).toMatchObject({ outcome: "sent", recipient: "owner@demo.example" });
    expect(smtp.received.at(-1)?.raw).toContain("Subject: Maps from ");
    const { wordings: saved } = (await v3(service, "GET", "wordings")).body;
    expect(saved.find(({ name }: { name: string }) => name === "email_subject").source).toBeNull();
    const wrong = await v3(service, "POST", "wordings/send_preview", { wordings: { email_subject: "{% if" } });
    expect(wrong.status).toBe(422);
  });

  test("more than five tests a minute are refused", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await v3(service, "POST", "mail_settings/test")).status);
    expect(statuses.at(-1)).toBe(429);
    expect(smtp.received.length).toBeLessThanOrEqual(5);
  });

  test("one that cannot be reached is told as it is", async () => {
    const down = await startSmtpServer();
    await down.stop();
    const other = await start({ WAYBILL_SMTP: smtpAddress(down.port) });
    const { mail_test } = (await v3(other, "POST", "mail_settings/test")).body;
    expect(mail_test).toMatchObject({ outcome: "failed", response: expect.stringContaining("ECONNREFUSED") });
  });
});
