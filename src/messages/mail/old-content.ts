import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { EmailKind } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";
import { forgetOpenings } from "./openings.ts";

/**
 * The row numbers of the account's next emails of one kind after the number `after`, at most `limit`, up to the first
 * one that was queued at the instant `before` or later, or is queued still.
 */
export async function finishedEmails(
  reader: Reader,
  { accountId, kind }: { accountId: number; kind: EmailKind },
  { after, before, limit }: { after: number; before: Instant; limit: number },
): Promise<number[]> {
  const next = await reader
    .selectFrom("emails")
    .select(["id", "status", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const end = next.findIndex(({ status, createdAt }) => status === "queued" || createdAt >= before);
  return next.slice(0, end === -1 ? undefined : end).map(({ id }) => id);
}

/**
 * Removes subject and bodies of the finished emails with these numbers and when they were opened, and has the mailbox remove its copies. Status,
 * recipient and attempts stay.
 */
export async function eraseContent(tx: Tx, ids: number[]): Promise<void> {
  const values = { ids: JSON.stringify(ids) };
  await removeCopies(tx, values);
  await eraseAll(tx, values);
  await forgetOpenings(tx, ids);
}

/** Not only of kept ones: a server may have died between storing a message and recording it. */
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
