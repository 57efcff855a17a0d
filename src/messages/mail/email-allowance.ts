import type { Reader, Tx } from "../../platform/database/database.ts";
import { shared } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { dayMilliseconds, dayOf } from "../../platform/days.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { type Plan, planOf } from "../../store/accounts/plans.ts";

type SendingAccount = Pick<Account, "id" | "plan" | "createdAt">;

/**
 * Counts one delivery email toward the account's allowance for the UTC day of `now`. Returns false if the day's allowance is used
 * up. Always exact, because one statement counts and checks.
 */
export function takeEmailAllowance(tx: Tx, account: SendingAccount, now: Instant): Promise<boolean> {
  return takeAllowances(tx, account, 1, now);
}

/**
 * Counts any number of delivery emails toward the account's allowance, in their order, and returns how many of them it covers.
 */
export async function takeEmailAllowances(
  tx: Tx,
  account: SendingAccount,
  count: number,
  now: Instant,
): Promise<number> {
  if (count === 0 || (await takeAllowances(tx, account, count, now))) return count;
  let covered = 0;
  while (covered < count && (await takeAllowances(tx, account, 1, now))) covered++;
  return covered;
}

/**
 * Like `takeEmailAllowances`, for emails that nobody waits for. They leave half of a day's allowance to orders, whose emails
 * would otherwise never be sent.
 */
export async function takeAnnouncementAllowances(
  tx: Tx,
  account: SendingAccount,
  count: number,
  now: Instant,
): Promise<number> {
  const limit = emailsPerDay(planOf(account), account.createdAt, now);
  if (limit === null) return count;
  const most = Math.ceil(limit / 2);
  let covered = 0;
  const values = { accountId: account.id, day: dayOf(now), count: 1, most: most - 1 };
  while (covered < count && (await addToQueued(tx, values)).length > 0) covered++;
  return covered;
}

/** All of them, or none. */
async function takeAllowances(tx: Tx, account: SendingAccount, count: number, now: Instant): Promise<boolean> {
  const limit = emailsPerDay(planOf(account), account.createdAt, now);
  if (limit === null) return true;
  if (limit < count) return false;
  const taken = await addToQueued(tx, { accountId: account.id, day: dayOf(now), count, most: limit - count });
  return taken.length > 0;
}

const addToQueued = prepared<{ accountId: number; day: number; count: number; most: number }, { queued: number }>(
  (db, { accountId, day, count, most }) =>
    db
      .insertInto("email_allowances")
      .values({ account_id: accountId, day, queued: count })
      .onConflict((conflict) =>
        conflict
          .columns(["account_id", "day"])
          .doUpdateSet((row) => ({ queued: row("email_allowances.queued", "+", count) }))
          .where("email_allowances.queued", "<=", most),
      )
      .returning("queued"),
);

/** Removes a delivery email that will not be sent from the count of the day of `countedAt`. */
export async function returnEmailAllowance(tx: Tx, accountId: number, countedAt: Instant): Promise<void> {
  await tx
    .updateTable("email_allowances")
    .set((row) => ({ queued: row("queued", "-", 1) }))
    .where("account_id", "=", accountId)
    .where("day", "=", dayOf(countedAt))
    .where("queued", ">", 0)
    .execute();
}

/**
 * How many delivery emails the account may queue on the UTC day of `now` (null for unlimited), and how many it has
 * queued.
 */
export async function emailAllowance(
  reader: Reader,
  account: SendingAccount,
  now: Instant,
): Promise<{ limit: number | null; used: number }> {
  const [row] = await queuedOnDay(reader, { accountId: account.id, day: dayOf(now) });
  return { limit: emailsPerDay(planOf(account), account.createdAt, now), used: row?.queued ?? 0 };
}

const queuedOnDay = shared(
  prepared<{ accountId: number; day: number }, { queued: number }>((db, { accountId, day }) =>
    db.selectFrom("email_allowances").select("queued").where("account_id", "=", accountId).where("day", "=", day),
  ),
);

function emailsPerDay(plan: Plan, createdAt: Instant, now: Instant): number | null {
  return now < createdAt + plan.newForDays * dayMilliseconds ? plan.emailsPerDayWhileNew : plan.emailsPerDay;
}

/** The error for a requested email that is over the daily allowance (docs/reference/email.md, Daily allowances). */
export function overAllowance({ kept }: { kept: boolean } = { kept: true }): DomainError {
  const sentence = kept
    ? "The email was saved but not sent: today's allowance of delivery emails is used up. It will not be sent automatically. " +
      "Send it again after midnight UTC."
    : "Today's allowance of delivery emails is used up. Try again after midnight UTC.";
  return new DomainError("over_allowance", sentence);
}
