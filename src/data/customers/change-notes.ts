import { keepNotes, notesOf } from "../../delivery/orders/customer-notes.ts";
import { lockOrdersOfCustomer } from "../../delivery/orders/erase-orders.ts";
import { anyOrderOfCustomer } from "../../delivery/orders/of-customer.ts";
import type { Tx } from "../../platform/database/database.ts";
import { noCustomer } from "./customer.ts";
import { rejectErased } from "./erasures.ts";

/**
 * Replaces the customer's notes; an empty text removes them. Throws `not_found`, and `in_use` if the customer is being
 * erased.
 */
export async function changeNotes(tx: Tx, accountId: number, address: string, notes: string): Promise<void> {
  const id = await anyOrderOfCustomer(tx, accountId, address);
  // With the orders locked, an erasure waits for the notes and then removes them.
  const held = id === undefined ? [] : await lockOrdersOfCustomer(tx, [id], address);
  await rejectErased(tx, accountId, address);
  if (held.length === 0 && (await notesOf(tx, accountId, address)) === "") throw noCustomer(address);
  await keepNotes(tx, accountId, address, notes);
}
