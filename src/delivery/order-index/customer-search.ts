import { foldedBeginsWith } from "../../platform/database/begins-with.ts";
import type { Reader } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { canonicalEmail, foldedSearches } from "../../platform/email-address.ts";
import { liveOrders } from "../orders/live-rows.ts";
import { nameSearches } from "../orders/order-columns.ts";
import { newestFirst, ordersByIds } from "../orders/queries.ts";
import { idsContaining, isCustomerOf, isIndexed, isRecipientOf } from "./containing.ts";
import { partsOf } from "./search-texts.ts";

/** Maximum number of orders whose customers and recipients one search examines. */
const mostFound = 1_000;

/** Maximum number of orders to examine, newest first, if very many begin with a text. */
const mostLookedAt = 5_000;

/**
 * The canonical addresses of customers, and of recipients of gifts, whose name and address contain all words of the text, among
 * the newest thousand matching orders. If no word has three characters, finds those whose name or address begins with the text;
 * if very many do, only those of the newest orders, and some others.
 */
export async function addressesMatching(reader: Reader, accountId: number, text: string): Promise<string[]> {
  const parts = partsOf(text);
  const emails = parts.some(isIndexed)
    ? await emailsContaining(reader, accountId, parts)
    : [
        ...(await emailsBeginningWith(reader, accountId, text)),
        ...(await recipientsBeginningWith(reader, accountId, text)),
      ];
  return [...new Set(emails.filter((email) => email !== "").map((email) => canonicalEmail(email)))];
}

/** As `addressesMatching`, but none if no word has three characters. */
export async function addressesContaining(reader: Reader, accountId: number, text: string): Promise<string[]> {
  return partsOf(text).some(isIndexed) ? addressesMatching(reader, accountId, text) : [];
}

async function emailsContaining(reader: Reader, accountId: number, parts: string[]): Promise<string[]> {
  const emails: string[] = [];
  await inSlices(await idsContaining(reader, accountId, parts, mostFound), async (slice) => {
    for (const order of await ordersByIds(reader, slice)) {
      if (order.accountId !== accountId) continue;
      if (isCustomerOf(order, parts)) emails.push(order.email);
      if (order.recipientEmail !== null && isRecipientOf(order, parts)) emails.push(order.recipientEmail);
    }
  });
  return emails;
}

const searched = ["email_search", "name_search", "surname_search"] as const;

/** Each column has its own index. Very many orders may begin with the same letter. */
async function emailsBeginningWith(reader: Reader, accountId: number, text: string): Promise<string[]> {
  const [addresses, names] = [foldedSearches(text), nameSearches(text)];
  if (names.length === 0) return [];
  const textsIn = (column: (typeof searched)[number]) => (column === "email_search" ? addresses : names);
  const beginnings = searched.flatMap((column) => textsIn(column).map((one) => foldedBeginsWith(column, one)));
  const own = liveOrders(reader).where("account_id", "=", accountId);
  const emails: string[] = [];
  let areMore = false;
  for (const begins of beginnings) {
    const rows = await own.select("email").where(begins).limit(mostFound).execute();
    emails.push(...rows.map(({ email }) => email));
    areMore ||= rows.length === mostFound;
  }
  if (!areMore) return emails;
  const newest = newestFirst(own.select(["email", ...searched])).limit(mostLookedAt);
  const rows = await reader
    .selectFrom(newest.as("newest"))
    .select("email")
    .where(({ or }) => or(beginnings))
    .execute();
  return [...emails, ...rows.map(({ email }) => email)];
}

/** Each column has its own index. */
async function recipientsBeginningWith(reader: Reader, accountId: number, text: string): Promise<string[]> {
  const names = nameSearches(text);
  if (names.length === 0) return [];
  const gifts = liveOrders(reader).select("recipient_email as email").where("account_id", "=", accountId);
  const emails: string[] = [];
  for (const [column, texts] of [
    ["recipient_search", foldedSearches(text)],
    ["recipient_name_search", names],
  ] as const) {
    for (const one of texts) {
      const rows = await gifts
        .where(column, "is not", null)
        .where(foldedBeginsWith(column, one))
        .limit(mostFound)
        .execute();
      emails.push(...rows.flatMap(({ email }) => email ?? []));
    }
  }
  return emails;
}
