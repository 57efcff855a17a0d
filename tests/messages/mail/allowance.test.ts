import { describe, expect, test } from "bun:test";
import { queueDeliveryEmail } from "../../../src/messages/mail/outbox.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { type Instant, instant } from "../../../src/platform/instants.ts";
import { plans } from "../../../src/store/accounts/plans.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertAccount, insertOrder, outboxOf } from "../../support/mail.ts";

const day = 24 * 60 * 60 * 1000;
const noon = instant(Date.UTC(2026, 10, 20, 12));

describe.each(databasesUnderTest)("the daily allowance on $name", ({ create }) => {
  async function queueAtOnce(
    db: Database,
    account: Parameters<typeof insertOrder>[1],
    count: number,
    createdAt: Instant,
  ) {
    const orders = await Promise.all(Array.from({ length: count }, () => insertOrder(db, account, { createdAt })));
    return orders.filter(({ status }) => status === "queued").length;
  }

  test("lets exactly the limit through under fifty orders at once, and keeps the others", async () => {
    const db = await (await create()).open();
    const account = await insertAccount(db, { plan: "free", created_at: instant(noon - day) });
    const limit = plans.free.emailsPerDayWhileNew;
    expect(await queueAtOnce(db, account, 50, noon)).toBe(limit);
    const statuses = (await outboxOf(db)).map(({ status }) => status);
    expect(statuses.filter((status) => status === "queued")).toHaveLength(limit);
    expect(statuses.filter((status) => status === "over_allowance")).toHaveLength(50 - limit);
  });

  test("begins again with the UTC day, and grows when the account is no longer new", async () => {
    const db = await (await create()).open();
    const account = await insertAccount(db, {
      plan: "free",
      created_at: instant(noon - plans.free.newForDays * day + 1),
    });
    const lastMoment = instant(Math.floor(noon / day) * day + day - 1);
    expect(await queueAtOnce(db, account, 60, noon)).toBe(plans.free.emailsPerDayWhileNew);
    // The rest of the day belongs to an account that has stopped being new.
    expect(await queueAtOnce(db, account, 60, lastMoment)).toBe(
      plans.free.emailsPerDay - plans.free.emailsPerDayWhileNew,
    );
    expect(await queueAtOnce(db, account, 60, instant(lastMoment + 1))).toBe(plans.free.emailsPerDay);
  });

  test("is each account's own, and is not counted for a plan without one", async () => {
    const db = await (await create()).open();
    const [one, other] = [await insertAccount(db, { plan: "free" }), await insertAccount(db, { plan: "free" })];
    expect(await queueAtOnce(db, one, 51, noon)).toBe(50);
    expect(await queueAtOnce(db, other, 1, noon)).toBe(1);
    const unlimited = await insertAccount(db);
    expect(await queueAtOnce(db, unlimited, 60, noon)).toBe(60);
    const counted = await db.read.selectFrom("email_allowances").select("account_id").execute();
    expect(counted.map(({ account_id }) => account_id).sort()).toEqual([one.id, other.id].sort());
  });

  test("is given back by an order that fails", async () => {
    const db = await (await create()).open();
    const account = await insertAccount(db, { plan: "free" });
    const { id } = await insertOrder(db, await insertAccount(db));
    const failing = db.write(async (tx) => {
      await queueDeliveryEmail(
        tx,
        account,
        { id, email: "ada@example.com", recipientEmail: null, deliverAt: null },
        noon,
      );
      throw new Error("The order failed.");
    });
    expect(await failing.catch((error) => error.message)).toBe("The order failed.");
    expect(await outboxOf(db)).toHaveLength(1);
    expect(await queueAtOnce(db, account, 51, noon)).toBe(50);
  });
});
