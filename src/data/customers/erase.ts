import { forgetOptOut } from "../../delivery/announcements/opt-outs.ts";
import { forgetRecipient } from "../../delivery/announcements/recipients.ts";
import { anonymizeDownloadsOf } from "../../delivery/downloads/anonymize.ts";
import { forgetLibraryLinks } from "../../delivery/library/library-links.ts";
import { forgetNotes } from "../../delivery/orders/customer-notes.ts";
import { eraseOrders, lockGiftsTo, lockOrdersOfCustomer } from "../../delivery/orders/deleting/erase-orders.ts";
import { eraseRecipient } from "../../delivery/orders/gifts/erase-gifts.ts";
import { itemCounts, rowNumbersBelow } from "../../delivery/orders/queries.ts";
import { nextGiftsTo, nextOrdersOfCustomer } from "../../delivery/orders/reading/of-customer.ts";
import { forgetVisits } from "../../delivery/visits/order-visits.ts";
import { removeEvent } from "../../messages/connection-events/stray-events.ts";
import { forgetLibraryEmails } from "../../messages/mail/forget-emails.ts";
import { forgetEmailsTo } from "../../messages/mail/sent-to.ts";
import { forgetUndeliverable } from "../../messages/mail/undeliverable-addresses.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { forgetShopOrdersOf } from "../../shops/connections/known/forget-shop-orders.ts";
import { strayEventsOf } from "../../shops/connections/known/shop-orders-of-customer.ts";
import { forgetOtherAnswers } from "../../store/idempotency/keyed-answers.ts";
import { forgetInReports } from "../csv/import-records.ts";
import { requireFormerCustomer } from "./customer.ts";
import { type Erasure, endErasure, lockErasure, nextErasure, recordErasure } from "./erasures.ts";

/** How much one transaction erases: a few milliseconds of work. */
const downloadsAtOnce = 200;
const answersAtOnce = 20;
const shopOrdersAtOnce = 5;
const emailsAtOnce = 50;

/** Orders whose row numbers are read at once. */
const numbersAtOnce = 1_000;

/** Weight of an order in a transaction of at most 200 (`inSlices`). Each of its items weighs one. */
const weightOfOrder = 9;

/**
 * Erases everything stored about the customer (docs/reference/privacy.md). The orders no longer deliver anything, but their
 * items, downloads and revenue stay counted. Gifts to the customer remain orders of their buyers. Works in small steps. After an
 * interruption, `continueErasures` or a second call continues. Throws `not_found`.
 */
export async function eraseCustomer(db: Database, accountId: number, address: string): Promise<void> {
  const customer = { accountId, email: address };
  if (!(await nextErasure(db.read, customer))) {
    await requireFormerCustomer(db, accountId, address);
    await db.write(async (tx) => {
      const [lastOrderId = 0] = await rowNumbersBelow(tx, null, 1);
      await recordErasure(tx, { ...customer, lastOrderId });
    });
  }
  const erasure = await nextErasure(db.read, customer);
  if (erasure) await complete(db, erasure);
}

/** Continues interrupted erasures until `stopping` fires. */
export async function continueErasures(db: Database, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const erasure = await nextErasure(db.read);
    if (!erasure) return;
    await complete(db, erasure, stopping);
  }
}

async function complete(db: Database, erasure: Erasure, stopping?: AbortSignal): Promise<void> {
  const { accountId, email } = erasure;
  for (const list of lists) await eraseList(db, erasure, list, stopping);
  for await (const { id } of strayEventsOf(db.scan, accountId, email)) {
    if (stopping?.aborted) return;
    await db.write((tx) => removeEvent(tx, id));
  }
  while (!stopping?.aborted && (await db.write((tx) => eraseOthers(tx, erasure))));
}

/** The person's own orders are erased. Gifts are orders of their buyers: only the recipient is erased. */
const lists = [
  { next: nextOrdersOfCustomer, lock: lockOrdersOfCustomer, erase: eraseOrders },
  {
    next: nextGiftsTo,
    lock: lockGiftsTo,
    erase: (tx: Tx, gifts: LockedOrders, _: string, now: Instant) => eraseRecipient(tx, gifts, now),
  },
];

type LockedOrders = Awaited<ReturnType<typeof lockGiftsTo>>;

async function eraseList(
  db: Database,
  erasure: Erasure,
  list: (typeof lists)[number],
  stopping?: AbortSignal,
): Promise<void> {
  const { accountId, email, lastOrderId: upTo } = erasure;
  for (let after = 0; !stopping?.aborted; ) {
    const { ids } = await list.next(db.scan, accountId, email, { after, upTo, limit: numbersAtOnce });
    const counts = await itemCounts(
      db.scan,
      ids.map((id) => ({ id })),
    );
    const erase = async (slice: number[]) => {
      while (!stopping?.aborted && (await db.write((tx) => eraseSome(tx, erasure, list, slice))));
    };
    await inSlices(ids, erase, undefined, (id) => weightOfOrder + (counts.get(id) ?? 0));
    // Starts again until a pass finds nothing: an order may have got the address in between.
    if (ids.length === 0 && after === 0) break;
    after = ids.at(-1) ?? 0;
  }
}

/** Returns whether there is more to erase in these orders (row numbers). */
async function eraseSome(
  tx: Tx,
  erasure: Erasure,
  { lock, erase }: (typeof lists)[number],
  ids: number[],
): Promise<boolean> {
  if (!(await lockErasure(tx, erasure))) return false;
  const orders = await lock(tx, ids, erasure.email);
  const held = orders.map(({ id }) => id);
  if (await anonymizeDownloadsOf(tx, held, downloadsAtOnce)) return true;
  await forgetVisits(tx, held);
  await erase(tx, orders, erasure.email, instantNow());
  return false;
}

/** Erases data outside orders. Returns whether there is more. */
async function eraseOthers(tx: Tx, erasure: Erasure): Promise<boolean> {
  if (!(await lockErasure(tx, erasure))) return false;
  const { accountId, email } = erasure;
  if (await forgetOtherAnswers(tx, accountId, answersAtOnce)) return true;
  if (await forgetShopOrdersOf(tx, accountId, email, shopOrdersAtOnce)) return true;
  if (await forgetEmailsTo(tx, accountId, email, emailsAtOnce)) return true;
  await forgetNotes(tx, accountId, email);
  // Emails first: writing one creates a link.
  await forgetLibraryEmails(tx, accountId, email);
  await forgetLibraryLinks(tx, accountId, email);
  await forgetUndeliverable(tx, accountId, email);
  await forgetRecipient(tx, accountId, email);
  await forgetOptOut(tx, accountId, email);
  await forgetInReports(tx, accountId, email);
  await endErasure(tx, erasure);
  return false;
}
