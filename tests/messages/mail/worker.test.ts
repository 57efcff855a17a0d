import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { usualTiming } from "../../../src/messages/mail/sending/timing.ts";
import type { Mailer } from "../../../src/messages/mail/transport/mailer.ts";
import { openSmtp } from "../../../src/messages/mail/transport/smtp.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant } from "../../../src/platform/instants.ts";
import { releaseLeases } from "../../../src/platform/queue/leases.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertOrder, outboxOf, quickly, testAccountUrl, until } from "../../support/mail.ts";
import { alwaysLater, mailClock } from "../../support/mail-clock.ts";
import { endedOutbox, inTurn, mailShop, startWorker } from "../../support/mail-worker.ts";
import { smtpAddress, startSmtpServer } from "../../support/smtp-server.ts";

describe.each(databasesUnderTest)("the mail worker on $name", ({ create }) => {
  test("sends what an order has queued, and records the server's words", async () => {
    const { db, account, server } = await mailShop(create);
    const order = await insertOrder(db, account, { productName: "Field Guide <b>" });
    const { lines } = startWorker(db, server.url());
    const [email] = await endedOutbox(db);
    expect(email).toMatchObject({ status: "sent", attempts: 1, lease_expires_at: null });
    expect(email?.sent_at).toBeGreaterThan(0);
    expect(email?.tries).toMatchObject([{ outcome: "sent", response: "250 2.0.0 OK taken" }]);

    const mail = await PostalMime.parse(server.received[0]?.raw ?? "");
    const url = testAccountUrl(account);
    expect(mail.from).toEqual({ name: "Nordlicht", address: "downloads@example.com" });
    expect(mail.to).toEqual([{ name: "Ada Lovelace", address: "ada@example.com" }]);
    expect(mail.replyTo).toEqual([{ name: "Nordlicht", address: "owner@example.com" }]);
    expect(mail.messageId).toBe(`<${email?.message_id}>`);
    expect(mail.text?.match(/https?:\S+/)?.[0]).toBe(`${url}/orders/${order.guid}`);
    expect(mail.html?.match(/href="([^"]*)"/)?.[1]).toBe(`${url}/orders/${order.guid}`);
    expect(mail.html).toContain("Field Guide &lt;b&gt;");
    expect(lines).toMatchObject([
      {
        email: email?.id,
        attempt: 1,
        outcome: "sent",
        response: "250 2.0.0 OK taken",
        milliseconds: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain(order.guid);
  });

  test("tries again after temporary failures, with the same message", async () => {
    const raws: string[] = [];
    const answer = inTurn("451 4.3.0 Try later <ada@example.com>", "451 4.3.0 Still not");
    const { db, account, server } = await mailShop(create, {
      data(raw) {
        raws.push(raw);
        return answer();
      },
    });
    await insertOrder(db, account);
    const { lines } = startWorker(db, server.url());
    const [email] = await endedOutbox(db);
    expect(email).toMatchObject({ status: "sent", attempts: 3 });
    expect(email?.tries.map(({ outcome, response }) => [outcome, response])).toEqual([
      ["temporary_failure", "451 4.3.0 Try later <ada@example.com>"],
      ["temporary_failure", "451 4.3.0 Still not"],
      ["sent", "250 2.0.0 OK taken"],
    ]);
    expect([raws.length, new Set(raws).size]).toEqual([3, 1]);
    expect(server.received).toHaveLength(1);
    expect(lines[0]).toMatchObject({ response: "451 4.3.0 Try later <***@example.com>" });
  });

  test("gives up at once on a permanent failure, and in the end on temporary ones", async () => {
    const { db, account, server } = await mailShop(create, {
      recipient: (address) => (address.startsWith("nobody") ? "550 5.1.1 No such user" : "450 4.2.1 Busy"),
    });
    await insertOrder(db, account, { email: "nobody@example.com" });
    await insertOrder(db, account, { email: "busy@example.com" });
    const timing = { ...quickly, retryPauses: [1000] as [number], giveUpAfter: 300 };
    startWorker(db, server.url(), { timing });
    const [refused, busy] = await endedOutbox(db);
    expect(refused).toMatchObject({ status: "failed", attempts: 1 });
    expect(refused?.tries).toMatchObject([{ outcome: "permanent_failure", response: "550 5.1.1 No such user" }]);
    expect(busy?.status).toBe("failed");
    expect(busy?.tries.every(({ outcome }) => outcome === "temporary_failure")).toBe(true);
    expect(busy?.tries.at(-1)?.tried_at).toBeGreaterThanOrEqual((busy?.tries[0]?.tried_at ?? 0) + 300);
  });

  test("waits for a server that is down", async () => {
    const { db, account, server } = await mailShop(create);
    await server.stop();
    await insertOrder(db, account);
    startWorker(db, smtpAddress(server.port));
    await until(async () => ((await outboxOf(db))[0]?.tries.length ?? 0) >= 2);
    const back = await startSmtpServer({ port: server.port });
    const [email] = await endedOutbox(db);
    expect(email?.status).toBe("sent");
    expect(email?.tries[0]?.outcome).toBe("temporary_failure");
    expect(back.received).toHaveLength(1);
  });

  test("loses nothing to a wrong password in the settings", async () => {
    const { db, account } = await mailShop(create);
    const server = await startSmtpServer({ credentials: "shop:s3cret" });
    await insertOrder(db, account);
    const wrong = startWorker(db, server.url("shop:wr0ng"));
    await until(async () => ((await outboxOf(db))[0]?.tries.length ?? 0) >= 2);
    await wrong.stop();
    const [email] = await outboxOf(db);
    expect(email?.status).toBe("queued");
    expect(email?.tries[0]?.response).toContain("535");
    expect(JSON.stringify([wrong.lines, email])).not.toContain("wr0ng");
    startWorker(db, server.url("shop:s3cret"));
    await endedOutbox(db);
    expect(server.received).toHaveLength(1);
  });

  test("sends a hundred messages once each with two workers", async () => {
    const { db, setting, open, account, server } = await mailShop(create);
    // Two nodes share a PostgreSQL; on SQLite one process is the only one.
    const other = setting === "sqlite:" ? db : await open();
    for (let n = 0; n < 100; n++) await insertOrder(db, account, { email: `customer-${n}@example.com` });
    const workers = [startWorker(db, server.url()), startWorker(other, server.url())];
    const emails = await endedOutbox(db);
    for (const { stop } of workers) await stop();
    expect(
      emails.every(({ status, attempts, tries }) => status === "sent" && attempts === 1 && tries.length === 1),
    ).toBe(true);
    expect(server.received).toHaveLength(100);
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(100);
  });

  test("sends one message and pauses while requests keep the server busy", async () => {
    const { db, account, server } = await mailShop(create);
    for (let n = 0; n < 8; n++) await insertOrder(db, account, { email: `customer-${n}@example.com` });
    const timing = { ...quickly, busyPause: 3_600_000 };
    const busy = startWorker(db, server.url(), { timing, isBusy: () => true });
    await until(async () => (await outboxOf(db)).some(({ status }) => status === "sent"));
    await busy.stop();
    const statuses = (await outboxOf(db)).map(({ status, attempts }) => `${status} ${attempts}`);
    expect(statuses.toSorted()).toEqual([...Array(7).fill("queued 0"), "sent 1"]);
    startWorker(db, server.url(), { timing: { ...quickly, busyPause: 1 }, isBusy: () => true });
    await endedOutbox(db);
    expect(server.received).toHaveLength(8);
  });

  test("sends after a crash what was under way, once the lease is released or has run out", async () => {
    const { db, setting, folder, account } = await mailShop(create);
    const talking = Promise.withResolvers<void>();
    const server = await startSmtpServer({
      answers: {
        data: inTurn("hang up"),
      },
    });
    await insertOrder(db, account);
    const hanging = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { open: () => talking.resolve(), data() {} },
    });
    const smtp = `smtp://127.0.0.1:${hanging.port}`;
    const script = join(import.meta.dir, "../../support/programs/mail-crash.ts");
    const child = Bun.spawn([process.execPath, script, setting, folder, smtp], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    await talking.promise;
    child.kill("SIGKILL");
    await child.exited;
    hanging.stop(true);
    expect((await outboxOf(db))[0]).toMatchObject({
      status: "queued",
      attempts: 1,
      lease_expires_at: expect.any(Number),
    });

    await releaseLeases(db, "emails");
    startWorker(db, server.url());
    const [email] = await endedOutbox(db);
    expect(email).toMatchObject({ status: "sent", attempts: 3 });
    expect(server.received).toHaveLength(1);
  });

  test("takes over a message only when its lease has run out", async () => {
    const { db, account, server } = await mailShop(create, {
      recipient: (address) => (address === alwaysLater ? "451 4.3.0 Try later" : null),
    });
    const { id } = await insertOrder(db, account);
    const clock = mailClock();
    const end = instant(clock.now() + 60_000);
    await db.write((tx) =>
      tx.updateTable("emails").set({ lease_expires_at: end }).where("order_id", "=", id).execute(),
    );
    const { now, retryPauses } = clock;
    startWorker(db, server.url(), { timing: { ...quickly, now, retryPauses } });
    await insertOrder(db, account, { email: alwaysLater });
    await until(async () => (await outboxOf(db)).some(({ tries }) => tries.length === 1));
    await clock.pass(db, 60_000);
    expect(server.received).toEqual([]);
    // And some time more, because the worker cannot know for how long the database was out of reach of others.
    await clock.pass(db, usualTiming.lease);
    await until(() => server.received.length === 1);
    expect(server.received[0]?.to).toEqual(["ada@example.com"]);
    await until(async () => (await outboxOf(db))[0]?.status === "sent");
  });

  test("lives through a failing database, and does not send twice for it", async () => {
    const { db, account, server } = await mailShop(create);
    const smtp = openSmtp(server.url());
    let broken = false;
    const failing: Database = {
      ...db,
      write: (unit) => (broken ? Promise.reject(new Error("The disk is full.")) : db.write(unit)),
    };
    const breaking: Mailer = {
      ...smtp,
      async send(message) {
        const words = await smtp.send(message);
        broken = true;
        return words;
      },
    };
    await insertOrder(db, account);
    const { lines } = startWorker(failing, breaking);
    await until(() => lines.filter(({ err }) => err).length >= 3);
    broken = false;
    const [email] = await endedOutbox(db);
    expect(email).toMatchObject({ status: "sent", attempts: 1 });
    expect(email?.tries).toHaveLength(1);
    expect(server.received).toHaveLength(1);
  });

  test("records that a message was sent, and goes on, when the database rejects the rest for good", async () => {
    const { db, setting, account, server } = await mailShop(create);
    const rejecting =
      setting === "sqlite:"
        ? "create trigger rejecting before insert on email_tries begin select raise(abort, 'rejected'); end"
        : "alter table email_tries add constraint rejecting check (false) not valid";
    await db.write((tx) => sql.raw(rejecting).execute(tx));
    // More than are ever in progress at once.
    for (let n = 0; n < 20; n++) await insertOrder(db, account, { email: `customer-${n}@example.com` });
    const { lines } = startWorker(db, server.url());
    const emails = await endedOutbox(db);
    for (const email of emails) {
      expect(email).toMatchObject({ status: "sent", attempts: 1, lease_expires_at: null, tries: [] });
    }
    expect(server.received).toHaveLength(20);
    // A line is written once the status is on disk, which others may read before.
    const recorded = () => lines.filter(({ msg }) => msg === "recorded only the status of an email");
    await until(() => recorded().length >= 20);
    expect(recorded()).toHaveLength(20);
  });

  test("finishes what is being sent before it stops, and takes no more", async () => {
    const { db, account, server } = await mailShop(create);
    const smtp = openSmtp(server.url());
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow: Mailer = {
      ...smtp,
      async send(message) {
        begun.resolve();
        await goOn.promise;
        return smtp.send(message);
      },
    };
    await insertOrder(db, account);
    const { stop } = startWorker(db, slow);
    await begun.promise;
    const stopped = stop();
    await insertOrder(db, account, { email: "later@example.com" });
    goOn.resolve();
    await stopped;
    expect((await outboxOf(db)).map(({ status }) => status)).toEqual(["sent", "queued"]);
    expect(server.received.flatMap(({ to }) => to)).toEqual(["ada@example.com"]);
  });
});
