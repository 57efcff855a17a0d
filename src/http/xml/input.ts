import { z } from "zod";
import { type FieldError, rejectFields } from "../../errors.ts";
import { giveWay } from "../../give-way.ts";
import { type Instant, isUnsetDate, readInstant } from "../../instants.ts";
import { largestInteger, readInteger } from "../../integers.ts";
import { mostLines, type OrderInput, type OrderLine } from "../../orders/order-input.ts";
import { readableInstant } from "../../zod-check.ts";
import { wireName } from "../field-names.ts";
import { toPlain, type XmlFields } from "./xml-value.ts";

/** In a query or a form, an unescaped plus sign of an offset arrives as a space. */
const unescapedPlus = /(T[\d:.]+) (\d\d:?\d\d)$/;

const absentWhenEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? undefined : value), schema.optional());

/** Text keeps its spaces. An empty element clears it. NUL is rejected: PostgreSQL cannot even compare with it. */
const text = z
  .string({ error: "must be text and appear only once" })
  .refine((value) => !value.includes("\0"), "must contain only printable characters")
  .optional();

const trimmed = (message: string) => z.string({ error: message }).trim();

const wholeNumber = `must be a whole number from 0 to ${largestInteger}`;
const integer = absentWhenEmpty(
  trimmed(wholeNumber)
    .transform((value) => readInteger(value.replace(/^\+/, "")))
    .pipe(z.number(wholeNumber)),
);

const boolean = absentWhenEmpty(
  trimmed("must be true, false, 1 or 0")
    .toLowerCase()
    .pipe(z.enum(["true", "false", "1", "0"], "must be true, false, 1 or 0"))
    .transform((value) => value === "true" || value === "1"),
);

const notADate = "must be a date and time in ISO 8601 such as 2026-11-30T12:00:00+00:00, from 1970 to 9998";
const instant = z.preprocess(
  (value) => (typeof value === "string" && isUnsetDate(value) ? "" : value),
  absentWhenEmpty(
    trimmed(notADate)
      .transform((value) => readInstant(value.replace(unescapedPlus, "$1+$2")))
      .pipe(readableInstant(notADate)),
  ),
);

const orderId = absentWhenEmpty(trimmed("must be a single ID"));

const orderLines = z
  .unknown()
  .superRefine((value, context) => {
    const message = linesProblem(value);
    if (message) context.addIssue({ code: "custom", message });
  })
  .transform(unwrapLines)
  .pipe(z.array(z.unknown()).max(mostLines, `must contain at most ${mostLines} order items`).optional());

/** Reads fields one by one and collects what is wrong with them. */
class FieldReader {
  readonly wrong: FieldError[] = [];

  constructor(
    private readonly fields: unknown,
    private readonly prefix = "",
  ) {}

  /** Absent if the field is absent or wrong. `name` is the domain's. */
  read<T extends z.ZodType>(name: string, schema: T): z.output<T> | undefined {
    const value = isObject(this.fields) ? this.fields[wireName(name)] : undefined;
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    this.wrong.push({ field: `${this.prefix}${name}`, message: error.issues[0]?.message ?? "is invalid" });
    return undefined;
  }
}

/** An order's input. `wrong` lists the elements that cannot be read. */
export async function readOrder(fields: XmlFields): Promise<OrderInput & { sendEmail: boolean | undefined }> {
  const reader = new FieldReader(toPlain(fields));
  const given = reader.read("lines", orderLines);
  const lines: OrderLine[] = [];
  for (const [index, line] of given?.entries() ?? []) {
    await giveWay();
    const lineReader = new FieldReader(line, `lines[${index}].`);
    const sku = lineReader.read("sku", text);
    const downloadsRemaining = lineReader.read("downloadsRemaining", integer);
    reader.wrong.push(...lineReader.wrong);
    lines.push({ sku: sku ?? "", downloadsRemaining });
  }
  return {
    id: reader.read("id", orderId),
    title: reader.read("title", text),
    firstName: reader.read("firstName", text),
    lastName: reader.read("lastName", text),
    email: reader.read("email", text)?.trim(),
    expiresAt: reader.read("expiresAt", instant),
    downloadLimit: reader.read("downloadLimit", integer),
    sendEmail: reader.read("sendEmail", boolean),
    lines: given && lines,
    wrong: reader.wrong,
  };
}

/** An item's input. `wrong` lists the elements that cannot be read. */
export function readItem(fields: XmlFields): {
  sku: string | undefined;
  name: string | undefined;
  wrong: FieldError[];
} {
  const reader = new FieldReader(toPlain(fields));
  return { sku: reader.read("sku", text), name: reader.read("name", text), wrong: reader.wrong };
}

/** The options of send_email. Throws `invalid`, naming every wrong one. */
export function readEmailOptions(fields: XmlFields): { resetExpiration: boolean; expiresAt: Instant | undefined } {
  const reader = new FieldReader(toPlain(fields));
  const resetExpiration = reader.read("resetExpiration", boolean) ?? true;
  const expiresAt = reader.read("expiresAt", instant);
  rejectFields(reader.wrong);
  return { resetExpiration, expiresAt };
}

/** Why the lines in `order_items` cannot be read. Null if they can. */
function linesProblem(value: unknown): string | null {
  const isText = (one: unknown) => typeof one === "string" && one.trim() !== "";
  if (isText(value)) return "must contain order_item elements, not text";
  if (Array.isArray(value)) {
    if (value.some((one) => Array.isArray(one) || (isObject(one) && "order_item" in one))) return givenOnce;
    return value.some(isText) ? "must contain order_item elements with a sku, not text" : null;
  }
  if (!isObject(value) || "sku" in value) return null;
  if (!("order_item" in value)) return `must contain order_item elements, not ${Object.keys(value)[0]?.slice(0, 80)}`;
  return [value.order_item].flat().some(isText) ? "must contain order_item elements with a sku, not text" : null;
}

const givenOnce = "must appear only once, with all order_item elements in it";

/** `order_items` is a list, or contains one or more `order_item` elements. Absent if it is empty. */
function unwrapLines(value: unknown): unknown {
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return undefined;
  const list = Array.isArray(value) ? value : [value];
  const lines = list.flatMap((one) => (isObject(one) && "order_item" in one ? [one.order_item].flat() : [one]));
  return lines.length === 0 ? undefined : lines;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
