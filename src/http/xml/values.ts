import { z } from "zod";
import type { FieldError } from "../../platform/errors.ts";
import { isUnsetDate, isUnsetInNew, readInstant } from "../../platform/instants.ts";
import { largestInteger, readInteger } from "../../platform/integers.ts";
import { readableInstant } from "../../platform/zod-check.ts";
import { wireName } from "../field-names.ts";

/** In a query or a form, an unescaped plus sign of an offset arrives as a space. */
const unescapedPlus = /(T[\d:.]+) (\d\d:?\d\d)$/;

export const absentWhenEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? undefined : value), schema.optional());

/** Text keeps its spaces. An empty element clears it. Rejects NUL, which PostgreSQL rejects even in comparisons. */
export const text = z
  .string({ error: "must be text and appear only once" })
  .refine((value) => !value.includes("\0"), "must contain only printable characters")
  .optional();

export const trimmed = (message: string) => z.string({ error: message }).trim();

const wholeNumber = `must be a whole number from 0 to ${largestInteger}`;
export const integer = absentWhenEmpty(
  trimmed(wholeNumber)
    .transform((value) => readInteger(value.replace(/^\+/, "")))
    .pipe(z.number(wholeNumber)),
);

export const boolean = absentWhenEmpty(
  trimmed("must be true, false, 1 or 0")
    .toLowerCase()
    .pipe(z.enum(["true", "false", "1", "0"], "must be true, false, 1 or 0"))
    .transform((value) => value === "true" || value === "1"),
);

const notADate = "must be a date and time in ISO 8601 such as 2026-11-30T12:00:00+00:00, from 1970 to 9998";
export const instant = z.preprocess(
  (value) => (typeof value === "string" && isUnsetDate(value) ? "" : value),
  absentWhenEmpty(
    trimmed(notADate)
      .transform((value) => readInstant(value.replace(unescapedPlus, "$1+$2")))
      .pipe(readableInstant(notADate)),
  ),
);

/** The same for new resources, where more dates mean "none". */
export const newInstant = z.preprocess(
  (value) => (typeof value === "string" && isUnsetInNew(value) ? "" : value),
  instant,
);

export const orderId = absentWhenEmpty(trimmed("must be a single ID"));

/** Reads fields one by one and collects their errors. */
export class FieldReader {
  readonly wrong: FieldError[] = [];

  constructor(
    private readonly fields: unknown,
    private readonly prefix = "",
  ) {}

  /** Absent if the field is absent or wrong. `name` is the domain's name. */
  read<T extends z.ZodType>(name: string, schema: T): z.output<T> | undefined {
    const value = isObject(this.fields) ? this.fields[wireName(name)] : undefined;
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    this.wrong.push({ field: `${this.prefix}${name}`, message: error.issues[0]?.message ?? "is invalid" });
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
