import { anonymizeDownloads, type DownloadPosition, downloadsBetween } from "../../delivery/downloads/anonymize.ts";
import { anonymizeVisits } from "../../delivery/visits/order-visits.ts";
import { eraseContent, finishedEmails } from "../../messages/mail/old-content.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { accountsWithRetention, type Retention } from "../../store/accounts/retention.ts";
import { deleteActivities } from "../../store/activity/activities.ts";
import { Pace } from "./pace.ts";

/** Fewest downloads that one transaction anonymizes. */
const downloadsPerStep = 50;

/** Fewest emails whose content one transaction erases. They are longer. */
const emailsPerStep = 20;

/** Entries of the activity log deleted in one transaction. */
const activitiesPerStep = 100;

interface RetentionContext {
  db: Database;
  log: Log;
  /** Whether requests keep the server busy. */
  isBusy(): boolean;
  stopping: AbortSignal;
}

/**
 * Removes what stores no longer want to keep: IP addresses and user agents of old downloads and visits, content of old
 * emails, old entries of the activity log. Continues where it stopped the last time. Logs a failure for one store, and
 * continues with the others.
 */
export async function applyRetention(context: RetentionContext, now: Instant): Promise<void> {
  const { db, log, stopping } = context;
  for (const account of await accountsWithRetention(db.scan)) {
    if (stopping.aborted) return;
    try {
      await clearAccount(context, account, now);
    } catch (error) {
      log.error({ err: error, account: account.accountId }, "could not remove a store's old data; will try again");
    }
  }
}

async function clearAccount(context: RetentionContext, account: Retention, now: Instant): Promise<void> {
  const { accountId, downloadDays, emailDays, activityDays } = account;
  if (downloadDays !== null) {
    const before = instant(now - downloadDays * dayMilliseconds);
    await clearDownloads(context, accountId, before);
    await clearVisits(context, accountId, before);
  }
  if (activityDays !== null) await clearActivity(context, accountId, instant(now - activityDays * dayMilliseconds));
  if (emailDays === null) return;
  await clearEmails(context, accountId, instant(now - emailDays * dayMilliseconds));
}

async function clearDownloads(context: RetentionContext, accountId: number, before: Instant): Promise<void> {
  const { db } = context;
  const pace = new Pace({ ...context, least: downloadsPerStep });
  // Downloads at the reached instant are read again, because a step may have ended between two of them.
  let after: DownloadPosition = { at: instant(await progressOf(db.read, accountId)), id: 0 };
  do {
    const limit = pace.rows;
    const old = await downloadsBetween(db.read, accountId, { after, before, limit });
    const last = old.at(-1);
    if (!last) return;
    const isEnd = old.length < limit;
    const ids = old.map(({ id }) => id);
    await db.write((tx) =>
      pace.measure(async () => {
        await anonymizeDownloads(tx, ids);
        await saveProgress(tx, accountId, isEnd ? before : last.at);
      }),
    );
    if (isEnd) return;
    after = last;
  } while (await pace.rest());
}

async function clearVisits({ db, ...context }: RetentionContext, accountId: number, before: Instant): Promise<void> {
  const pace = new Pace({ ...context, least: downloadsPerStep });
  do {
    const limit = pace.rows;
    const cleared = await db.write((tx) => pace.measure(() => anonymizeVisits(tx, accountId, before, limit)));
    if (cleared < limit) return;
  } while (await pace.rest());
}

async function clearActivity({ db, ...context }: RetentionContext, accountId: number, before: Instant): Promise<void> {
  const pace = new Pace({ ...context, least: activitiesPerStep });
  do {
    const limit = pace.rows;
    const deleted = await db.write((tx) => pace.measure(() => deleteActivities(tx, accountId, before, limit)));
    if (deleted < limit) return;
  } while (await pace.rest());
}

async function clearEmails({ db, ...context }: RetentionContext, accountId: number, before: Instant): Promise<void> {
  const pace = new Pace({ ...context, least: emailsPerStep });
  for (let after = 0; ; ) {
    const { ids, reached } = await finishedEmails(db.read, accountId, { after, before, limit: pace.rows });
    if (ids.length > 0) await db.write((tx) => pace.measure(() => eraseContent(tx, ids)));
    if (reached === null || !(await pace.rest())) return;
    after = reached;
  }
}

/** How far the account's downloads have been cleared (`RetentionProgressTable`); 0 at the beginning. */
async function progressOf(reader: Reader, accountId: number): Promise<number> {
  const row = await reader
    .selectFrom("retention_progress")
    .select("reached")
    .where("account_id", "=", accountId)
    .where("list", "=", "downloads")
    .executeTakeFirst();
  return row?.reached ?? 0;
}

/** Call in the transaction that has cleared the rows up to `reached`. */
async function saveProgress(tx: Tx, accountId: number, reached: number): Promise<void> {
  await tx
    .insertInto("retention_progress")
    .values({ account_id: accountId, list: "downloads", reached })
    .onConflict((conflict) => conflict.columns(["account_id", "list"]).doUpdateSet({ reached }))
    .execute();
}
