import type { Reader } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { inSlices } from "../../../platform/database/slices.ts";
import { canonicalEmail, foldedSpellingsOf } from "../../../platform/email-address.ts";
import { liveOrders } from "../live-rows.ts";

/** The recipient of a gift, as the order spells it. */
interface Recipient {
  email: string;
  /** Empty if there is none. */
  name: string;
}

/**
 * The recipients with these canonical addresses, as their newest gifts spell them. Leaves out addresses without gifts. Use
 * `db.scan`.
 */
export async function recipientsAt(
  reader: Reader,
  accountId: number,
  addresses: string[],
): Promise<Map<string, Recipient>> {
  const wanted = new Set(addresses);
  const found = new Map<string, Recipient>();
  await inSlices(addresses, async (slice) => {
    const folded = JSON.stringify([...new Set(slice.flatMap(foldedSpellingsOf))]);
    for (const { email, name } of await giftsWith(reader, { accountId, folded })) {
      if (email === null || !wanted.has(canonicalEmail(email))) continue;
      found.set(canonicalEmail(email), { email, name: name ?? "" });
    }
  });
  return found;
}

/** Oldest first. */
const giftsWith = prepared<{ accountId: number; folded: string }, { email: string | null; name: string | null }>(
  (db, { accountId, folded }) =>
    liveOrders(db)
      .select(["recipient_email as email", "recipient_name as name"])
      .where("account_id", "=", accountId)
      .where("recipient_search", "is not", null)
      .where("recipient_search", "in", valueSet(db, "text", folded))
      .orderBy("id"),
);
