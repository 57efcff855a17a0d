import { beforeAll, describe, expect, test } from "bun:test";
import { plans } from "../../../src/store/accounts/plans.ts";
import { setAccount } from "../../support/accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { orderOf, readableOrder } from "../../support/readable-order.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { v3 } from "../../support/v3.ts";

const emailFields =
  "id kind order_id order_vendor_id order_shop_number waits_for_release recipient status subject attempts created_at sent_at next_attempt_at tries";
const fields = (names: string, ...more: string[]) => [...names.split(" "), ...more].toSorted();
const dayMilliseconds = 86_400_000;
const dayFromToday = (days: number) => new Date(Date.now() + days * dayMilliseconds).toISOString().slice(0, 10);

describe.each(databasesUnderTest)("v3 emails and statistics on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  const refused = new Set<string>();
  const get = (path: string) => v3(service, "GET", path);
  const order = (body: Record<string, unknown>) => orderOf(service, body);

  beforeAll(async () => {
    const smtp = await startSmtpServer({
      answers: { recipient: (address) => (refused.has(address) ? "550 5.1.1 No such mailbox" : null) },
    });
    database = await create();
    service = await startService({ database, environment: { WAYBILL_SMTP: smtp.url() } });
    await readableOrder(service);
  });

  test("an email shows its status, its attempts and what it said", async () => {
    await until(
      "the email is sent",
      async () => (await get("emails?order_id=10000001")).body.emails[0]?.status === "sent",
    );
    const { emails, total } = (await get("emails?order_id=10000001&status=sent")).body;
    expect(total).toBe(1);
    expect(Object.keys(emails[0]).toSorted()).toEqual(fields(emailFields));
    expect(emails[0]).toMatchObject({
      order_id: 10_000_001,
      order_vendor_id: "M-1",
      order_shop_number: null,
      waits_for_release: false,
      recipient: "ann@example.com",
      attempts: 1,
      next_attempt_at: null,
    });
    expect(emails[0].tries).toEqual([
      { tried_at: expect.any(String), outcome: "sent", response: expect.stringContaining("OK taken") },
    ]);
    const { email } = (await get(`emails/${emails[0].id}`)).body;
    expect(Object.keys(email).toSorted()).toEqual(fields(emailFields, "message_id", "text_body", "html_body"));
    expect(email.text_body).toContain("/orders/");
    expect(email.html_body).toContain("/orders/");
    expect(await get("emails/999999")).toMatchObject({ status: 404, body: { email: null } });
  });

  test("a refused email is tried again as a new message, to the address that the order has by then", async () => {
    refused.add("typo@example.com");
    const { id } = await order({ email: "typo@example.com", order_items: [{ item_sku: "MAP" }] });
    await until("it has failed", async () => (await get(`emails?order_id=${id}`)).body.emails[0]?.status === "failed");
    const [failed] = (await get(`emails?order_id=${id}&status=failed`)).body.emails;
    expect(failed.tries).toMatchObject([{ outcome: "permanent_failure", response: expect.stringContaining("5.1.1") }]);
    await v3(service, "PUT", `orders/${id}`, { email: "right@example.com" });
    const { status, body, headers } = await v3(service, "POST", `emails/${failed.id}/retry`);
    expect(status).toBe(201);
    expect(body.email).toMatchObject({ order_id: id, recipient: "right@example.com", status: "queued", attempts: 0 });
    expect(Object.keys(body.email).toSorted()).toEqual(fields(emailFields));
    expect(headers.get("location")).toEndWith(`/api/v3/emails/${body.email.id}`);
    const sent = async (emailId: number) => (await get(`emails/${emailId}`)).body.email.status === "sent";
    await until("it is sent", () => sent(body.email.id));
    expect((await get(`emails/${failed.id}`)).body.email.status).toBe("failed");
    const again = await v3(service, "POST", `emails/${body.email.id}/retry`);
    expect(again.status).toBe(201);
    await until("it is sent again", () => sent(again.body.email.id));
    expect((await get(`emails?order_id=${id}`)).body.total).toBe(3);
  });

  test("an email whose order was deleted is not tried again", async () => {
    const { id } = await order({ order_items: [{ item_sku: "MAP" }] });
    await until("it is sent", async () => (await get(`emails?order_id=${id}`)).body.emails[0]?.status === "sent");
    const [sent] = (await get(`emails?order_id=${id}`)).body.emails;
    await v3(service, "DELETE", `orders/${id}`);
    expect((await v3(service, "POST", `emails/${sent.id}/retry`)).status).toBe(409);
    expect((await get(`emails/${sent.id}`)).body.email).toMatchObject({ recipient: null, text_body: null });
  });

  test("statistics count every day of the range and every product", async () => {
    const { stats } = (await get(`stats?from=${dayFromToday(-2)}&to=${dayFromToday(1)}`)).body;
    expect(stats.days.map(({ date }: { date: string }) => date)).toEqual([-2, -1, 0, 1].map(dayFromToday));
    expect(stats.days[0]).toEqual({
      date: dayFromToday(-2),
      orders: 0,
      downloads: 0,
      bytes: 0,
      emails: 0,
      revenue: [],
    });
    const { total: downloads } = (await get("downloads")).body;
    expect(stats.totals.downloads).toBe(downloads);
    expect(stats.days[1].downloads + stats.days[2].downloads).toBe(downloads);
    expect(stats.products[0]).toMatchObject({ product_id: 1, sku: "MAP", name: "Item MAP", downloads: 5, bytes: 25 });
    const { total: sent } = (await get("emails?status=sent")).body;
    expect(stats.totals.emails).toBe(sent);
    expect((await get("stats")).body.stats.days).toHaveLength(30);
    expect((await get(`stats?from=${dayFromToday(-4)}`)).body.stats.days).toHaveLength(5);
    expect((await get("stats?from=2000-01-01&to=2010-01-07")).body.stats.days).toHaveLength(3660);
  });

  test("over the day's allowance an email is kept, and a retry is refused until there is allowance again", async () => {
    await setAccount(service, "demo", { plan: "standard" });
    const queued = plans.standard.emailsPerDayWhileNew;
    const db = await database.open();
    const today = Math.floor(Date.now() / dayMilliseconds);
    await db.write((tx) =>
      tx
        .insertInto("email_allowances")
        .values([today, today + 1].map((day) => ({ account_id: 1, day, queued })))
        .execute(),
    );
    await order({ order_items: [{ item_sku: "SONG" }] });
    const emails = async () => (await get("emails?status=over_allowance")).body;
    const [kept] = (await emails()).emails;
    const { total } = await emails();
    expect(kept).toMatchObject({ status: "over_allowance", attempts: 0, tries: [] });
    expect((await v3(service, "POST", `emails/${kept.id}/retry`)).status).toBe(429);
    expect((await emails()).total).toBe(total);
    await setAccount(service, "demo", { plan: "unlimited" });
    expect((await v3(service, "POST", `emails/${kept.id}/retry`)).status).toBe(201);
  });
});
