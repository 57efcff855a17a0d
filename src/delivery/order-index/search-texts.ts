import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import { changeTextIndex } from "../../platform/database/text-index.ts";
import { otherSpellings } from "../../platform/email-address.ts";
import { foldAccents } from "../../platform/text.ts";
import { isLicenseFile } from "../licenses/license-file.ts";
import type { OrderWithItems } from "../orders/queries.ts";

/** Longest text of an order, in characters. An order can have thousands of license keys. */
const longestText = 2_000;

/** No other text contains this sign. */
const sign = "\u{b6}";

/** A marker that all texts of an account contain, and no others. */
export const markerOf = (accountId: number) => `${sign}${accountId}${sign}`;

/** The words of a text, folded and without accents. */
export const partsOf = (text: string): string[] =>
  foldAccents(text.replaceAll(sign, " "))
    .split(" ")
    .filter((part) => part !== "");

/** The recipient's name and address in all spellings; empty if the order is no gift. */
export const recipientText = ({
  recipientName,
  recipientEmail,
}: Pick<OrderWithItems, "recipientName" | "recipientEmail">) =>
  recipientEmail === null ? "" : `${recipientName ?? ""} ${recipientEmail} ${otherSpellings(recipientEmail)}`;

/** The text by which an order is found. `keys` are its license keys. */
export function textOf(
  { accountId, publicId, vendorId, title, firstName, lastName, email, ...gift }: OrderWithItems,
  keys: string[],
) {
  const named = [
    publicId,
    vendorId ?? "",
    title,
    firstName,
    lastName,
    email,
    otherSpellings(email),
    recipientText(gift),
  ];
  // Nobody searches for a part of a license file.
  const words = [...named, ...keys.filter((key) => !isLicenseFile(key))].filter((word) => word !== "");
  return `${markerOf(accountId)} ${partsOf(words.join(" ").slice(0, longestText)).join(" ")}`.toWellFormed();
}

interface OrderText {
  id: number;
  accountId: number;
  text: string;
}

/**
 * Writes the texts of these orders (row numbers) that have changed, and removes the texts of all other orders among `orderIds`.
 */
export async function refreshTexts(tx: Tx, orderIds: number[], texts: OrderText[]): Promise<void> {
  const before = new Map((await textsOf(tx, { ids: JSON.stringify(orderIds) })).map((row) => [row.id, row.text]));
  const wanted = new Map(texts.map((one) => [one.id, one.text]));
  const outdated = [...before].filter(([id, text]) => wanted.get(id) !== text).map(([id, text]) => ({ id, text }));
  const changed = texts.filter(({ id, text }) => before.get(id) !== text);
  await changeTextIndex(tx, outdated, changed);
  if (outdated.length > 0) await removeTexts(tx, { ids: JSON.stringify(outdated.map(({ id }) => id)) });
  if (changed.length > 0) await insertTexts(tx, { rows: JSON.stringify(changed) });
}

const textsOf = prepared<{ ids: string }, { id: number; text: string }>((db, { ids }) =>
  db
    .selectFrom("order_texts")
    .select(["order_id as id", "text"])
    .where("order_id", "in", valueSet(db, "integer", ids)),
);

const removeTexts = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("order_texts").where("order_id", "in", valueSet(db, "integer", ids)),
);

const insertTexts = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("order_texts")
    .columns(["order_id", "account_id", "text"])
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "one", { id: "integer", accountId: "integer", text: "text" }, rows)).select([
        "one.id",
        "one.accountId",
        "one.text",
      ]),
    ),
);
