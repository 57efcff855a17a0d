import type { Reader } from "../../platform/database/database.ts";
import { ordersWithTexts, shortestPart } from "../../platform/database/text-index.ts";
import { otherSpellings } from "../../platform/email-address.ts";
import { foldAccents } from "../../platform/text.ts";
import type { Order } from "../orders/order-columns.ts";
import { markerOf, recipientText } from "./search-texts.ts";

/** Whether the word is long enough for the index. */
export const isIndexed = (part: string) => [...part].length >= shortestPart;

/**
 * The newest orders (row numbers) whose texts contain all words (`partsOf`) that are long enough for the index; empty
 * if no word is. May include orders that have changed since.
 */
export async function idsContaining(
  reader: Reader,
  accountId: number,
  parts: string[],
  most: number,
): Promise<number[]> {
  const indexed = parts.filter(isIndexed);
  if (indexed.length === 0) return [];
  return ordersWithTexts(reader, { accountId, marker: markerOf(accountId), parts: indexed }, most);
}

type Named = Pick<Order, "firstName" | "lastName" | "email">;

/** Whether the customer's name and address contain all words. */
export function isCustomerOf({ firstName, lastName, email }: Named, parts: string[]): boolean {
  const text = foldAccents(`${firstName} ${lastName} ${email} ${otherSpellings(email)}`);
  return parts.every((part) => text.includes(part));
}

/** Whether the order is a gift whose recipient's name and address contain all words. */
export function isRecipientOf(order: Pick<Order, "recipientName" | "recipientEmail">, parts: string[]): boolean {
  const text = foldAccents(recipientText(order));
  return text !== "" && parts.every((part) => text.includes(part));
}
