import { takeAnnouncementAllowances } from "../../messages/mail/email-allowance.ts";
import { queueAnnouncementEmail, queuedAmong } from "../../messages/mail/outbox.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { whenDue } from "../../platform/database/when-due.ts";
import { dayOf, dayStart } from "../../platform/days.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { pause } from "../../platform/repeat.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { type Account, accountById } from "../../store/accounts/accounts.ts";
import { nextBuyers } from "../orders/reading/buyers.ts";
import { announcementsUnderway, lockUnderway, nextResumption, saveProgress, whichBuyers } from "./announcements.ts";
import { hasOptedOut } from "./opt-outs.ts";
import { addRecipient, emailsOf, hashesOfAddress, hashOfAddress, knownRecipients } from "./recipients.ts";

/** Milliseconds between two searches for announcements. */
const poll = 1_000;

/** Milliseconds between two steps, so that others can write. Also the pause while requests keep the server busy. */
const rest = 20;
const busyRest = 500;

interface AnnouncementWorkerSettings {
  db: Database;
  log: Log;
  /** Whether requests keep the server busy. */
  isBusy(): boolean;
  now?(): Instant;
}

/** Queues the emails of announcements in small steps, including those that another server has started. */
export const startAnnouncementWorker = (settings: AnnouncementWorkerSettings): Worker =>
  startWorker(settings.log, (stopping) => [
    {
      work: whenDue(settings.db, (now) => queueAnnouncements(settings, now, stopping), settings.now),
      every: poll,
      failure: "could not queue the emails of an announcement; will try again",
    },
  ]);

async function queueAnnouncements(
  { db, isBusy, now = instantNow }: AnnouncementWorkerSettings,
  at: Instant,
  stopping: AbortSignal,
): Promise<Instant | null> {
  for (const { id, accountId } of await announcementsUnderway(db.read, at)) {
    const account = await accountById(db.read, accountId);
    if (!account) continue;
    while (!stopping.aborted && (await db.write((tx) => queueNextAnnouncements(tx, account, id, now())))) {
      await pause(isBusy() ? busyRest : rest, stopping);
    }
  }
  return nextResumption(db.read);
}

/** Order items per transaction: a few milliseconds of work. */
const itemsAtOnce = 40;

/** Maximum number of waiting emails of one announcement. The limit lets it be stopped, and keeps it from holding up others. */
const mostWaiting = 200;

/**
 * Queues the next emails of an announcement and saves its progress in the same transaction. So each address gets one email, even
 * if the work is interrupted or runs on several servers. Each email counts toward the daily allowance; beyond it, emails wait for
 * the next day (UTC). Returns whether more may be queued now.
 */
async function queueNextAnnouncements(
  tx: Tx,
  account: Account,
  announcementId: number,
  now: Instant,
): Promise<boolean> {
  const announcement = await lockUnderway(tx, announcementId);
  if (!announcement) return false;
  if ((await queuedAmong(tx, emailsOf(tx, announcementId))).length >= mostWaiting) return false;
  const { productId, fileId, beforeItem, queued } = announcement;
  const file = { accountId: account.id, productId, fileId };
  const which = { ...whichBuyers(account, now), beforeItem, limit: itemsAtOnce };
  const buyers = await nextBuyers(tx, file, which);
  const hashes = new Map(buyers.map(({ itemId, email }) => [itemId, hashesOfAddress(account.id, email)]));
  const known = await knownRecipients(tx, announcementId, [...new Set([...hashes.values()].flat())]);
  let reached = beforeItem;
  let count = 0;
  for (const { itemId, orderId, email, isReached } of buyers) {
    const its = hashes.get(itemId) ?? [];
    const hash = hashOfAddress(account.id, email);
    const isTold = isReached && !its.some((one) => known.has(one)) && !(await hasOptedOut(tx, account.id, email));
    if (isTold) {
      if ((await takeAnnouncementAllowances(tx, account, 1, now)) === 0) {
        const resumesAt = dayStart(dayOf(now) + 1);
        await saveProgress(tx, announcementId, {
          beforeItem: reached,
          queued: queued + count,
          resumesAt,
          finishedAt: null,
        });
        return false;
      }
      const emailId = await queueAnnouncementEmail(tx, account, { id: orderId, email }, now);
      await addRecipient(tx, { announcementId, hash, emailId });
      known.add(hash);
      count += 1;
    }
    reached = itemId;
  }
  const finishedAt = buyers.length < itemsAtOnce ? now : null;
  await saveProgress(tx, announcementId, { beforeItem: reached, queued: queued + count, resumesAt: null, finishedAt });
  return finishedAt === null;
}
