import { beforeAll, describe, expect, test } from "bun:test";
import { messagePreparation } from "../../../src/delivery/customer-emails/prepare.ts";
import { holdOrder, releaseOrder } from "../../../src/delivery/orders/changing/hold-and-revoke.ts";
import { emailAllowance } from "../../../src/messages/mail/email-allowance.ts";
import type { ClaimedEmail } from "../../../src/messages/mail/sending/leases.ts";
import { claimReadyEmails, newRound } from "../../../src/messages/mail/sending/queue.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import type { Account } from "../../../src/store/accounts/accounts.ts";
import { createWordingRenderer } from "../../../src/store/wording/renderer.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, keysNamed, listKeys, pool } from "../../support/keys.ts";
import {
  insertAccount,
  insertOrder,
  outboxOf,
  quickly,
  readableLog,
  testAccountUrl,
  testVault,
  until as untilTrue,
} from "../../support/mail.ts";
import { endedOutbox, inTurn, mailShop, startWorker } from "../../support/mail-worker.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { keysOf, millisecondsOf, minute, stoppedOrders } from "../../support/stopped-orders.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)(
  "keys and emails of an order that was on hold or revoked, on $name,",
  ({ create }) => {
    let service: Service;
    let smtp: TestSmtpServer;
    let db: Database;
    /** While set, the mail server does not answer emails to slow@example.com. */
    let gate: Promise<void> | null = null;

    beforeAll(async () => {
      smtp = await startSmtpServer({
        answers: {
          async data(raw) {
            if (raw.includes("slow@example.com")) await gate;
            return null;
          },
        },
      });
      const database = await create();
      service = await startService({ database, environment: { WAYBILL_SMTP: smtp.url() } });
      db = await database.open();
      await addItem(service, "MAP", { "map.txt": "the map of the south" });
    });

    const { send, read, act, done, mailsTo, heldLonger, keyed, linksOf } = stoppedOrders(() => ({ service, smtp, db }));

    test("gets its keys and its one email when it is released", async () => {
      const product = await keyed();
      await addKeys(service, product.id, keysNamed(product.sku, 3));
      const order = await send(["MAP", product.sku], { hold: true });
      expect(order).toMatchObject({ state: "on_hold", status: "open", email_status: null, revoked_at: null });
      const created = async ({ id }: { id: number }) =>
        (await v3(service, "GET", `orders/${id}/timeline`)).body.timeline.at(-1);
      expect(await created(order)).toMatchObject({ kind: "order.created", summary: "Order created on hold" });
      expect(Math.abs(millisecondsOf(order.held_at) - Date.now())).toBeLessThan(minute);
      expect(order.order_items).toMatchObject([{}, { license_keys: [], license_keys_due: 1, revoked_at: null }]);
      expect(await read(order.id)).toEqual(order);
      expect((await v3(service, "GET", `orders?email=${order.email}`)).body.orders).toEqual([order]);
      expect(await pool(service, product)).toEqual([3, 0]);
      await heldLonger(order, 5 * minute);

      const answers = await Promise.all(Array.from({ length: 10 }, () => act(order.id, "release")));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await mailsTo(order)).toBe(1);
      const released = await read(order.id);
      expect(released).toMatchObject({ state: "delivered", held_at: null, email_status: "sent" });
      expect(keysOf(released)).toEqual([`${product.sku}-0001`]);
      expect(await pool(service, product)).toEqual([2, 0]);
      const moved = millisecondsOf(released.expiration_date) - millisecondsOf(order.expiration_date);
      expect(moved).toBeGreaterThanOrEqual(5 * minute);
      expect(moved).toBeLessThan(6 * minute);
      const { files } = await linksOf(released);
      expect((await service.get(files[0] as string)).status).toBe(200);
      expect(await created(released)).toMatchObject({ summary: "Order created on hold" });
      // One that is held later was not created so.
      const later = await send(["MAP"]);
      for (const change of ["hold", "release", "hold"] as const) await done(later.id, change);
      expect(await created(later)).toMatchObject({ summary: "Order created" });
    });

    test("holds back an email that waits, and sends it once it is released or restored", async () => {
      // All five connections to the mail server are busy, so the email waits.
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      const slow = await Promise.all(Array.from({ length: 5 }, () => send(["MAP"], { email: "slow@example.com" })));
      await until("all connections are busy", async () => {
        const emails = await db.read
          .selectFrom("emails")
          .select("id")
          .where("lease_expires_at", "is not", null)
          .execute();
        return emails.length === 5;
      });
      const [held, revoked, both] = [await send(["MAP"]), await send(["MAP"]), await send(["MAP"])];
      expect(held.email_status).toBe("queued");
      expect(await done(held.id, "hold")).toMatchObject({ state: "on_hold", email_status: "cancelled" });
      expect(await done(revoked.id, "revoke")).toMatchObject({ state: "revoked", email_status: "cancelled" });
      await done(both.id, "hold");
      expect(await done(both.id, "revoke")).toMatchObject({ state: "revoked", held_at: null });
      // An attempt under way ends, and is recorded.
      const [first] = slow;
      await done(first.id, "hold");
      gate = null;
      open();
      await until("it is sent", async () => (await read(first.id)).email_status === "sent");
      const [email] = (await v3(service, "GET", `emails?order_id=${held.id}`)).body.emails;
      expect(email).toMatchObject({ status: "cancelled", tries: [{ outcome: "not_sent" }] });
      expect(email.tries[0].response).toContain("is on hold");
      // The words are the same wherever it is told.
      const firstEmail = async ({ id }: { id: number }) =>
        (await v3(service, "GET", `emails?order_id=${id}`)).body.emails.at(-1);
      const told = async ({ id }: { id: number }) =>
        (await v3(service, "GET", `orders/${id}/timeline`)).body.timeline.map(
          ({ summary }: { summary: string }) => summary,
        );
      expect(email.waits_for_release).toBe(true);
      expect(await told(held)).toContain(`Email to ${held.email} waits for release`);
      expect((await firstEmail(revoked)).waits_for_release).toBe(false);
      for (const order of [held, revoked, both]) expect(await mailsTo(order)).toBe(0);
      await done(first.id, "release");
      await done(held.id, "release");
      await done(revoked.id, "restore");
      await done(both.id, "restore");
      for (const order of [held, revoked, both]) {
        expect(await mailsTo(order)).toBe(1);
        expect((await read(order.id)).state).toBe("delivered");
        expect(await firstEmail(order)).toMatchObject({ status: "cancelled", waits_for_release: false });
      }
      expect(smtp.received.filter(({ to }) => to.includes("slow@example.com"))).toHaveLength(5);
    });

    test("takes keys in turn: while it is on hold others get them, and after that it waits for the next", async () => {
      const product = await keyed();
      const held = await send([product.sku], { hold: true });
      const waiting = await send([product.sku]);
      expect(await pool(service, product)).toEqual([0, 1]);
      await addKeys(service, product.id, ["FIRST"]);
      expect(keysOf(await read(waiting.id))).toEqual(["FIRST"]);
      const released = await done(held.id, "release");
      expect([released.order_items[0].license_keys_due, keysOf(released)]).toEqual([1, []]);
      const later = await send([product.sku]);
      await mailsTo(held);
      await addKeys(service, product.id, ["SECOND"]);
      expect([keysOf(await read(held.id)), keysOf(await read(later.id))]).toEqual([["SECOND"], []]);
      expect(await mailsTo(held)).toBe(2);
      // Released at once with others, and while keys arrive: none twice, nobody without.
      const many = await Promise.all(Array.from({ length: 8 }, () => send([product.sku], { hold: true })));
      const actions = many.flatMap(({ id }) => [act(id, "release"), act(id, "release")]);
      await Promise.all([...actions, addKeys(service, product.id, keysNamed("MANY", 12))]);
      await until("all have theirs", async () => {
        const keys = (await Promise.all(many.map(({ id }) => read(id)))).flatMap(keysOf);
        expect(new Set(keys).size).toBe(keys.length);
        return keys.length === 8;
      });
      const assigned = await listKeys(service, product.id, "assigned");
      expect(new Set(assigned.map(({ order_item_id }) => order_item_id)).size).toBe(assigned.length);
      expect(await pool(service, product)).toEqual([3, 0]);
    });
  },
);

describe.each(databasesUnderTest)("the mail worker and an order on hold, on $name,", ({ create }) => {
  const publicIdOf = async (db: Database, id: number) => {
    const row = await db.read.selectFrom("orders").select("public_id").where("id", "=", id).executeTakeFirstOrThrow();
    return row.public_id;
  };
  const change = async (db: Database, account: Account, id: number, how: typeof holdOrder) => {
    const publicId = await publicIdOf(db, id);
    await db.write((tx) => how(tx, account, publicId, instantNow()));
  };

  test("tries no further, and sends a new email at the release", async () => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const answer = inTurn("451 4.7.1 Try again later");
    const { db, account, server } = await mailShop(create, {
      async data() {
        begun.resolve();
        await held.promise;
        return answer();
      },
    });
    const order = await insertOrder(db, account);
    let ahead = 0;
    const now = () => instant(Date.now() + ahead);
    startWorker(db, server.url(), { timing: { ...quickly, retryPauses: [3_600_000], now } });
    await begun.promise;
    await change(db, account, order.id, holdOrder);
    held.resolve();
    await untilTrue(async () => (await outboxOf(db))[0]?.tries.length === 1);
    expect((await outboxOf(db))[0]?.status).toBe("queued");
    ahead += 3_600_001;
    const [ended] = await endedOutbox(db);
    expect(ended).toMatchObject({ status: "cancelled", tries: [{}, { outcome: "not_sent" }] });
    expect(server.received).toHaveLength(0);
    await change(db, account, order.id, releaseOrder);
    await untilTrue(() => server.received.length === 1);
    const [, sent, ...others] = await endedOutbox(db);
    expect([sent?.status, others]).toEqual(["sent", []]);
  });

  test("counts an email that was held back on the day when it goes out", async () => {
    const db = await (await create()).open();
    const account = await insertAccount(db, { plan: "free", created_at: instantNow() });
    const used = async () => (await emailAllowance(db.read, account, instantNow())).used;
    const order = await insertOrder(db, account);
    expect(await used()).toBe(1);
    await change(db, account, order.id, holdOrder);
    expect(await used()).toBe(0);
    await change(db, account, order.id, releaseOrder);
    expect(await used()).toBe(1);
    expect((await outboxOf(db)).map(({ status }) => status)).toEqual(["cancelled", "queued"]);
  });

  test("sees a hold that comes while it writes the message", async () => {
    const { db, account, server } = await mailShop(create);
    const order = await insertOrder(db, account);
    const { log } = readableLog();
    const renderer = createWordingRenderer();
    let isHeld = false;
    const write: Database["write"] = async (work, ...rest) => {
      if (!isHeld) {
        isHeld = true;
        await change(db, account, order.id, holdOrder);
      }
      return db.write(work, ...rest);
    };
    const prepare = messagePreparation({
      db: { ...db, write },
      renderer,
      vault: testVault,
      log,
      accountUrl: testAccountUrl,
    });
    const now = instantNow();
    const { claimed } = await claimReadyEmails(db, newRound(), { now, duration: minute, count: 1 });
    expect(claimed).toHaveLength(1);
    expect(
      await prepare(claimed[0] as ClaimedEmail, { sender: "downloads@example.com", now, until: instant(now + minute) }),
    ).toBeNull();
    await renderer.close();
    expect(await outboxOf(db)).toMatchObject([{ status: "cancelled", tries: [{ outcome: "not_sent" }] }]);
    await change(db, account, order.id, releaseOrder);
    startWorker(db, server.url());
    await untilTrue(() => server.received.length === 1);
    expect((await endedOutbox(db)).map(({ status }) => status)).toEqual(["cancelled", "sent"]);
  });
});
