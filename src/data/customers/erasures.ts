import type { Reader, Tx } from "../../platform/database/database.ts";
import { canonicalEmail, spellingsOf } from "../../platform/email-address.ts";
import { DomainError } from "../../platform/errors.ts";

/** A customer whose data is being erased. */
export interface Erasure {
  id: number;
  accountId: number;
  /** Canonical. */
  email: string;
  lastOrderId: number;
}

const columns = ["id", "account_id as accountId", "email", "last_order_id as lastOrderId"] as const;

/** Begins an erasure of the customer's orders up to this one (row number). */
export async function recordErasure(tx: Tx, { accountId, email, lastOrderId }: Omit<Erasure, "id">): Promise<void> {
  await tx
    .insertInto("erasures")
    .values({ account_id: accountId, email: canonicalEmail(email), last_order_id: lastOrderId })
    .onConflict((conflict) => conflict.columns(["account_id", "email"]).doUpdateSet({ last_order_id: lastOrderId }))
    .execute();
}

/** The oldest unfinished erasure of any account, or of one customer. */
export async function nextErasure(
  reader: Reader,
  customer?: { accountId: number; email: string },
): Promise<Erasure | undefined> {
  let all = reader.selectFrom("erasures").select(columns).orderBy("id").limit(1);
  if (customer) {
    all = all.where("account_id", "=", customer.accountId).where("email", "in", spellingsOf(customer.email));
  }
  return all.executeTakeFirst();
}

/** Locks the erasure until the transaction ends, so that one server at a time works on it. Returns false if it has ended. */
export async function lockErasure(tx: Tx, { id }: Erasure): Promise<boolean> {
  const held = tx
    .updateTable("erasures")
    .set(({ ref }) => ({ last_order_id: ref("last_order_id") }))
    .where("id", "=", id)
    .returning("id");
  return (await held.executeTakeFirst()) !== undefined;
}

export async function endErasure(tx: Tx, { id }: Erasure): Promise<void> {
  await tx.deleteFrom("erasures").where("id", "=", id).execute();
}

/** Throws `in_use` if the customer's data is being erased. */
export async function rejectErased(reader: Reader, accountId: number, email: string): Promise<void> {
  if (await nextErasure(reader, { accountId, email })) {
    throw new DomainError("in_use", "This customer's data is being erased.");
  }
}
