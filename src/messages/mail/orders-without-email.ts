import type { Reader } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { type Email, emailsByIds } from "./emails.ts";

/** Maximum number of orders to count. */
const most = 1000;

/** Why an order's customer has no email. */
export type UndeliveredStatus = "failed" | "over_allowance" | "bounced";

interface UndeliveredEmails {
  /** The number of orders whose newest email has the status, counted up to 1000. */
  total: number;
  /** The first few of those emails, newest first. */
  emails: Email[];
}

/**
 * The orders whose customer got no email: their newest one, queued at `since` or later, has this status. Leaves out orders with a
 * newer email.
 */
export async function undeliveredEmails(
  reader: Reader,
  accountId: number,
  { status, since, limit }: { status: UndeliveredStatus; since: Instant; limit: number },
): Promise<UndeliveredEmails> {
  const found = await reader
    .selectFrom("emails as email")
    .select("email.id")
    .where("email.account_id", "=", accountId)
    .where("email.kind", "=", "delivery")
    .where("email.status", "=", status)
    .where("email.created_at", ">=", since)
    // An email of a deleted order keeps no recipient.
    .where("email.recipient", "<>", "")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("emails as newer")
            .select("newer.id")
            .whereRef("newer.order_id", "=", "email.order_id")
            .where("newer.kind", "=", "delivery")
            .whereRef("newer.id", ">", "email.id"),
        ),
      ),
    )
    .orderBy("email.id", "desc")
    .limit(most)
    .execute();
  const first = found.slice(0, limit).map(({ id }) => id);
  return { total: found.length, emails: await emailsByIds(reader, accountId, first) };
}

/** Whether a delivery email of the order (row number) that was queued since then went out. */
export async function hasBeenSentSince(
  reader: Reader,
  { orderId, since }: { orderId: number; since: Instant },
): Promise<boolean> {
  const sent = reader
    .selectFrom("emails")
    .select("id")
    .where("order_id", "=", orderId)
    .where("kind", "=", "delivery")
    .where("status", "in", ["sent", "kept", "bounced", "complained"])
    .where("created_at", ">=", since);
  return (await sent.limit(1).executeTakeFirst()) !== undefined;
}
