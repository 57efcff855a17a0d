import type { Selection } from "kysely";
import { cancelWaiting } from "../../messages/mail/cancel-emails.ts";
import { queuedAmong } from "../../messages/mail/outbox.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { noteProblem } from "../catalog/file-versions.ts";
import { lockProductFile } from "../catalog/product-files.ts";
import { requireCurrentVersion } from "../catalog/version-list.ts";
import { countBuyers, endOfItems, type FileOfBuyers, nextBuyers } from "../orders/reading/buyers.ts";
import { hasOptedOut, optOuts } from "./opt-outs.ts";
import { emailsOf } from "./recipients.ts";

const columns = [
  "id",
  "account_id as accountId",
  "product_id as productId",
  "file_id as fileId",
  "version",
  "filename",
  "note",
  "state",
  "created_by as createdBy",
  "created_at as createdAt",
  "recipients",
  "queued",
  "before_item as beforeItem",
  "resumes_at as resumesAt",
  "finished_at as finishedAt",
] as const;

/** The columns are explained in src/platform/database/schema/delivery.ts. */
export type Announcement = Selection<Schema, "announcements", (typeof columns)[number]>;

/** What an announcement says, and who makes it. */
interface NewAnnouncement {
  productId: number;
  fileId: number;
  /** What is new; null for the version's own note. */
  note: string | null;
  /** The member's email address; null for a program. */
  createdBy: string | null;
  /** Send it again to customers who were already told about this version. */
  again: boolean;
}

/**
 * Which orders the announcement reaches. If customers can renew links themselves, this includes orders whose links have ended.
 */
export const whichBuyers = (account: Pick<Account, "selfServiceRenewals">, now: Instant) => ({
  now,
  renewable: account.selfServiceRenewals > 0,
});

/** How many addresses an announcement about the file would reach now. */
export function countRecipients(db: Pick<Database, "scan">, account: Account, file: FileOfBuyers, now: Instant) {
  return countBuyers(db.scan, file, whichBuyers(account, now), optOuts(db.scan, account.id));
}

/** Order items that a preview reads per query, and the number of queries. */
const previewItems = 500;
const previewQueries = 10;

/** The newest order (row number) that an announcement about the file would reach now; null if it reaches none of the newest. */
export async function firstRecipient(
  db: Pick<Database, "scan">,
  account: Account,
  file: FileOfBuyers,
  now: Instant,
): Promise<number | null> {
  let beforeItem = await endOfItems(db.scan, file);
  for (let query = 0; query < previewQueries; query++) {
    const buyers = await nextBuyers(db.scan, file, { ...whichBuyers(account, now), beforeItem, limit: previewItems });
    for (const { orderId, email, isReached } of buyers) {
      if (isReached && !(await hasOptedOut(db.scan, account.id, email))) return orderId;
    }
    if (buyers.length < previewItems) return null;
    beforeItem = buyers.at(-1)?.itemId ?? 0;
  }
  return null;
}

/**
 * Starts an announcement of a file's current version: a worker queues the emails. Throws `not_found`, `invalid` for the note, and
 * `in_use` if an announcement of the product is running, or if customers were told about this version and `again` is not set.
 */
export async function beginAnnouncement(
  db: Database,
  account: Account,
  { productId, fileId, note, createdBy, again }: NewAnnouncement,
  now: Instant,
): Promise<Announcement> {
  rejectFields([{ field: "note", message: noteProblem(note ?? "") }]);
  const file = { accountId: account.id, productId, fileId };
  const recipients = await countRecipients(db, account, file, now);
  return db.write(async (tx) => {
    // Locked, so that one of two simultaneous calls sees the other's announcement.
    await lockProductFile(tx, account.id, { id: productId }, fileId);
    const version = await requireCurrentVersion(tx, account.id, { productId, fileId });
    await rejectTold(tx, file, version.number, again);
    return tx
      .insertInto("announcements")
      .values({
        account_id: account.id,
        product_id: productId,
        file_id: fileId,
        version: version.number,
        filename: version.filename,
        note: note ?? version.note,
        state: "sending",
        created_by: createdBy,
        created_at: now,
        recipients,
        queued: 0,
        before_item: await endOfItems(tx, file),
        resumes_at: null,
        finished_at: null,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
  });
}

async function rejectTold(tx: Tx, { productId, fileId }: FileOfBuyers, version: number, again: boolean): Promise<void> {
  const before = await tx
    .selectFrom("announcements")
    .select("state")
    .where("product_id", "=", productId)
    .where("file_id", "=", fileId)
    .where("version", "=", version)
    .execute();
  if (before.some(({ state }) => state === "sending")) {
    throw new DomainError("in_use", "The customers are being told of this version now.");
  }
  if (before.length > 0 && !again) {
    const next = "To send the emails again to everybody, set again to true.";
    throw new DomainError("in_use", `The customers were told of version ${version} before. ${next}`);
  }
}

/** One page of the product's announcements, newest first, and their total number. */
export async function listAnnouncements(
  reader: Reader,
  productId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ announcements: Announcement[]; total: number }> {
  const found = reader.selectFrom("announcements").where("product_id", "=", productId);
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const announcements = await found.select(columns).orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { announcements, total };
}

/** Throws `not_found`. */
export async function requireAnnouncement(reader: Reader, productId: number, id: number): Promise<Announcement> {
  const found = reader.selectFrom("announcements").select(columns).where("product_id", "=", productId);
  const announcement = await found.where("id", "=", id).executeTakeFirst();
  if (!announcement) throw new DomainError("not_found", `The product has no announcement with the ID ${id}.`);
  return announcement;
}

/** The running announcements of all accounts, oldest first. */
export function announcementsUnderway(reader: Reader, now: Instant): Promise<Announcement[]> {
  return underway(reader, { now });
}

const underway = prepared<{ now: Instant }, Announcement>((db, { now }) =>
  db
    .selectFrom("announcements")
    .select(columns)
    .where("state", "=", "sending")
    .where((row) => row.or([row("resumes_at", "is", null), row("resumes_at", "<=", now)]))
    .orderBy("id"),
);

/** When the next announcement that waits for another day continues; null if none waits. */
export async function nextResumption(reader: Reader): Promise<Instant | null> {
  const next = reader.selectFrom("announcements").select(({ fn }) => fn.min("resumes_at").as("at"));
  return (await next.where("state", "=", "sending").executeTakeFirst())?.at ?? null;
}

/** The announcement, locked until the transaction ends. Null if it is no longer being sent. */
export async function lockUnderway(tx: Tx, id: number): Promise<Announcement | null> {
  const held = tx.updateTable("announcements").set({ state: "sending" }).where("id", "=", id);
  return (await held.where("state", "=", "sending").returning(columns).executeTakeFirst()) ?? null;
}

/** Records the progress of an announcement. */
export async function saveProgress(
  tx: Tx,
  id: number,
  progress: Pick<Announcement, "beforeItem" | "queued" | "resumesAt"> & { finishedAt: Instant | null },
): Promise<void> {
  const { beforeItem: before_item, queued, resumesAt: resumes_at, finishedAt: finished_at } = progress;
  const state = finished_at === null ? "sending" : "done";
  await tx
    .updateTable("announcements")
    .set({ before_item, queued, resumes_at, finished_at, state })
    .where("id", "=", id)
    .execute();
}

/**
 * Stops an announcement: queues no more emails and cancels waiting ones. Does nothing if it was already stopped. Throws
 * `not_found`.
 */
export async function stopAnnouncement(tx: Tx, productId: number, id: number): Promise<Announcement> {
  const announcement = await requireAnnouncement(tx, productId, id);
  const stopped = await tx
    .updateTable("announcements")
    .set({ state: "stopped", resumes_at: null })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirst();
  const waiting = await queuedAmong(tx, emailsOf(tx, id));
  await cancelWaiting(tx, waiting);
  return stopped ?? announcement;
}

/** Continues a stopped announcement where it ended. Throws `not_found`, and `in_use` for one that has ended. */
export async function resumeAnnouncement(tx: Tx, productId: number, id: number): Promise<Announcement> {
  const { finishedAt } = await requireAnnouncement(tx, productId, id);
  if (finishedAt !== null) throw new DomainError("in_use", "All emails of this announcement were queued.");
  return tx
    .updateTable("announcements")
    .set({ state: "sending" })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The announcement that an email (row number) belongs to; null if it no longer exists. */
export async function announcementOfEmail(reader: Reader, emailId: number): Promise<Announcement | null> {
  const row = await reader
    .selectFrom("announcement_recipients")
    .select("announcement_id as id")
    .where("email_id", "=", emailId)
    .executeTakeFirst();
  if (!row) return null;
  return (await reader.selectFrom("announcements").select(columns).where("id", "=", row.id).executeTakeFirst()) ?? null;
}
