import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { outside } from "../../platform/database/outside.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { lockRows } from "../../platform/database/row-locks.ts";

/**
 * Takes the account's next `count` order numbers and returns the first. On PostgreSQL without a pooler, they are used up even if
 * the transaction fails, so that orders do not wait for each other's transactions. Throws if there is no such account.
 */
export async function takeNextNumbers(tx: Tx, accountId: number, count: number): Promise<number> {
  const reader = outside(tx);
  const [account] = await (reader === tx ? take : takeApart)(reader, { accountId, count });
  if (!account) throw new Error("The account does not exist.");
  return account.next - count;
}

const taking = (isApart: boolean) =>
  prepared<{ accountId: number; count: number }, { next: number }>((db, { accountId, count }) =>
    (isApart ? db.updateTable("accounts").from(unsynced) : db.updateTable("accounts"))
      .set(({ eb }) => ({ next_order_number: eb("next_order_number", "+", count) }))
      .where("id", "=", accountId)
      .returning("next_order_number as next"),
  );

const take = taking(false);
const takeApart = taking(true);

/**
 * Makes PostgreSQL commit this statement without waiting for the disk. The orders with these numbers are committed later, so they
 * reach the disk later too.
 */
const unsynced = sql<{ set: string }>`(select set_config('synchronous_commit', 'off', true) as set)`.as("unsynced");

/** The account's next order number. No other order can take this or a later number until the transaction ends. */
export async function lockNextNumber(tx: Tx, accountId: number): Promise<number> {
  const account = lockRows(tx, "accounts").where("id", "=", accountId).returning("next_order_number as next");
  return (await account.executeTakeFirstOrThrow()).next;
}

export async function setNextNumber(tx: Tx, accountId: number, next: number): Promise<void> {
  await tx.updateTable("accounts").set({ next_order_number: next }).where("id", "=", accountId).execute();
}
