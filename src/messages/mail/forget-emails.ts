import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { loweredSpellingsOf } from "../../platform/email-address.ts";
import { maskAddresses } from "./transport/server-words.ts";

/**
 * For deleted orders: queued emails are never sent, and no message of the orders keeps its recipient, its content or an address
 * in the mail server's replies. The worker then removes the mailbox's copies. Leases stay, so that a running attempt can still
 * record its result.
 */
export async function forgetEmailsOfOrders(tx: Tx, orderIds: number[]): Promise<void> {
  const ids = JSON.stringify(orderIds);
  await cancelQueued(tx, { ids });
  await blankAll(tx, { ids });
  await forgetOpenings(tx, { ids });
  await removeMessages(tx, { ids });
  await maskReplies(tx, await repliesTo(tx, { ids }));
}

const cancelQueued = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("emails")
    .set({ status: "cancelled" })
    .where("order_id", "in", valueSet(db, "integer", ids))
    .where("status", "=", "queued"),
);

const blank = { recipient: "", subject: null, text_body: null, html_body: null };

const blankAll = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("emails")
    .set(blank)
    .where("order_id", "in", valueSet(db, "integer", ids)),
);

const forgetOpenings = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("email_openings").where("email_id", "in", ({ selectFrom }) =>
    selectFrom("emails")
      .select("id")
      .where("order_id", "in", valueSet(db, "integer", ids)),
  ),
);

/** Not only of sent emails: a server may have died between storing a message and recording it. */
const removeMessages = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .insertInto("message_removals")
    .columns(["email_id"])
    .expression(({ selectFrom }) =>
      selectFrom("emails")
        .select("id")
        .where("order_id", "in", valueSet(db, "integer", ids))
        .where("attempts", ">", 0),
    ),
);

/** A mail server's reply to an attempt. */
interface Reply {
  id: number;
  response: string;
}

const repliesTo = prepared<{ ids: string }, Reply>((db, { ids }) =>
  db
    .selectFrom("email_tries")
    .select(["id", "response"])
    .where("email_id", "in", (tries) =>
      tries
        .selectFrom("emails")
        .select("emails.id")
        .where("order_id", "in", valueSet(db, "integer", ids)),
    ),
);

/** Removes addresses from these replies. */
async function maskReplies(tx: Tx, replies: Reply[]): Promise<void> {
  for (const { id, response } of replies) {
    const masked = maskAddresses(response);
    if (masked === response) continue;
    await tx.updateTable("email_tries").set({ response: masked }).where("id", "=", id).execute();
  }
}

/**
 * For a customer who is being erased: the emails with all links of the address are never sent, and keep no data. The worker then
 * removes the mailbox's copies.
 */
export async function forgetLibraryEmails(tx: Tx, accountId: number, address: string): Promise<void> {
  const emails = await tx
    .selectFrom("emails")
    .select("id")
    .where("account_id", "=", accountId)
    .where("kind", "=", "library")
    .where(sql<string>`lower(recipient)`, "in", loweredSpellingsOf(address))
    .execute();
  if (emails.length === 0) return;
  const ids = emails.map(({ id }) => id);
  await tx
    .updateTable("emails")
    .set({ status: "cancelled" })
    .where("id", "in", ids)
    .where("status", "=", "queued")
    .execute();
  await forgetEmails(tx, ids);
}

/**
 * Erases content and recipient of these emails; the worker then removes the mailbox's copies. A queued email of an order is still
 * sent, to the order's address at that time.
 */
export async function forgetEmails(tx: Tx, ids: number[]): Promise<void> {
  const emails = await tx
    .updateTable("emails")
    .set(blank)
    .where("id", "in", ids)
    .returning(["id", "attempts"])
    .execute();
  await tx.deleteFrom("email_openings").where("email_id", "in", ids).execute();
  const tried = emails.filter(({ attempts }) => attempts > 0).map(({ id }) => ({ email_id: id }));
  if (tried.length > 0) await tx.insertInto("message_removals").values(tried).execute();
  await maskReplies(
    tx,
    await tx.selectFrom("email_tries").select(["id", "response"]).where("email_id", "in", ids).execute(),
  );
}

/** For a customer whose address changes: the emails with all links go to the new address, and keep no other. */
export async function moveLibraryEmails(tx: Tx, accountId: number, from: string, to: string): Promise<void> {
  await tx
    .updateTable("emails")
    .set({ recipient: to })
    .where("account_id", "=", accountId)
    .where("kind", "=", "library")
    .where(sql<string>`lower(recipient)`, "in", loweredSpellingsOf(from))
    .execute();
}
