import type { Account } from "../accounts/accounts.ts";
import type { Database, Reader } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import type { Instant } from "../instants.ts";
import type { Log } from "../log.ts";
import type { Delivery } from "../orders/delivery.ts";
import type { ClaimedEmail } from "./leases.ts";
import { replaceDeliveryEmail } from "./outbox.ts";

/** Why an email is not sent, for the store. */
const reasons = {
  empty: "Not sent: the order has no products any more.",
  newer: "Not sent: the order has a newer email.",
  moved: "Not sent: the order's email address was changed. A new email goes to the new address.",
};

/**
 * Ends a claimed email that must not be sent any more (docs/email.md, Orders that change), and records why. One that was
 * tried at an address that is not the order's any more is replaced by a new one. Returns whether the email was ended.
 * Crosses domains: the order is held while its email is replaced.
 */
export async function endOutdated(
  db: Database,
  email: ClaimedEmail,
  { account, delivery, now, log }: { account: Account; delivery: Delivery; now: Instant; log: Log },
): Promise<boolean> {
  const reason = await reasonToEnd(db.read, email, delivery);
  if (!reason) return false;
  await db.write(async (tx) => {
    // Locked first, as by everyone who changes an order and its emails.
    const order = await holdRows(tx, "orders")
      .where("id", "=", email.order_id)
      .where("deleted_at", "is", null)
      .returning(["id", "email"])
      .executeTakeFirst();
    const ended = await tx
      .updateTable("emails")
      .set({ status: reason === "empty" ? "failed" : "cancelled", lease_expires_at: null })
      .where("id", "=", email.id)
      .where("attempts", "=", email.attempts)
      .where("lease_expires_at", "is not", null)
      .where("status", "=", "queued")
      .returning("id")
      .executeTakeFirst();
    if (!ended || !order) return;
    await tx
      .insertInto("email_tries")
      .values({ email_id: email.id, tried_at: now, outcome: "not_sent", response: reasons[reason] })
      .execute();
    if (reason === "moved") await replaceDeliveryEmail(tx, account, order, now);
  });
  log.info({ email: email.id, reason }, "did not send an outdated delivery email");
  return true;
}

async function reasonToEnd(
  reader: Reader,
  email: ClaimedEmail,
  delivery: Delivery,
): Promise<keyof typeof reasons | null> {
  if (delivery.items.length === 0) return "empty";
  const wasTried = email.subject !== null;
  const isMoved = email.recipient !== delivery.email;
  if (!wasTried && !isMoved) return null;
  if (await hasNewer(reader, email, delivery.email)) return "newer";
  return wasTried && isMoved ? "moved" : null;
}

/** Whether a newer email has gone to the order's address, or will go there. */
async function hasNewer(reader: Reader, { id, order_id }: ClaimedEmail, address: string): Promise<boolean> {
  const newer = await reader
    .selectFrom("emails")
    .select("id")
    .where("order_id", "=", order_id)
    .where("kind", "=", "delivery")
    .where("id", ">", id)
    .where(({ eb, and, or }) =>
      or([eb("status", "=", "queued"), and([eb("status", "in", ["sent", "kept"]), eb("recipient", "=", address)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}
