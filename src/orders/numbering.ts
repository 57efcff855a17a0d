import type { Tx } from "../database/database.ts";

/** Takes the account's next order number. It may be in use already, as callers may give ids of their own. */
export async function takeOrderNumber(tx: Tx, accountId: number): Promise<string> {
  const { next_order_number: next } = await tx
    .updateTable("accounts")
    .set(({ eb }) => ({ next_order_number: eb("next_order_number", "+", 1) }))
    .where("id", "=", accountId)
    .returning("next_order_number")
    .executeTakeFirstOrThrow();
  return String(next - 1);
}

/** True for order ids that are written as integers (docs/unversioned-interface.md, Orders). */
export function isIntegerId(publicId: string): boolean {
  return /^(0|-?[1-9]\d*)$/.test(publicId);
}
