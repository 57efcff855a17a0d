import type { Database, Tx } from "../database/database.ts";
import { anonymizeDownloadsOf } from "../downloads/anonymize.ts";
import { forgetOtherAnswers } from "../idempotency/answers.ts";
import { type Instant, instantNow } from "../instants.ts";
import { forgetLibraryLinks } from "../library/library-links.ts";
import { forgetLibraryEmails } from "../mail/cancel-emails.ts";
import { forgetNotes } from "../orders/customer-notes.ts";
import { eraseOrders, holdOrdersOfCustomer } from "../orders/erase-orders.ts";
import { nextOrdersOfCustomer } from "../orders/of-customer.ts";
import { rowNumbersBelow } from "../orders/orders.ts";
import { forgetInReports } from "../transfer/import-records.ts";
import { requireCustomer } from "./customer.ts";
import { type Erasure, endErasure, holdErasure, nextErasure, recordErasure } from "./erasures.ts";

/** What one transaction erases: a few milliseconds of work. */
const ordersAtOnce = 5;
const downloadsAtOnce = 200;
const answersAtOnce = 20;

/**
 * Erases all that is held on the customer (docs/privacy.md). Orders deliver nothing any more, while their items, downloads
 * and revenue stay counted. Works in small steps; what is interrupted is continued by `continueErasures`, or by a second
 * call. Throws `not_found`.
 */
export async function eraseCustomer(db: Database, accountId: number, address: string): Promise<void> {
  const customer = { accountId, email: address };
  if (!(await nextErasure(db.read, customer))) {
    await requireCustomer(db, accountId, address);
    await db.write(async (tx) => {
      const [lastOrderId = 0] = await rowNumbersBelow(tx, null, 1);
      await recordErasure(tx, { ...customer, lastOrderId });
    });
  }
  for (let isDone = false; !isDone; ) {
    isDone = await db.write(async (tx) => {
      const erasure = await nextErasure(tx, customer);
      return !erasure || !(await eraseNext(tx, erasure, instantNow()));
    });
  }
}

/** Goes on with erasures that were interrupted. Returns whether there may be more to do. */
export async function continueErasures(tx: Tx, now: Instant): Promise<boolean> {
  const erasure = await nextErasure(tx);
  if (!erasure) return false;
  await eraseNext(tx, erasure, now);
  return true;
}

/** Returns whether there may be more to erase. */
async function eraseNext(tx: Tx, erasure: Erasure, now: Instant): Promise<boolean> {
  if (!(await holdErasure(tx, erasure))) return false;
  const { accountId, email, lastOrderId } = erasure;
  const next = { after: 0, upTo: lastOrderId, limit: ordersAtOnce };
  const { ids } = await nextOrdersOfCustomer(tx, accountId, email, next);
  if (ids.length > 0) {
    const orders = await holdOrdersOfCustomer(tx, ids, email);
    const held = orders.map(({ id }) => id);
    if (await anonymizeDownloadsOf(tx, held, downloadsAtOnce)) return true;
    await eraseOrders(tx, orders, email, now);
    return true;
  }
  if (await forgetOtherAnswers(tx, accountId, answersAtOnce)) return true;
  await forgetNotes(tx, accountId, email);
  // The emails first: one that is being written makes a link.
  await forgetLibraryEmails(tx, accountId, email);
  await forgetLibraryLinks(tx, accountId, email);
  await forgetInReports(tx, accountId, email);
  await endErasure(tx, erasure);
  return false;
}
