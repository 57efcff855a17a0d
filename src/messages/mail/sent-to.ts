import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { loweredSpellingsOf } from "../../platform/email-address.ts";
import { forgetEmails } from "./forget-emails.ts";

/**
 * Emails of orders that went to an address which the order may no longer have. As long as one is left, export and erasure find
 * the customer by it.
 */

const allKinds = ["delivery", "announcement", "gift_confirmation"] as const;

/**
 * The numbers of the emails of orders to this address, in any spelling, oldest first. Leaves out emails of test orders, which go
 * to the store. Crosses domains: one statement reads each email's order.
 */
export async function emailsSentTo(
  reader: Reader,
  accountId: number,
  address: string,
  { kinds = allKinds, limit }: { kinds?: readonly (typeof allKinds)[number][]; limit?: number } = {},
): Promise<number[]> {
  let sent = reader
    .selectFrom("emails as email")
    .innerJoin("orders as order", "order.id", "email.order_id")
    .select("email.id")
    .where("email.account_id", "=", accountId)
    .where("email.kind", "in", kinds)
    .where(sql<string>`lower(email.recipient)`, "in", loweredSpellingsOf(address))
    .where("order.test", "=", 0)
    .orderBy("email.id");
  if (limit !== undefined) sent = sent.limit(limit);
  return (await sent.execute()).map(({ id }) => id);
}

/** Erases up to `most` of these emails, once the address has no orders. Returns whether there may be more. */
export async function forgetEmailsTo(tx: Tx, accountId: number, address: string, most: number): Promise<boolean> {
  const ids = await emailsSentTo(tx, accountId, address, { limit: most });
  if (ids.length > 0) await forgetEmails(tx, ids);
  return ids.length === most;
}
