import { z } from "zod";
import { skuProblem } from "../catalog/products.ts";
import { checked } from "../checked.ts";
import { readInstant } from "../instants.ts";
import { largestInteger, readInteger } from "../integers.ts";
import { amountShape, currencyShape, largestAmount } from "../money.ts";
import { orderIdProblem, vendorIdProblem } from "../orders/order-input.ts";
import { emailProblem, textProblem } from "../text.ts";
import type { CsvRow, Refusal } from "./csv-read.ts";

const required = { error: "is required" };

/** Text without the white space around it. */
export function text(longest: number) {
  return checked(z.string(required).trim(), (value) => textProblem(value, { shortest: 0, longest }));
}

export const sku = checked(z.string(required), skuProblem);

export const orderId = checked(z.string(required).trim(), orderIdProblem);

export const vendorId = checked(z.string(required).trim(), vendorIdProblem);

export const email = checked(z.string(required).trim(), emailProblem);

/** Also with a comma before one or two places, as files from where that is usual have it. */
export const amount = z
  .string()
  .trim()
  .transform((cell) => cell.replace(/^(\d+),(\d{1,2})$/, "$1.$2"))
  .refine((text) => amountShape.test(text), "must be an amount such as 9.50")
  .transform(Number)
  .refine((value) => value <= largestAmount, `must be at most ${largestAmount}`);

export const currency = z.string().trim().regex(currencyShape, "must be a currency code such as USD").toUpperCase();

export const wholeNumber = z
  .string()
  .trim()
  .transform((value) => readInteger(value))
  .pipe(z.number(`must be a whole number from 0 to ${largestInteger}`));

const notADate = "must be a date and time such as 2026-11-30T12:00:00+00:00, from 1970 to 9998";

/** ISO 8601, in UTC when it has no offset. */
export const instant = z.string().transform(readInstant).pipe(z.number(notADate));

/** An instant that has been. */
export function pastInstant(now: number) {
  return instant.refine((value) => value <= now, "must not lie in the future");
}

/** The value, or null where the cell holds this word, in any case. */
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

/** A row of which every cell could be read, or what could be read of it. */
type ReadRow<Cells> = { row: number; whole: true; value: Cells } | { row: number; whole: false; value: Partial<Cells> };

/** What the cells of the rows say, and why those that cannot be read are refused, each wrong cell by itself. */
export function readCells<Cells extends object>(
  schema: z.ZodType<Cells> & { partial(): z.ZodType },
  rows: CsvRow[],
): { read: ReadRow<Cells>[]; refused: Refusal[] } {
  const read: ReadRow<Cells>[] = [];
  const refused: Refusal[] = [];
  const someCells = schema.partial();
  for (const { row, cells } of rows) {
    const { success, data, error } = schema.safeParse(cells);
    if (success) read.push({ row, whole: true, value: data });
    else {
      const byField = new Map(error.issues.map(({ path, message }) => [String(path[0] ?? ""), message]));
      for (const [field, reason] of byField) refused.push({ row, field: field || null, reason });
      const right = Object.entries(cells).filter(([field]) => !byField.has(field));
      read.push({ row, whole: false, value: someCells.parse(Object.fromEntries(right)) as Partial<Cells> });
    }
  }
  return { read, refused };
}
