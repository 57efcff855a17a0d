import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";
import { forgetOpenings } from "./openings.ts";

/**
 * Checks the account's next `limit` emails with content after the row number `after`. Returns the row numbers of finished ones
 * that were last queued and sent before the instant `before`. Skips emails that are still queued, or were sent later, like those
 * of gifts. `reached` is the last checked email; null at the end.
 */
export async function finishedEmails(
  reader: Reader,
  accountId: number,
  { after, before, limit }: { after: number; before: Instant; limit: number },
): Promise<{ ids: number[]; reached: number | null }> {
  const next = await reader
    .selectFrom("emails")
    .select(["id", "status", "created_at as createdAt", "sent_at as sentAt"])
    .where("account_id", "=", accountId)
    .where("subject", "is not", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  // All emails from here on were queued later.
  const young = next.findIndex(({ createdAt }) => createdAt >= before);
  const old = young === -1 ? next : next.slice(0, young);
  const done = old.filter(({ status, sentAt }) => status !== "queued" && (sentAt === null || sentAt < before));
  return { ids: done.map(({ id }) => id), reached: old.length < limit ? null : (old.at(-1)?.id ?? null) };
}

/**
 * Removes subject, bodies and opening times of the finished emails with these numbers, and has the mailbox remove its copies.
 * Status, recipient and attempts stay.
 */
export async function eraseContent(tx: Tx, ids: number[]): Promise<void> {
  const values = { ids: JSON.stringify(ids) };
  await removeCopies(tx, values);
  await eraseAll(tx, values);
  await forgetOpenings(tx, ids);
}

/** Not only of stored ones: a server may have died between storing a message and recording it. */
const removeCopies = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .insertInto("message_removals")
    .columns(["email_id"])
    .expression(({ selectFrom }) =>
      selectFrom("emails")
        .select("id")
        .where("id", "in", valueSet(db, "integer", ids))
        .where("status", "not in", ["queued", "sent"])
        .where("attempts", ">", 0)
        .where("subject", "is not", null),
    ),
);

const eraseAll = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("emails")
    .set({ subject: null, text_body: null, html_body: null })
    .where("id", "in", valueSet(db, "integer", ids))
    .where("status", "<>", "queued")
    .where("subject", "is not", null),
);
