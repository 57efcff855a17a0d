import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Tx } from "../database/database.ts";
import type { AccountsTable } from "../database/schema.ts";
import { takeEmailAllowance } from "./allowance.ts";
import { maskAddresses } from "./server-words.ts";

type Account = Pick<Selectable<AccountsTable>, "id" | "handle" | "custom_domain" | "plan" | "created_at">;

/**
 * Writes the order's delivery email into the outbox, within the order's own transaction; the worker sends it once that
 * is committed. Above the account's daily allowance the message is kept as `over_allowance` and is never sent by
 * itself (contract.md section 5.4). `order.id` is the row's number; `now` in milliseconds since 1970.
 */
export async function queueDeliveryEmail(
  tx: Tx,
  account: Account,
  order: { id: number; email: string },
  now: number,
): Promise<"queued" | "over_allowance"> {
  const status = (await takeEmailAllowance(tx, account, now)) ? "queued" : "over_allowance";
  await tx
    .insertInto("emails")
    .values({
      account_id: account.id,
      order_id: order.id,
      recipient: order.email,
      status,
      next_attempt_at: now,
      lease_expires_at: null,
      message_id: `${randomUUID()}@${account.custom_domain ?? `${account.handle}.waybill`}`,
      subject: null,
      text_body: null,
      html_body: null,
      created_at: now,
      sent_at: null,
    })
    .execute();
  return status;
}

/**
 * For a deleted order: what is queued is never sent, and no message of the order keeps its recipient, its content or
 * an address in the mail server's answers. A lease stays, so that a try under way can still record how it ended.
 */
export async function cancelEmails(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable("emails")
    .set({ status: "cancelled" })
    .where("order_id", "=", orderId)
    .where("status", "=", "queued")
    .execute();
  await tx
    .updateTable("emails")
    .set({ recipient: "", subject: null, text_body: null, html_body: null })
    .where("order_id", "=", orderId)
    .execute();
  const tries = await tx
    .selectFrom("email_tries as try")
    .innerJoin("emails as email", "email.id", "try.email_id")
    .select(["try.id", "try.response"])
    .where("email.order_id", "=", orderId)
    .execute();
  for (const { id, response } of tries) {
    const masked = maskAddresses(response);
    if (masked === response) continue;
    await tx.updateTable("email_tries").set({ response: masked }).where("id", "=", id).execute();
  }
}
