import { moveOptOut } from "../../delivery/announcements/opt-outs.ts";
import { forgetLibraryLinks } from "../../delivery/library/library-links.ts";
import { readdressOrders } from "../../delivery/orders/changing/readdress-orders.ts";
import { forgetNotes, keepNotes, notesOf } from "../../delivery/orders/customer-notes.ts";
import { readdressGifts } from "../../delivery/orders/gifts/readdress-gifts.ts";
import { nextGiftsTo, nextOrdersOfCustomer } from "../../delivery/orders/reading/of-customer.ts";
import { moveLibraryEmails } from "../../messages/mail/forget-emails.ts";
import { forgetUndeliverable } from "../../messages/mail/undeliverable-addresses.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { isSameAddress } from "../../platform/email-address.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { noteNewAddress } from "../../shops/connections/known/shop-orders-of-customer.ts";
import { requireCustomer } from "./customer.ts";
import { rejectErased } from "./erasures.ts";

/** Orders that one transaction moves: a few milliseconds of work. */
const ordersAtOnce = 20;

/**
 * Changes the address of all the customer's orders, and of all gifts to the customer, in small steps. If it belongs to another
 * customer, the two are merged, and their notes are joined. After an interruption some orders have moved; a second call moves the
 * others. Throws `not_found`, and `in_use` if one of the two is being erased.
 */
export async function changeAddress(db: Database, accountId: number, from: string, to: string): Promise<void> {
  await requireCustomer(db, accountId, from);
  for (const list of lists) {
    for (let after = 0, isDone = false; !isDone; ) {
      after = await db.write((tx) => moveNext(tx, accountId, list, { from, to, after }, instantNow()));
      isDone = after === 0;
    }
  }
  if (isSameAddress(from, to)) return;
  await db.write(async (tx) => {
    const notes = await notesOf(tx, accountId, from);
    if (notes !== "") {
      const others = await notesOf(tx, accountId, to);
      await keepNotes(tx, accountId, to, [others, notes].filter((text) => text !== "").join("\n\n"));
      await forgetNotes(tx, accountId, from);
    }
    await moveLibraryEmails(tx, accountId, from, to);
    await forgetLibraryLinks(tx, accountId, from);
    await forgetUndeliverable(tx, accountId, from);
    await noteNewAddress(tx, accountId, from, to);
    await moveOptOut(tx, accountId, from, to, instantNow());
  });
}

const lists = [
  { next: nextOrdersOfCustomer, move: readdressOrders },
  { next: nextGiftsTo, move: readdressGifts },
];

/** Returns the row number of the last order that was moved; 0 if there was none. */
async function moveNext(
  tx: Tx,
  accountId: number,
  { next, move }: (typeof lists)[number],
  { from, to, after }: { from: string; to: string; after: number },
  now: Instant,
): Promise<number> {
  await rejectErased(tx, accountId, from);
  await rejectErased(tx, accountId, to);
  const { ids } = await next(tx, accountId, from, { after, limit: ordersAtOnce });
  await move(tx, ids, { from, to }, now);
  return ids.at(-1) ?? 0;
}
