import { endSessions, removeSomeMembers } from "../../access/people/members.ts";
import { takeTurn } from "../../delivery/order-index/progress.ts";
import { hasEmails, removableEmails } from "../../messages/mail/removable-emails.ts";
import type { KeptMessages } from "../../messages/mail/transport/mailer.ts";
import { deleteAllEndpoints } from "../../messages/webhooks/endpoints.ts";
import {
  hasAccountRows,
  removeAccountRows,
  tablesOfAccounts,
  tablesOfIndex,
} from "../../platform/database/account-rows.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { removeBytesLater } from "../../platform/files/byte-removal.ts";
import { areRemovalsPaused } from "../../platform/files/removal-pauses.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { removeAllConnections } from "../../shops/connections/connections.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import {
  accountsBeingRemoved,
  forgetAccount,
  markRemoved,
  type RemovedAccount,
} from "../../store/accounts/removed-accounts.ts";
import { Pace } from "./pace.ts";

/** Fewest rows that one transaction deletes. An order's text takes longest: 1.5 ms in an index of a million. */
const rowsPerStep = 20;

/** Members removed in one transaction. */
const membersPerStep = 20;

/** Rows that belong to an email, such as its attempts, deleted with it in one transaction. */
const rowsUnderEmail = 100;

interface RemovalContext {
  db: Database;
  kept: Pick<KeptMessages, "remove">;
  log: Log;
  /** Whether requests keep the server busy. */
  isBusy(): boolean;
  stopping: AbortSignal;
}

/**
 * Once committed, no interface finds the account, nobody is signed in to it, and no worker serves it. `removeRest` then
 * deletes its rows. Throws like `markRemoved`.
 */
export async function beginRemoval(tx: Tx, account: Account, now: Instant): Promise<void> {
  await markRemoved(tx, account, now);
  await endSessions(tx, account.id);
  await removeAllConnections(tx, account.id, now);
  await deleteAllEndpoints(tx, account.id, now);
}

/** Continues the removal of every removed account. Logs a failure, and continues with the others. */
export async function removeMarkedAccounts(context: RemovalContext): Promise<void> {
  const { db, log, stopping } = context;
  for (const account of await accountsBeingRemoved(db.read)) {
    if (stopping.aborted) return;
    await removeRest(context, account).catch((error) => {
      log.error({ err: error, account: account.handle }, "could not remove all of an account; will try again");
    });
  }
}

/**
 * Deletes everything of a removed account in steps of a few milliseconds, and finally its own row. May be interrupted
 * and called again at any time, even on several servers at once. Resolves with false if it was stopped or must wait:
 * for a backup, which needs the messages in the mailbox, or for an email that is being sent.
 */
export async function removeRest(context: RemovalContext, account: RemovedAccount): Promise<boolean> {
  const { db, log, stopping } = context;
  const { id, handle } = account;
  do {
    for (const table of tablesOfAccounts) {
      const isDone = table === "emails" ? await removeEmails(context, id) : await removeTable(context, id, table);
      if (!isDone || stopping.aborted) return false;
    }
    while ((await db.write((tx) => removeSomeMembers(tx, id, membersPerStep))) && !stopping.aborted);
    // Rows from requests that had begun earlier are removed in another round.
  } while (!(await forget(db, id)));
  log.info({ account: handle, account_id: id }, "nothing is left of a removed account");
  return true;
}

/** Returns false if it was stopped before the end. */
async function removeTable(
  { db, ...context }: RemovalContext,
  accountId: number,
  table: (typeof tablesOfAccounts)[number],
): Promise<boolean> {
  const pace = new Pace({ ...context, least: rowsPerStep });
  for (;;) {
    const more = await db.writeUnchecked(async (tx) => {
      // Not measured: on PostgreSQL, waiting for the index worker blocks no other writer, so it must not make steps
      // smaller.
      if (tablesOfIndex.includes(table)) await takeTurn(tx);
      return pace.measure(async () => {
        const removed = await removeAccountRows(tx, table, { accountId, most: pace.rows });
        for (const key of removed.bytes) await removeBytesLater(tx, key);
        return removed.more;
      });
    });
    if (!more) return true;
    if (!(await pace.rest())) return false;
  }
}

/** First removes the messages in the mailbox, which the emails name. Returns false if it must wait or was stopped. */
async function removeEmails({ db, kept, ...context }: RemovalContext, accountId: number): Promise<boolean> {
  const pace = new Pace({ ...context, least: rowsPerStep });
  do {
    const now = instantNow();
    const emails = await removableEmails(db.read, accountId, { now, most: pace.rows });
    if (emails.length === 0) return !(await hasEmails(db.read, accountId));
    // Checked after the list was read, as `pauseRemovals` requires.
    if (await areRemovalsPaused(db.read, now)) return false;
    await kept.remove(...emails.flatMap(({ messageId, wasTried }) => (wasTried ? [messageId] : [])));
    const ids = emails.map(({ id }) => id);
    const most = ids.length * rowsUnderEmail;
    await db.writeUnchecked((tx) => pace.measure(() => removeAccountRows(tx, "emails", { accountId, most, ids })));
  } while (await pace.rest());
  return false;
}

/** Deletes the account's own row. Returns false if anything else is left. */
async function forget(db: Database, accountId: number): Promise<boolean> {
  try {
    return await db.write(async (tx) => {
      if (await hasAccountRows(tx, accountId)) return false;
      const logo = await forgetAccount(tx, accountId);
      if (logo !== null) await removeBytesLater(tx, logo);
      return true;
    });
  } catch (error) {
    if (isReferenceViolation(error)) return false;
    throw error;
  }
}

/** Each database's code for a row that another one references. A request may just have added that one. */
const isReferenceViolation = (error: unknown) =>
  ["23503", "SQLITE_CONSTRAINT_FOREIGNKEY"].includes(String((error as { code?: unknown } | null)?.code));
