import { z } from "zod";
import { skuProblem } from "../../delivery/catalog/product-lookup.ts";
import { mostUpdateDays } from "../../delivery/catalog/queries.ts";
import { largestSize, smallestSize } from "../../delivery/catalog/stamps.ts";
import { mostDevices } from "../../delivery/licenses/devices.ts";
import { mostLines, orderIdProblem, vendorIdProblem } from "../../delivery/orders/order-input.ts";
import { giveWay } from "../../platform/give-way.ts";
import { languages, preferenceFor } from "../../platform/i18n/languages.ts";
import { type Instant, isUnsetDate, isUnsetInNew, readInstant } from "../../platform/instants.ts";
import { largestInteger, readInteger } from "../../platform/integers.ts";
import { amountShape, currencyShape, largestAmount } from "../../platform/money.ts";
import { emailProblem, textProblem, visibleText, withoutInvisible } from "../../platform/text.ts";
import { readableInstant, withCheck } from "../../platform/zod-check.ts";
import { largestSetting } from "../../store/accounts/accounts.ts";
import { ambiguityOf } from "./ambiguous-amounts.ts";
import type { CsvRow } from "./csv-read.ts";
import type { Refusals } from "./kind.ts";
import { splitList } from "./lists.ts";

const required = { error: "is required" };

/** Text, unchanged, so that an exported text is restored exactly. */
export function text(longest: number, shortest = 0) {
  return withCheck(z.string(required), (value) => textProblem(value, { shortest, longest }));
}

export const sku = withCheck(z.string(required).overwrite(withoutInvisible), skuProblem);

export const orderId = withCheck(z.string(required).overwrite(visibleText), orderIdProblem);

export const vendorId = withCheck(z.string(required).overwrite(visibleText), vendorIdProblem);

export const email = withCheck(z.string(required).trim(), emailProblem);

/** Longest amount with its separators, in characters. */
const longestAmount = 40;

/** Groups of three digits with one separator, and another before the decimals: `1.234,50` or `1,234.50`. */
const grouped = /^(\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\2\d{3})*)(?!\2)[.,](\d{1,3})$/;

/** Several groups of three digits, or one after a separator that never starts decimals. */
const groupedWhole = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})+|(['’ \u00a0\u202f])\d{3}(?:\2\d{3})*)$/;

/**
 * Turns an amount as people and spreadsheet programs write it into digits with a decimal point and no thousands
 * separators.
 */
function plainAmount(cell: string): string {
  if (cell.length > longestAmount) return cell;
  const [, whole, , decimals] = grouped.exec(cell) ?? [];
  if (whole) return `${whole.replace(/\D/g, "")}.${decimals}`;
  if (groupedWhole.test(cell)) return cell.replace(/\D/g, "");
  return cell.replace(/^(\d+),(\d{1,2})$/, "$1.$2");
}

/** Accepts decimal commas and thousands separators too, which are usual in many countries. */
export const amount = z
  .string()
  .trim()
  .superRefine((cell, context) => {
    const message = ambiguityOf(cell);
    if (message) context.addIssue({ code: "custom", message });
  })
  .transform(plainAmount)
  .refine((text) => amountShape.test(text), "must be an amount such as 9.50")
  .transform(Number)
  .refine((value) => value <= largestAmount, `must be at most ${largestAmount}`);

/** Digits with or without the three letters of a currency, before or after them. */
const amountAndCurrency = /^(?:([A-Za-z]{3})\s*)?(\d[\d.,'’ \u00a0\u202f]*?)(?:\s*([A-Za-z]{3}))?$/;

/** The total of a whole order, such as `9.50` or `9.50 EUR`. */
export const totalAmount = z.string().transform((cell, context): { amount: number; currency: string | null } => {
  const [, before, digits, after] =
    (cell.length > 2 * longestAmount ? null : amountAndCurrency.exec(cell.trim())) ?? [];
  const read = before && after ? undefined : amount.safeParse(digits ?? "");
  if (read?.success) return { amount: read.data, currency: (before ?? after)?.toUpperCase() ?? null };
  const message = read?.error?.issues[0]?.message ?? "must be an amount such as 9.50 or 9.50 EUR";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

export const currency = z.string().trim().regex(currencyShape, "must be a currency code such as USD").toUpperCase();

/** The language in a tag such as `de` or `de-CH`. */
export const language = z
  .string()
  .trim()
  .transform((tag) => preferenceFor(tag)?.language)
  .pipe(z.enum(languages, `must be one of ${languages.join(", ")}`));

const wholeNumberIn = ({ least = 0, most = largestInteger }) =>
  z
    .string()
    .trim()
    .transform((value) => readInteger(value, { least, most }))
    .pipe(z.number(`must be a whole number from ${least} to ${most}`));

export const wholeNumber = wholeNumberIn({});

/** A setting: a number of hours or downloads. */
export const setting = wholeNumber.refine(
  (value) => value <= largestSetting,
  `must be a whole number from 0 to ${largestSetting}`,
);

/** Points of a stamp. */
export const stampSize = wholeNumberIn({ least: smallestSize, most: largestSize });

/** Devices of a license key. */
export const deviceCount = wholeNumberIn({ least: 1, most: mostDevices });

/** Days of updates. */
export const dayCount = wholeNumberIn({ most: mostUpdateDays });

/** A file size in bytes. */
export const sizeInBytes = z
  .string()
  .trim()
  .transform((value) => readInteger(value, { least: 1, most: Number.MAX_SAFE_INTEGER }))
  .pipe(z.number("must be a whole number of bytes, 1 or more"));

/** A whole number, or one for each SKU, separated by semicolons. Null for `unlimited`, if allowed. */
export function countList({ word = "", least = 0, most = largestInteger }) {
  const words = word ? `, or ${word}` : "";
  const number = wholeNumberIn({ least, most });
  const one = word ? orNone(word, number) : number.nullable();
  return z.string().transform((cell, context): (number | null)[] => {
    const read = splitList(cell, mostLines).map((entry) => one.safeParse(entry));
    if (read.length > 0 && read.every(({ success }) => success)) return read.map(({ data = null }) => data);
    const message = `must be a whole number from ${least} to ${most}${words}, or one number per SKU, such as 3; ${least}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

const notADate = "must be a date and time such as 2026-11-30T12:00:00+00:00, from 1970 to 9998";

/** ISO 8601; UTC if there is no offset. */
export const instant = z.string().transform(readInstant).pipe(readableInstant(notADate));

/** A date and time or `never`, or one for each SKU, separated by semicolons. Null for `never`. */
export const instantList = z.string().transform((cell, context): (Instant | null)[] => {
  const read = splitList(cell, mostLines).map((entry) => orNone("never", instant).safeParse(entry));
  if (read.length > 0 && read.every(({ success }) => success)) return read.map(({ data = null }) => data);
  context.addIssue({ code: "custom", message: `${notADate}, or never, or one of them per SKU` });
  return z.NEVER;
});

/** Absent for dates that mean "never set": `1970-01-01`, `0000-00-00` and `0001-01-01`. */
export function unlessUnset<Schema extends z.ZodType>(schema: Schema) {
  const isUnset = (cell: unknown) => typeof cell === "string" && (isUnsetDate(cell) || isUnsetInNew(cell));
  return z.preprocess((cell) => (isUnset(cell) ? undefined : cell), schema.optional()).optional();
}

/** An instant in the past. */
export function pastInstant(now: Instant) {
  return instant.refine((value) => value <= now, "must not be in the future");
}

/** The value, or null for this word in upper or lower case. */
export function orNone<Schema extends z.ZodType>(word: string, schema: Schema) {
  const isWord = (cell: unknown) => typeof cell === "string" && cell.trim().toLowerCase() === word;
  return z.preprocess((cell) => (isWord(cell) ? null : cell), schema.nullable());
}

export const boolean = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(["true", "false", "yes", "no", "1", "0"], { error: "must be true or false" }))
  .transform((value) => ["true", "yes", "1"].includes(value));

/** A row with all its values, or with those that could be read. */
type ReadRow<Cells> = { row: number; whole: true; value: Cells } | { row: number; whole: false; value: Partial<Cells> };

/** Reads the cells of the rows. Each unreadable cell is rejected separately. */
export async function readCells<Cells extends object>(
  schema: z.ZodType<Cells> & { partial(): z.ZodType },
  rows: CsvRow[],
  refused: Refusals,
): Promise<ReadRow<Cells>[]> {
  const read: ReadRow<Cells>[] = [];
  const someCells = schema.partial();
  for (const { row, cells } of rows) {
    await giveWay();
    const { success, data, error } = schema.safeParse(cells);
    if (success) read.push({ row, whole: true, value: data });
    else {
      const byField = new Map(error.issues.map(({ path, message }) => [String(path[0] ?? ""), message]));
      for (const [field, reason] of byField) refused.add({ row, field: field || null, reason });
      const right = Object.entries(cells).filter(([field]) => !byField.has(field));
      read.push({ row, whole: false, value: someCells.parse(Object.fromEntries(right)) as Partial<Cells> });
    }
  }
  return read;
}

/** Characters of a list that take as long to check as an ordinary row. */
const charactersOfRow = 100;

/** How many ordinary rows a row counts as: its lists may have a thousand entries. */
export function weightOf({ cells: { skus = "", item_urls: urls = "", devices = "" } }: CsvRow): number {
  return 1 + Math.floor((skus.length + urls.length + devices.length) / charactersOfRow);
}
