import { z } from "@hono/zod-openapi";
import { largestInteger } from "../../integers.ts";
import { amountShape, largestAmount } from "../../money.ts";

/** The message of a value that is missing, or of one that is something else. */
export const required = (otherwise: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "is required" : otherwise;

const withoutEmpty = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);

/** What may be left out. Shops send every field as text, unset ones as `""`, so that an empty text counts as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(withoutEmpty, schema.optional()).optional();

/** As `optional`, and may be null; an empty text is absent, not null. */
export const nullish = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(withoutEmpty, schema.nullish()).optional();

/** As `optional`, with the value that stands for an absent one. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.util.NoUndefined<z.output<Schema>>) =>
  z.preprocess(withoutEmpty, schema.optional()).transform((given) => given ?? value) as z.ZodType<
    z.util.NoUndefined<z.output<Schema>>
  >;

/** The number that a text of this shape writes; every other value stays as it is, and is refused as what it is. */
const numberIn = (shape: RegExp) => (value: unknown) => {
  const text = typeof value === "string" ? value.trim() : null;
  if (text === "") return undefined;
  return text !== null && shape.test(text) ? Number(text) : value;
};

/** A whole number from `least` to `most`, or its text: `15` or `"15"`. */
export function integer(least = 0, most = largestInteger) {
  const message = `must be a whole number from ${least} to ${most}`;
  const whole = z
    .number({ error: required(message) })
    .int(message)
    .min(least, message)
    .max(most, message);
  return z.preprocess(numberIn(/^-?\d{1,16}$/), whole);
}

const notAnAmount = `must be an amount from 0 to ${largestAmount}`;

/** An amount of money, or its text: `9.99` or `"9.99"`. */
export const amount = z.preprocess(
  numberIn(amountShape),
  z
    .number({ error: required(notAnAmount) })
    .min(0, notAnAmount)
    .max(largestAmount, notAnAmount),
);

const booleans = new Map<unknown, boolean>([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** True or false, or their text in any case; `"1"` and `"0"` stand for them in shops written in PHP. */
export const boolean = z.preprocess(
  (value) =>
    typeof value === "string" ? (booleans.get(value.trim().toLowerCase()) ?? (value.trim() || undefined)) : value,
  z.boolean({ error: required("must be true or false") }),
);
