import { keepNotes, notesOf } from "../../delivery/orders/customer-notes.ts";
import { lockGiftsTo, lockOrdersOfCustomer } from "../../delivery/orders/deleting/erase-orders.ts";
import { anyGiftTo, anyOrderOfCustomer } from "../../delivery/orders/reading/of-customer.ts";
import type { Tx } from "../../platform/database/database.ts";
import { noCustomer } from "./customer.ts";
import { rejectErased } from "./erasures.ts";

/**
 * Replaces the customer's notes; an empty text removes them. Throws `not_found`, and `in_use` if the customer is being
 * erased.
 */
export async function changeNotes(tx: Tx, accountId: number, address: string, notes: string): Promise<void> {
  const order = await anyOrderOfCustomer(tx, accountId, address);
  const gift = order === undefined ? await anyGiftTo(tx, accountId, address) : undefined;
  // With an order locked, an erasure waits for the notes and then removes them.
  const held = [
    ...(order === undefined ? [] : await lockOrdersOfCustomer(tx, [order], address)),
    ...(gift === undefined ? [] : await lockGiftsTo(tx, [gift], address)),
  ];
  await rejectErased(tx, accountId, address);
  if (held.length === 0 && (await notesOf(tx, accountId, address)) === "") throw noCustomer(address);
  await keepNotes(tx, accountId, address, notes);
}
