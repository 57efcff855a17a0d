import { z } from "zod";
import { readInstant } from "../instants.ts";
import { emailProblem, textProblem } from "../text.ts";
import type { CsvRow, Refusal } from "./csv-read.ts";

const largestInteger = 2_147_483_647;
const required = { error: "is required" };

/** Text as it stands, spaces included. */
export function exactText(longest: number) {
  return checked(z.string(required), (value) => textProblem(value, { longest }));
}

/** Text without the white space around it. */
export function text(longest: number) {
  return checked(z.string(required).trim(), (value) => textProblem(value, { shortest: 0, longest }));
}

/** An order id (contract.md section 5.4). */
export const identifier = checked(z.string(required).trim(), (value) =>
  value.includes("/") ? "must not contain a slash" : textProblem(value, { longest: 64 }),
);

export const email = checked(z.string(required).trim(), emailProblem);

export const amount = z
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,4})?$/, "must be an amount such as 9.50")
  .transform(Number)
  .refine((value) => value <= 1_000_000_000, "must be at most 1000000000");

export const currency = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/, "must be a currency code such as USD")
  .toUpperCase();

export const wholeNumber = z
  .string()
  .trim()
  .regex(/^\d{1,10}$/, `must be a whole number from 0 to ${largestInteger}`)
  .transform(Number)
  .refine((value) => value <= largestInteger, `must be a whole number from 0 to ${largestInteger}`);

const notADate = "must be a date and time such as 2026-11-30T12:00:00+00:00, from 1970 to 9998";

/** ISO 8601, in UTC when it has no offset. */
export const instant = z
  .string()
  .transform((value) => readInstant(value) ?? Number.NaN)
  .refine((value) => value >= 0 && value < Date.UTC(9999, 0, 1), notADate);

/** An instant that has been. */
export function pastInstant(now: number) {
  return instant.refine((value) => !(value > now), "must not lie in the future");
}

/** The value, or null where the cell holds this word. */
export function orNone<Schema extends z.ZodType>(word: string, schema: Schema) {
  return z.union([
    z
      .string()
      .regex(new RegExp(`^\\s*${word}\\s*$`, "i"))
      .transform(() => null),
    schema,
  ]);
}

export const boolean = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(["true", "false", "yes", "no", "1", "0"], { error: "must be true or false" }))
  .transform((value) => ["true", "yes", "1"].includes(value));

/** What the cells of the rows say, and why those that cannot be read are refused, each wrong cell by itself. */
export function readCells<Schema extends z.ZodType>(
  schema: Schema,
  rows: CsvRow[],
): { read: { row: number; value: z.output<Schema> }[]; refused: Refusal[] } {
  const read: { row: number; value: z.output<Schema> }[] = [];
  const refused: Refusal[] = [];
  for (const { row, cells } of rows) {
    const { success, data, error } = schema.safeParse(cells);
    if (success) read.push({ row, value: data });
    else {
      const byField = new Map(error.issues.map(({ path, message }) => [String(path[0] ?? ""), message]));
      for (const [field, reason] of byField) refused.push({ row, field: field || null, reason });
    }
  }
  return { read, refused };
}

function checked(schema: z.ZodString, problem: (value: string) => string | null) {
  return schema.superRefine((value, context) => {
    const message = problem(value);
    if (message) context.addIssue({ code: "custom", message });
  });
}
