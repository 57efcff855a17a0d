import { z } from "@hono/zod-openapi";
import { largestInteger } from "../../../platform/integers.ts";
import { largestAmount } from "../../../platform/money.ts";

/** The message for a missing value, or for a value of another type. */
export const required = (otherwise: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "is required" : otherwise;

const withoutEmpty = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);

/** An optional value. Shops send every field as text, and unset fields as `""`, so an empty text counts as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(withoutEmpty, schema.optional()).optional();

/** A value of an answer that a request may send back. Anything else counts as absent. */
export const sentBack = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .transform((value) => schema.safeParse(value).data)
    .optional();

/** Like `optional`, but null is allowed. An empty text is absent, not null. */
export const nullish = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(withoutEmpty, schema.nullish()).optional();

/** Like `optional`, with a default value. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.util.NoUndefined<z.output<Schema>>) =>
  z.preprocess(withoutEmpty, schema.optional()).transform((given) => given ?? value) as z.ZodType<
    z.util.NoUndefined<z.output<Schema>>
  >;

/** Converts a text of this form to a number. Every other value stays as it is and is rejected by its type. */
const numberIn = (shape: RegExp) => (value: unknown) => {
  const text = typeof value === "string" ? value.trim() : null;
  if (text === "") return undefined;
  return text !== null && shape.test(text) ? Number(text) : value;
};

const wholeShape = /^-?\d{1,16}$/;

/** A whole number from `least` to `most`, or its text: `15` or `"15"`. */
export function integer(least = 0, most = largestInteger) {
  const message = `must be a whole number from ${least} to ${most}`;
  const whole = z
    .number({ error: required(message) })
    .int(message)
    .min(least, message)
    .max(most, message);
  return z.preprocess(numberIn(wholeShape), whole);
}

/** One of these whole numbers, or its text. */
export const oneOfNumbers = <Value extends number>(values: readonly Value[]) =>
  z.preprocess(numberIn(wholeShape), z.literal(values, { error: `must be one of ${values.join(", ")}` }));

const notAnAmount = `must be an amount from 0 to ${largestAmount}`;

/** An amount, with as many decimals as programs write. */
const amountShape = /^\d{1,10}(\.\d+)?$/;

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
  [1, true],
  ["false", false],
  ["0", false],
  [0, false],
]);

/** True or false, their text in any case, or 1 and 0, also as text. Shops written in PHP send `"1"` and `"0"`. */
export const boolean = z.preprocess(
  (value) =>
    typeof value === "string"
      ? (booleans.get(value.trim().toLowerCase()) ?? (value.trim() || undefined))
      : (booleans.get(value) ?? value),
  z.boolean({ error: required("must be true or false") }),
);
