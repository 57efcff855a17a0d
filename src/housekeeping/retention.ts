import { accountsWithRetention, type Retention } from "../accounts/retention.ts";
import type { Database } from "../database/database.ts";
import { dayMilliseconds } from "../days.ts";
import { anonymizeDownloads, type DownloadPosition, downloadsBetween } from "../downloads/anonymize.ts";
import { type Instant, instant } from "../instants.ts";
import type { Log } from "../log.ts";
import { emailKinds } from "../mail/email-kinds.ts";
import { eraseContent, finishedEmails } from "../mail/old-content.ts";
import { rest } from "./in-steps.ts";
import { type ClearedList, progressOf, saveProgress } from "./progress.ts";

/** Downloads that one transaction makes anonymous. */
const downloadsPerStep = 50;

/** Emails whose content one transaction erases. They are longer. */
const emailsPerStep = 20;

interface RetentionContext {
  db: Database;
  log: Log;
  stopping: AbortSignal;
}

/**
 * Removes what stores do not want to keep any longer: IP addresses and user agents of old downloads, content of old
 * emails. Goes on where it ended the last time. A store whose data cannot be cleared is logged, and does not stop the
 * others.
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
  const { accountId, downloadDays, emailDays } = account;
  if (downloadDays !== null) await clearDownloads(context, accountId, instant(now - downloadDays * dayMilliseconds));
  if (emailDays === null) return;
  for (const kind of emailKinds) {
    await clearEmails(context, { accountId, kind }, instant(now - emailDays * dayMilliseconds));
  }
}

async function clearDownloads(context: RetentionContext, accountId: number, before: Instant): Promise<void> {
  const { db, stopping } = context;
  // Those of the instant that was reached are looked at again, because a step may have ended among them.
  let after: DownloadPosition = { at: instant(await progressOf(db.read, accountId, "downloads")), id: 0 };
  do {
    const old = await downloadsBetween(db.read, accountId, { after, before, limit: downloadsPerStep });
    const last = old.at(-1);
    if (!last) return;
    const isEnd = old.length < downloadsPerStep;
    await db.write(async (tx) => {
      await anonymizeDownloads(
        tx,
        old.map(({ id }) => id),
      );
      await saveProgress(tx, accountId, "downloads", isEnd ? before : last.at);
    });
    if (isEnd) return;
    after = last;
  } while (await rest(stopping));
}

async function clearEmails(
  { db, stopping }: RetentionContext,
  { accountId, kind }: { accountId: number; kind: (typeof emailKinds)[number] },
  before: Instant,
): Promise<void> {
  const list: ClearedList = `emails:${kind}`;
  let after = await progressOf(db.read, accountId, list);
  do {
    const ids = await finishedEmails(db.read, { accountId, kind }, { after, before, limit: emailsPerStep });
    const last = ids.at(-1);
    if (last === undefined) return;
    await db.write(async (tx) => {
      await eraseContent(tx, ids);
      await saveProgress(tx, accountId, list, last);
    });
    if (ids.length < emailsPerStep) return;
    after = last;
  } while (await rest(stopping));
}
