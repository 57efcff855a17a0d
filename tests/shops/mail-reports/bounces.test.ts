import { beforeAll, describe, expect, test } from "bun:test";
import { type BounceReport, recordBounce } from "../../../src/messages/mail/bounces.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { requireAccount } from "../../../src/store/accounts/accounts.ts";
import { createAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const noMailbox = "550 5.1.1 No such mailbox";

describe.each(databasesUnderTest)("an email that comes back, on $name,", ({ create }) => {
  let service: Service;
  let db: Database;
  let smtp: TestSmtpServer;
  let accountId: number;
  const get = async (path: string) => (await v3(service, "GET", path)).body;
  const order = async (email: string, more: object = {}) =>
    (await v3(service, "POST", "orders", { email, order_items: [{ item_sku: "MAP" }], ...more })).body.order;
  const newest = async (id: number) => (await get(`emails?order_id=${id}`)).emails[0];
  async function ended(id: number) {
    await until("its email has ended", async () => (await newest(id)).status !== "queued");
    return newest(id);
  }
  const sentTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address)).length;

  /** An order whose email was sent, and a report about it. */
  async function sent(address: string) {
    const made = await order(address);
    const { id } = await ended(made.id);
    const { message_id: messageId } = (await get(`emails/${id}`)).email;
    const report: BounceReport = {
      reason: "bounced",
      messageId,
      recipient: address,
      permanent: true,
      words: noMailbox,
    };
    return { order: made, emailId: id, report };
  }
  const tell = (report: BounceReport, account = accountId) =>
    db.write((tx) => recordBounce(tx, account, report, instantNow()));

  beforeAll(async () => {
    smtp = await startSmtpServer();
    const database = await create();
    service = await startService({ database, environment: { WAYBILL_SMTP: smtp.url() } });
    db = await database.open();
    accountId = (await requireAccount(db.read, "demo")).id;
    await addItem(service, "MAP");
  });

  test("puts its order under what needs attention, with what the mail server said", async () => {
    const address = "Lost@example.com";
    const { order: made, emailId, report } = await sent(address);
    expect((await get(`orders/${made.id}`)).order).toMatchObject({ state: "delivered", email_status: "sent" });
    expect(await tell({ ...report, recipient: "lost@EXAMPLE.com" })).toBe("recorded");
    expect((await get(`orders/${made.id}`)).order).toMatchObject({ state: "email_failed", email_status: "bounced" });
    const email = await newest(made.id);
    expect(email).toMatchObject({ status: "bounced", sent_at: expect.any(String), next_attempt_at: null });
    expect(email.tries.at(-1)).toMatchObject({ outcome: "bounced", response: noMailbox });
    const { bounced_emails } = (await get("attention")).attention;
    expect([bounced_emails.total, bounced_emails.emails[0].id]).toEqual([1, emailId]);
    expect((await get("emails?status=bounced")).total).toBe(1);
    expect((await get("orders?state=email_failed")).orders.map(({ id }: { id: number }) => id)).toEqual([made.id]);
    const [event] = (await get(`orders/${made.id}/timeline`)).timeline;
    expect(event).toMatchObject({
      kind: "email.bounced",
      summary: `Email to ${address} came back: it could not be delivered`,
      details: { response: noMailbox },
    });
  });

  test("is counted once, and only for the recipient that it was sent to", async () => {
    const address = "once@example.com";
    const { order: made, report } = await sent(address);
    expect(await tell({ ...report, recipient: "somebody@example.com" })).toBe("unknown");
    expect(await tell({ ...report, messageId: `x${report.messageId}` })).toBe("unknown");
    expect((await get(`orders/${made.id}`)).order.state).toBe("delivered");
    const results = await Promise.all([tell(report), tell(report), tell({ ...report, reason: "complained" })]);
    expect(results.toSorted()).toEqual(["known", "known", "recorded"]);
    expect((await newest(made.id)).tries).toHaveLength(2);
  });

  test("stops emails to the address until it is allowed again", async () => {
    const address = "dead@example.com";
    const { order: made, emailId, report } = await sent(address);
    await tell(report);
    const sentence = `An email to ${address} came back (“${noMailbox}”), so no more are sent there.`;
    const refusal = {
      status: 409,
      body: { detail: `${sentence} Correct the email address, or allow emails to it again.` },
    };
    expect(await v3(service, "POST", `orders/${made.id}/resend`)).toMatchObject(refusal);
    expect(await v3(service, "POST", `emails/${emailId}/retry`)).toMatchObject(refusal);
    expect(await v3(service, "PUT", `orders/${made.id}`, { title: "No", send_email: true })).toMatchObject(refusal);
    expect(await v3(service, "POST", `customers/${address}/resend`)).toMatchObject(refusal);
    expect((await service.api(`/api/orders/${made.id}/send_email`)).status).toBe(409);
    expect((await get(`orders/${made.id}`)).order).toMatchObject({ title: made.title });

    // Orders are taken as ever; the worker says why nothing was sent.
    const next = await order("DEAD@example.com");
    expect((await ended(next.id)).tries).toMatchObject([
      { outcome: "not_sent", response: `Not sent: ${sentence.replace(address, "DEAD@example.com")}` },
    ]);
    expect((await get(`orders/${next.id}`)).order.state).toBe("email_failed");
    await v3(service, "PUT", `orders/${next.id}`, { email: "alive@example.com", send_email: true });
    await until("the corrected address has it", () => sentTo("alive@example.com") === 1);
    expect(sentTo(address) + sentTo("DEAD@example.com")).toBe(1);

    const listed = await get(`undeliverable_addresses?email=${encodeURIComponent("Dead@example.com")}`);
    expect([listed.total, listed.undeliverable_addresses]).toEqual([
      1,
      [{ email: address, reason: "bounced", response: noMailbox, email_id: emailId, created_at: expect.any(String) }],
    ]);
    expect((await get("undeliverable_addresses")).undeliverable_addresses).toContainEqual(
      listed.undeliverable_addresses[0],
    );
    expect((await v3(service, "DELETE", `undeliverable_addresses/${address}`)).status).toBe(204);
    expect((await v3(service, "DELETE", `undeliverable_addresses/${address}`)).status).toBe(404);
    // A report that arrives once more does not stop them again.
    expect(await tell(report)).toBe("known");
    expect((await v3(service, "POST", `orders/${made.id}/resend`)).status).toBe(200);
    await until("it was sent again", () => sentTo(address) === 2);
  });

  test("stops nothing after a temporary failure", async () => {
    const { order: made, report } = await sent("full@example.com");
    expect(await tell({ ...report, permanent: false, words: "452 4.2.2 Mailbox full" })).toBe("recorded");
    expect((await newest(made.id)).status).toBe("bounced");
    expect((await v3(service, "POST", `orders/${made.id}/resend`)).status).toBe(200);
    await until("it was sent again", () => sentTo("full@example.com") === 2);
  });

  test("and a complaint about one stops emails too, while its order stays delivered", async () => {
    const { order: made, report } = await sent("angry@example.com");
    await tell({ ...report, reason: "complained", words: "abuse" });
    expect((await get(`orders/${made.id}`)).order).toMatchObject({ state: "delivered", email_status: "complained" });
    const refused = await v3(service, "POST", `orders/${made.id}/resend`);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "The customer at angry@example.com reported an email as spam, so no more are sent there. Correct the email address, or allow emails to it again.",
    ]);
  });

  test("leaves nothing of an erased customer", async () => {
    const { report } = await sent("erased@example.com");
    await tell(report);
    const data = (await get("customers/erased@example.com/export")).undeliverable_addresses;
    expect(data).toMatchObject([{ email: "erased@example.com" }]);
    expect((await v3(service, "DELETE", "customers/erased@example.com")).status).toBe(204);
    expect((await get("undeliverable_addresses?email=erased@example.com")).total).toBe(0);
    expect(await tell(report)).toBe("unknown");
  });

  test("does not keep a license key from being replaced, which says that its email was not sent", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "APP", name: "App" })).body;
    await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["APP-1", "APP-2", "APP-3"] });
    const address = "leaked@example.com";
    const made = await order(address, { order_items: [{ item_sku: "APP" }] });
    await ended(made.id);
    const { id } = made.order_items[0];
    const replace = async (fields: object = {}) => {
      const [key] = (await get(`order_items/${id}/license_keys`)).license_keys.slice(-1);
      return (await v3(service, "POST", `order_items/${id}/license_keys/${key.id}/replace`, fields)).body;
    };
    const { message_id: messageId } = (await get(`emails/${(await newest(made.id)).id}`)).email;
    await tell({ reason: "bounced", messageId, recipient: address, permanent: true, words: noMailbox });
    expect(await replace()).toMatchObject({
      license_key: { key: "APP-2" },
      email_not_sent: `An email to ${address} came back (“${noMailbox}”), so no more are sent there.`,
    });
    expect(await ended(made.id)).toMatchObject({ status: "failed" });
    expect((await get(`orders/${made.id}`)).order).toMatchObject({
      state: "email_failed",
      order_items: [{ license_keys: ["APP-2"] }],
    });
    expect(await replace({ send_email: false })).toMatchObject({ license_key: { key: "APP-3" }, email_not_sent: null });
    expect(sentTo(address)).toBe(1);
  });

  test("counts for no other store, even with the same Message-ID and recipient", async () => {
    const { emailId, report } = await sent("ours@example.com");
    // From here on, localhost names no store.
    const { handle } = await createAccount(service, "other");
    expect(await tell(report, (await requireAccount(db.read, handle)).id)).toBe("unknown");
    const { status } = await db.read
      .selectFrom("emails")
      .select("status")
      .where("id", "=", emailId)
      .executeTakeFirstOrThrow();
    expect(status).toBe("sent");
  });
});
