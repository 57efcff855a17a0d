import { describe, expect, test } from "bun:test";
import { queuePasswordReset, queueSignInLink } from "../../../src/messages/mail/account-outbox.ts";
import { type ClaimedEmail, HeldLease } from "../../../src/messages/mail/sending/leases.ts";
import { claimReadyEmails, newRound } from "../../../src/messages/mail/sending/queue.ts";
import { nextAttemptAt, usualTiming } from "../../../src/messages/mail/sending/timing.ts";
import type { Mailer } from "../../../src/messages/mail/transport/mailer.ts";
import { openSmtp } from "../../../src/messages/mail/transport/smtp.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { releaseLeases } from "../../../src/platform/queue/leases.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertAccount, insertOrder, outboxOf, quickly, readableLog, until } from "../../support/mail.ts";
import { alwaysLater, mailClock } from "../../support/mail-clock.ts";
import { endedOutbox, mailShop, startWorker } from "../../support/mail-worker.ts";
import { startSilentSmtpServer } from "../../support/silent-smtp-server.ts";

const hours = 60 * 60_000;

/** Takes every message at once, and tells in which order they came. */
function listing(): { mailer: Mailer; came: string[] } {
  const came: string[] = [];
  const mailer: Mailer = {
    outcome: "sent",
    async send({ to }) {
      came.push(to.address);
      return "250 OK";
    },
    async close() {},
  };
  return { mailer, came };
}

/** To whom the first emails go that a worker would begin. They wait again afterwards. */
async function firstToBegin(db: Database, count: number): Promise<string[]> {
  const { claimed } = await claimReadyEmails(db, newRound(), { now: instantNow(), duration: hours, count });
  await releaseLeases(db, "emails");
  return claimed.map(({ recipient }) => recipient);
}

/** Fails as a server does that cannot be reached, while `isDown`. */
function interrupted(db: Database): { db: Database; isDown: boolean } {
  const outage = { isDown: false, db };
  const gone = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  outage.db = {
    ...db,
    get read() {
      if (outage.isDown) throw gone();
      return db.read;
    },
    write: (unit) => (outage.isDown ? Promise.reject(gone()) : db.write(unit)),
  };
  return outage;
}

describe.each(databasesUnderTest)("the queue on $name", ({ create }) => {
  test("gives each store its turn, and people's own emails the first", async () => {
    const { db, account } = await mailShop(create);
    for (let n = 0; n < 60; n++) await insertOrder(db, account, { email: `busy-${n}@example.com` });
    const others = [await insertAccount(db), await insertAccount(db)];
    for (const [index, other] of others.entries()) {
      for (let n = 0; n < 2; n++) await insertOrder(db, other, { email: `other-${index}-${n}@example.com` });
    }
    const link = { recipient: "owner@example.com", link: "https://example.com/", language: "en" } as const;
    await db.write((tx) => queuePasswordReset(tx, account, link, instantNow()));

    const first = await firstToBegin(db, 8);
    expect(first).toContain("owner@example.com");
    expect(first.filter((address) => address.startsWith("other-"))).toHaveLength(4);

    const { mailer, came } = listing();
    startWorker(db, mailer);
    await endedOutbox(db);
    expect(came).toHaveLength(65);
    expect(came.indexOf("busy-0@example.com")).toBeLessThan(came.indexOf("busy-20@example.com"));
  });

  test("lets neither many emails to people nor many to customers hold up another store's", async () => {
    const { db, account } = await mailShop(create);
    const other = await insertAccount(db);
    const link = { link: "https://example.com/", language: "en" } as const;
    const ask = (one: typeof account, recipient: string) =>
      db.write((tx) => queuePasswordReset(tx, one, { ...link, recipient }, instantNow()));
    for (let n = 0; n < 60; n++) await ask(account, `busy-${n}@example.com`);
    for (let n = 0; n < 60; n++) await insertOrder(db, account, { email: `order-${n}@example.com` });
    await insertOrder(db, other, { email: "other-customer@example.com" });
    await ask(other, "other-person@example.com");
    const first = await firstToBegin(db, 4);
    expect(first).toEqual(expect.arrayContaining(["other-customer@example.com", "other-person@example.com"]));
    const { mailer, came } = listing();
    startWorker(db, mailer);
    await endedOutbox(db);
    expect(came).toHaveLength(122);
  });

  test("puts what was put off behind nobody else when its time has come", async () => {
    const { db, account } = await mailShop(create);
    for (let n = 0; n < 40; n++) await insertOrder(db, account, { email: `late-${n}@example.com` });
    await db.write((tx) => tx.updateTable("emails").set({ lane: null, attempts: 1 }).execute());
    const other = await insertAccount(db);
    await insertOrder(db, other, { email: "other@example.com" });
    const { mailer, came } = listing();
    startWorker(db, mailer);
    await endedOutbox(db);
    expect(came).toHaveLength(41);
    expect(came.indexOf("other@example.com")).toBeLessThan(15);
  });

  test("counts the 24 hours from the first attempt, not from a time when nobody could try", async () => {
    const { db, account, server } = await mailShop(create, { recipient: () => "451 4.3.0 Try later" });
    const createdAt = instant(Date.now() - 25 * hours);
    await insertOrder(db, account, { createdAt });
    let now = instantNow();
    startWorker(db, server.url(), { timing: { ...quickly, retryPauses: [4 * hours], now: () => now } });
    const tries = async () => (await outboxOf(db))[0]?.tries.length ?? 0;
    await until(async () => (await tries()) === 1);
    expect((await outboxOf(db))[0]).toMatchObject({ status: "queued", created_at: createdAt });
    for (let count = 2; count <= 7; count++) {
      expect((await outboxOf(db))[0]?.status).toBe("queued");
      now = instant(now + 4 * hours);
      await until(async () => (await tries()) === count);
    }
    await until(async () => (await outboxOf(db))[0]?.status === "failed");
  });

  test("sends what a clock that was days ahead put off, and what it held, once the clock is right", async () => {
    let isReady = false;
    const { db, account, server } = await mailShop(create, {
      recipient: (address) => (isReady && address !== alwaysLater ? null : "451 4.3.0 Try later"),
    });
    const clock = mailClock();
    const right = clock.now();
    const far = instant(right + 400 * 24 * hours);
    clock.set(far);
    const { now, retryPauses } = clock;
    startWorker(db, server.url(), { timing: { ...quickly, now, retryPauses } });
    const emails = ["put-off@example.com", "held@example.com", alwaysLater];
    for (const email of emails) await insertOrder(db, account, { email });
    await until(async () => (await outboxOf(db)).every(({ tries }) => tries.length === 1));
    // Claimed by a server that died.
    await db.write((tx) =>
      tx
        .updateTable("emails")
        .set({ lane: 1, lease_expires_at: instant(far + usualTiming.lease) })
        .where("recipient", "=", "held@example.com")
        .execute(),
    );
    isReady = true;
    clock.set(right);
    await until(async () => (await outboxOf(db)).every(({ tries }, index) => index === 1 || tries.length > 1));
    await clock.pass(db, usualTiming.lease + 30_000);
    await until(async () => (await outboxOf(db)).slice(0, 2).every(({ status }) => status === "sent"));
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(["held@example.com", "put-off@example.com"]);
  });

  test("is not ended by an outage of the database, nor is an attempt counted that met none", async () => {
    const { db, account, server } = await mailShop(create);
    const outage = interrupted(db);
    const { lines } = startWorker(outage.db, server.url());
    for (let round = 0; round < 3; round++) {
      outage.isDown = true;
      await insertOrder(db, account);
      const before = lines.length;
      await until(() => lines.slice(before).filter(({ err }) => err).length >= 5);
      outage.isDown = false;
      const emails = await endedOutbox(db);
      expect(emails.every(({ tries }) => tries.length === 1)).toBe(true);
    }
    expect(server.received).toHaveLength(3);
  });

  test("leaves a message to a worker that could not reach the database for longer than its lease", async () => {
    const { db, setting, open, account, server } = await mailShop(create);
    const other = setting === "sqlite:" ? db : await open();
    const [one, two] = [interrupted(db), interrupted(other)];
    const smtp = openSmtp(server.url());
    const cutting: Mailer = {
      ...smtp,
      async send(message, mayStart) {
        const words = await smtp.send(message, mayStart);
        one.isDown = two.isDown = true;
        return words;
      },
    };
    let now = instantNow();
    const timing = { ...quickly, now: () => now };
    const over = instant(now + usualTiming.lease + 1);
    for (const email of ["ada@example.com", "first@example.com", "second@example.com"]) {
      await insertOrder(db, account, { email });
    }
    for (const [recipient, later] of [
      ["first@example.com", 0],
      ["second@example.com", 1],
    ] as const) {
      const putOff = { lane: null, attempts: 1, next_attempt_at: instant(over + later) };
      await db.write((tx) => tx.updateTable("emails").set(putOff).where("recipient", "=", recipient).execute());
    }
    const sender = startWorker(one.db, cutting, { timing });
    const idle = listing();
    await until(() => one.isDown);
    const rival = startWorker(two.db, idle.mailer, { timing });
    now = over;
    await until(() => rival.lines.length > 3);
    // The rival is the first for whom the database is back. It has looked after all leases once it finds the second.
    two.isDown = false;
    await until(() => idle.came.length === 1);
    now = instant(now + 1);
    await until(() => idle.came.length === 2);
    one.isDown = false;
    const [email] = await endedOutbox(db);
    await sender.stop();
    await rival.stop();
    expect(email).toMatchObject({ status: "sent", attempts: 1 });
    expect(server.received).toHaveLength(1);
    expect(idle.came).toEqual(["first@example.com", "second@example.com"]);
  });

  test("holds a message for as long as its conversation takes", async () => {
    const { db, account, server } = await mailShop(create);
    const smtp = openSmtp(server.url());
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow: Mailer = {
      ...smtp,
      async send(message, mayStart) {
        asked.resolve();
        await goOn.promise;
        return smtp.send(message, mayStart);
      },
    };
    let ahead = 0;
    const timing = { ...quickly, renewEvery: 10, now: () => instant(Date.now() + ahead) };
    await insertOrder(db, account);
    startWorker(db, slow, { timing });
    await asked.promise;
    const heldUntil = async () =>
      (await db.read.selectFrom("emails").select("lease_expires_at as at").executeTakeFirstOrThrow()).at ?? 0;
    ahead = usualTiming.lease - 10_000;
    try {
      await until(async () => (await heldUntil()) > timing.now() + usualTiming.lease / 2);
    } finally {
      goOn.resolve();
    }
    await until(async () => (await outboxOf(db))[0]?.status === "sent");
  });

  test("neither starts nor records a send whose lease is over", async () => {
    const { db, account, server } = await mailShop(create);
    const smtp = openSmtp(server.url());
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow: Mailer = {
      ...smtp,
      async send(message, mayStart) {
        asked.resolve();
        await goOn.promise;
        return smtp.send(message, mayStart);
      },
    };
    let ahead = 0;
    await insertOrder(db, account);
    const late = startWorker(db, slow, { timing: { ...quickly, now: () => instant(Date.now() + ahead) } });
    await asked.promise;
    // As if this process had slept, and another had taken the message meanwhile.
    await db.write((tx) => tx.updateTable("emails").set({ attempts: 2 }).execute());
    ahead = 10 * 60_000;
    goOn.resolve();
    await until(() => late.lines.some(({ msg }) => String(msg).includes("the lease of an email expired")));
    await late.stop();
    expect(server.received).toHaveLength(0);
    expect((await outboxOf(db))[0]).toMatchObject({ status: "queued", attempts: 2, tries: [] });
  });
});

test("is tried again after a minute, later and later, and at last every four hours", () => {
  const now = instantNow();
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    (attempts) => ((nextAttemptAt(usualTiming, { firstTriedAt: now, attempts }, now) ?? now) - now) / 60_000,
  );
  expect(minutes).toEqual([1, 5, 15, 30, 60, 120, 240, 240, 240]);
});

test("a lease counts as lost a renewal ahead of its end, as the clock of another server may be fast", () => {
  let at = instantNow();
  const timing = { ...usualTiming, now: () => at };
  const email = { leaseExpiresAt: instant(at + usualTiming.lease) } as ClaimedEmail;
  const lease = new HeldLease({ db: {} as Database, log: readableLog().log, timing }, email);
  expect(lease.isHeld()).toBe(true);
  at = instant(at + usualTiming.lease - usualTiming.renewEvery);
  expect(lease.isHeld()).toBe(false);
  lease.end();
});

test("five conversations that wait for their answer hold up no other message", async () => {
  const [sqlite] = databasesUnderTest;
  if (!sqlite) throw new Error("There is no database to test on.");
  const { db, account, server } = await mailShop(sqlite.create);
  const hanging = startSilentSmtpServer("message");
  const [silent, answering] = [openSmtp(hanging.url), openSmtp(server.url())];
  const mailer: Mailer = {
    ...answering,
    send: (message, mayStart) => (message.to.address.startsWith("hangs") ? silent : answering).send(message, mayStart),
  };
  for (let n = 0; n < 5; n++) await insertOrder(db, account, { email: `hangs-${n}@example.com` });
  await insertOrder(db, account, { email: "ada@example.com" });
  startWorker(db, mailer, { timing: { ...quickly, lendAfter: 300 } });
  await until(() => server.received.length === 1);
  const statuses = (await outboxOf(db)).map(({ status }) => status);
  expect(statuses.slice(0, 5)).toEqual(Array(5).fill("queued"));
  hanging.speak();
  const emails = await endedOutbox(db);
  expect(emails.every(({ status, attempts }) => status === "sent" && attempts === 1)).toBe(true);
  await silent.close();
});

test("a store's own mail server that does not answer holds up nobody else, nor the store's people", async () => {
  const [sqlite] = databasesUnderTest;
  if (!sqlite) throw new Error("There is no database to test on.");
  const { db, account, server } = await mailShop(sqlite.create);
  const other = await insertAccount(db);
  const hanging = startSilentSmtpServer("message");
  const [silent, answering] = [openSmtp(hanging.url), openSmtp(server.url())];
  const settings = { server: null, sender: "downloads@example.com", signer: null };
  for (let n = 0; n < 30; n++) await insertOrder(db, account, { email: `hangs-${n}@example.com` });
  for (let n = 0; n < 10; n++) await insertOrder(db, other, { email: `ada-${n}@example.com` });
  const link = { recipient: "owner@example.com", link: "https://demo.example.com/", language: "en" } as const;
  await db.write((tx) => queueSignInLink(tx, account, link, instantNow()));
  startWorker(db, answering, {
    transports: {
      of: async ({ accountId, kind }) =>
        accountId === account.id && kind === "delivery"
          ? { mailer: silent, settings, isStores: true }
          : { mailer: answering, settings, isStores: false },
    },
  });
  const sent = async () => (await outboxOf(db)).filter(({ status }) => status === "sent").length;
  await until(async () => (await sent()) === 11);
  const underway = (await outboxOf(db)).filter(({ attempts, status }) => status === "queued" && attempts > 0);
  expect(underway).toHaveLength(2);
  hanging.speak();
  const emails = await endedOutbox(db);
  expect(emails.every(({ status, attempts }) => status === "sent" && attempts === 1)).toBe(true);
  await silent.close();
});
