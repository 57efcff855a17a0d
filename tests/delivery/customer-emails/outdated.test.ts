import { describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { retryEmail } from "../../../src/delivery/customer-emails/retry-email.ts";
import { updateOrder } from "../../../src/delivery/orders/changing/update-order.ts";
import { deleteProduct } from "../../../src/delivery/orders/deleting/product-deletion.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import type { Account } from "../../../src/store/accounts/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";
import { insertOrder, outboxOf, quickly, testAccountUrl, until } from "../../support/mail.ts";
import { endedOutbox, inTurn, mailShop, startWorker } from "../../support/mail-worker.ts";
import { startService } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const wrong = "wrong@example.com";
const right = "right@example.com";
const later = "451 4.7.1 Greylisted, try again later";
const empty = "Not sent: the order has no products any more.";

async function contentOf(raw: string) {
  const { messageId, text } = await PostalMime.parse(raw);
  return { messageId, text };
}

describe.each(databasesUnderTest)("an email whose order has changed, on $name,", ({ create }) => {
  /** A shop whose worker tries again only once `retry` was called. */
  async function shopWithPauses(answers: Parameters<typeof mailShop>[1] = {}) {
    const asked: string[] = [];
    const shop = await mailShop(create, {
      ...answers,
      recipient(address) {
        asked.push(address);
        return answers.recipient?.(address) ?? null;
      },
    });
    let ahead = 0;
    const now = () => instant(Date.now() + ahead);
    const work = () =>
      startWorker(shop.db, shop.server.url(), { timing: { ...quickly, retryPauses: [3_600_000], now } });
    const retry = () => {
      ahead += 3_600_001;
    };
    return { ...shop, asked, work, retry };
  }

  const change = (db: Database, account: Account, { id }: { id: number }, input: object, sendEmail = false) =>
    db.write(async (tx) => {
      const { public_id } = await tx
        .selectFrom("orders")
        .select("public_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await updateOrder(tx, account, public_id, { ...input, sendEmail, unknownSku: "skip", wrong: [] }, instantNow());
    });
  const rename = (db: Database, name: string) => db.write((tx) => tx.updateTable("products").set({ name }).execute());
  const firstTried = (db: Database) => until(async () => (await outboxOf(db))[0]?.tries.length === 1);

  /** A queued email whose product gets another name after the server's first answer, and what the server has received. */
  async function renamedAfterFirstTry(...answers: Parameters<typeof inTurn>) {
    const raws: string[] = [];
    const answer = inTurn(...answers);
    const { db, account, work, retry } = await shopWithPauses({
      data(raw) {
        raws.push(raw);
        return answer();
      },
    });
    await insertOrder(db, account, { productName: "Field Guide" });
    work();
    await firstTried(db);
    await rename(db, "Revised Guide");
    retry();
    return { db, raws, retry };
  }

  test("goes to the new address if it waits for its next attempt, and never again to the old one", async () => {
    const { db, account, server, asked, work, retry } = await shopWithPauses({ recipient: inTurn(later) });
    const order = await insertOrder(db, account, { email: wrong });
    work();
    await firstTried(db);
    await change(db, account, order, { email: right });
    expect((await outboxOf(db))[0]?.next_attempt_at).toBeLessThanOrEqual(Date.now() + 60_000);
    await rename(db, "Revised Guide");
    retry();
    await until(() => server.received.length === 1);
    const [old, replacement, ...others] = await endedOutbox(db);
    expect(old).toMatchObject({ status: "cancelled", recipient: wrong });
    expect(old?.tries.map(({ outcome, response }) => [outcome, response])).toEqual([
      ["temporary_failure", later],
      ["not_sent", expect.stringContaining("email address was changed")],
    ]);
    expect(replacement).toMatchObject({ status: "sent", recipient: right, attempts: 1 });
    expect(replacement?.message_id).not.toBe(old?.message_id);
    expect(others).toEqual([]);
    expect(asked).toEqual([wrong, right]);
    const { text } = await contentOf(server.received[0]?.raw ?? "");
    expect(text).toContain(`${testAccountUrl(account)}/orders/${order.guid}`);
    expect(text).toContain("Revised Guide");
  });

  test("goes once if only the spelling of its address changes", async () => {
    const [typed, respelled] = ["Solo@b\u00fccher.example", "solo@xn--bcher-kva.example"];
    for (const again of [false, true]) {
      const { db, account, server, work, retry } = await shopWithPauses({ recipient: inTurn(later) });
      const order = await insertOrder(db, account, { email: typed });
      work();
      await firstTried(db);
      await change(db, account, order, { email: respelled }, again);
      if (again) {
        await until(() => server.received.length === 1);
        await change(db, account, order, { email: typed });
      }
      retry();
      const outbox = await endedOutbox(db);
      expect(outbox.map(({ status }) => status)).toEqual(again ? ["cancelled", "sent"] : ["sent"]);
      expect(server.received).toHaveLength(1);
    }
  });

  test("goes once if it is sent again to the new address before that attempt", async () => {
    for (const together of [true, false]) {
      const { db, account, server, asked, work, retry } = await shopWithPauses({ recipient: inTurn(later) });
      const order = await insertOrder(db, account, { email: wrong });
      work();
      await firstTried(db);
      await change(db, account, order, { email: right }, together);
      if (!together) await change(db, account, order, {}, true);
      await until(() => server.received.length === 1);
      retry();
      const [old, again, ...others] = await endedOutbox(db);
      expect(old).toMatchObject({ status: "cancelled", recipient: wrong });
      expect(old?.tries.at(-1)).toMatchObject({
        outcome: "not_sent",
        response: expect.stringContaining("newer email"),
      });
      expect(again).toMatchObject({ status: "sent", recipient: right });
      expect(others).toEqual([]);
      expect(asked).toEqual([wrong, right]);
    }
  });

  test("goes to the new address if the change comes while the server refuses the old one", async () => {
    const begun = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    let tries = 0;
    const { db, account, server, asked, work, retry } = await shopWithPauses({
      async data() {
        tries += 1;
        if (tries > 1) return null;
        begun.resolve();
        await changed.promise;
        return later;
      },
    });
    const order = await insertOrder(db, account, { email: wrong });
    work();
    await begun.promise;
    await change(db, account, order, { email: right });
    changed.resolve();
    await firstTried(db);
    retry();
    await until(() => server.received.length === 1);
    const [old, replacement] = await endedOutbox(db);
    expect([old?.status, replacement?.status, replacement?.recipient]).toEqual(["cancelled", "sent", right]);
    expect(asked).toEqual([wrong, right]);
  });

  test("goes to the new address if the change comes before the first attempt", async () => {
    const { db, account, server, asked, work } = await shopWithPauses();
    const order = await insertOrder(db, account, { email: wrong });
    await change(db, account, order, { email: right });
    const worker = work();
    await until(() => server.received.length === 1);
    const emails = await endedOutbox(db);
    expect(emails).toMatchObject([{ status: "sent", recipient: right, attempts: 1 }]);
    expect(asked).toEqual([right]);
    await worker.stop();
    const twice = await insertOrder(db, account, { email: wrong });
    await change(db, account, twice, { email: right }, true);
    work();
    const [, dropped, again, ...others] = await endedOutbox(db);
    expect([dropped?.status, again?.status, others]).toEqual(["cancelled", "sent", []]);
    expect(asked).toEqual([right, right]);
  });

  test("shows the present order after an answer that refused it, under the same Message-ID", async () => {
    const { db, raws } = await renamedAfterFirstTry(later);
    await endedOutbox(db);
    const [first, second] = await Promise.all(raws.map(contentOf));
    expect(first?.text).toContain("Field Guide");
    expect(second?.text).toContain("Revised Guide");
    expect(second?.messageId).toBe(first?.messageId as string);
  });

  test("stays as it is after an answer that was lost, also if a later attempt is refused", async () => {
    const { db, raws, retry } = await renamedAfterFirstTry("hang up", later);
    await until(async () => (await outboxOf(db))[0]?.tries.length === 2);
    retry();
    await endedOutbox(db);
    const messages = await Promise.all(raws.map(contentOf));
    expect(messages).toHaveLength(3);
    expect(new Set(messages.map(({ messageId, text }) => `${messageId}${text}`)).size).toBe(1);
    expect(messages[0]?.text).toContain("Field Guide");
  });

  test("is not sent if the order has no products any more, and says so", async () => {
    const { db, account, server, work, retry } = await shopWithPauses({ recipient: inTurn(later) });
    const waiting = await insertOrder(db, account, { email: wrong });
    const worker = work();
    await firstTried(db);
    await worker.stop();
    const untried = await insertOrder(db, account);
    await db.write(async (tx) => {
      for (const { sku } of await tx.selectFrom("products").select("sku").execute())
        await deleteProduct(tx, account.id, { sku }, instantNow());
    });
    retry();
    work();
    for (const email of await endedOutbox(db)) {
      expect(email.status).toBe("failed");
      expect(email.tries.at(-1)).toMatchObject({
        outcome: "not_sent",
        response: empty,
      });
    }
    expect(server.received).toEqual([]);
    const [email] = await outboxOf(db);
    expect(email?.order_id).toBe(waiting.id);
    expect(untried.status).toBe("queued");
    expect(await thrownBy(db.write((tx) => retryEmail(tx, account, email?.id ?? 0, instantNow())))).toThrow("no items");
  });
});

describe.each(databasesUnderTest)(
  "a product that is deleted while its orders' emails are queued, on $name,",
  ({ create }) => {
    test("leaves no order whose customer is told of files to come", async () => {
      const held = Promise.withResolvers<null>();
      const smtp = await startSmtpServer({ answers: { data: () => held.promise } });
      const service = await startService({ database: await create(), environment: { WAYBILL_SMTP: smtp.url() } });
      await addItem(service, "GONE");
      const one = { email: "ann@example.com", order_items: [{ item_sku: "GONE" }] };
      const orders = Array.from({ length: 40 }, () => one);
      const { body: sent } = await v3(service, "POST", "orders/bulk", { orders });
      expect((await v3(service, "DELETE", "skuproducts/GONE")).status).toBeLessThan(300);
      held.resolve(null);
      const count = async (status: string) =>
        (await v3(service, "GET", `emails?status=${status}`)).body.total as number;
      await until(async () => (await count("queued")) === 0);
      // Those whose attempt had begun before.
      expect(smtp.received.length).toBeLessThan(10);
      for (const { raw } of smtp.received) expect((await contentOf(raw)).text).not.toContain("not available yet");
      expect(await count("failed")).toBe(orders.length - smtp.received.length);
      const { id } = sent.results.at(-1).order;
      expect((await v3(service, "GET", `orders/${id}`)).body.order).toMatchObject({
        email_status: "failed",
        state: "email_failed",
      });
      const [email] = (await v3(service, "GET", `emails?order_id=${id}`)).body.emails;
      expect(email.tries).toMatchObject([{ outcome: "not_sent", response: empty }]);
      expect((await v3(service, "POST", `orders/${id}/resend`)).status).toBe(422);
    });
  },
);

describe.each(databasesUnderTest)("an address that is corrected while emails are queued, on $name,", ({ create }) => {
  test("gets the email, whichever interface corrects it", async () => {
    const held = Promise.withResolvers<null>();
    const asked: string[] = [];
    const smtp = await startSmtpServer({
      answers: {
        recipient(address) {
          asked.push(address);
          return null;
        },
        data: () => held.promise,
      },
    });
    const service = await startService({ database: await create(), environment: { WAYBILL_SMTP: smtp.url() } });
    await addItem(service, "BOOK");
    const orders = Array.from({ length: 12 }, (_, n) => ({
      email: `typo-${n}@example.com`,
      order_items: [{ item_sku: "BOOK" }],
    }));
    const { body: sent } = await v3(service, "POST", "orders/bulk", { orders });
    const idOf = (n: number) => sent.results.at(n).order.id as number;
    await until(async () => asked.length === 5);
    expect((await v3(service, "PUT", `orders/${idOf(10)}`, { email: "v3@example.com", send_email: true })).status).toBe(
      200,
    );
    const xml = "<order><email>xml@example.com</email></order>";
    const init = { method: "PUT", headers: { "content-type": "application/xml" }, body: xml };
    expect((await service.api(`/api/orders/${idOf(11)}`, init)).status).toBe(200);
    held.resolve(null);
    const count = async (status: string) => (await v3(service, "GET", `emails?status=${status}`)).body.total as number;
    await until(async () => (await count("queued")) === 0);
    const expected = [
      ...Array.from({ length: 10 }, (_, n) => `typo-${n}@example.com`),
      "v3@example.com",
      "xml@example.com",
    ];
    expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(expected.toSorted());
    expect(asked.toSorted()).toEqual(expected.toSorted());
  });
});
