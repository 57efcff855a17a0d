import { z } from "zod";
import { mostLines, type OrderInput, type OrderLine } from "../../delivery/orders/order-input.ts";
import { type FieldError, rejectFields } from "../../platform/errors.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { boolean, FieldReader, instant, integer, isObject, newInstant, orderId, text } from "./values.ts";
import { toPlain, type XmlFields } from "./xml-value.ts";

const orderLines = z
  .unknown()
  .superRefine((value, context) => {
    const message = linesProblem(value);
    if (message) context.addIssue({ code: "custom", message });
  })
  .transform(unwrapLines)
  .pipe(z.array(z.unknown()).max(mostLines, `must contain at most ${mostLines} order items`).optional());

/** An order's input. `wrong` lists the elements that cannot be read. */
export async function readOrder(
  fields: XmlFields,
  { isNew }: { isNew: boolean },
): Promise<OrderInput & { sendEmail: boolean | undefined }> {
  const reader = new FieldReader(toPlain(fields));
  const lines = await readLines(reader, (line) => ({
    sku: line.read("sku", text) ?? "",
    downloadsRemaining: line.read("downloadsRemaining", integer),
    item: itemWithGuid(line.read("guid", z.unknown())),
  }));
  return {
    id: reader.read("id", orderId),
    title: reader.read("title", text),
    firstName: reader.read("firstName", text),
    lastName: reader.read("lastName", text),
    email: reader.read("email", text)?.trim(),
    expiresAt: reader.read("expiresAt", isNew ? newInstant : instant),
    downloadLimit: reader.read("downloadLimit", integer),
    sendEmail: reader.read("sendEmail", boolean),
    createdAt: isNew ? undefined : asRead(reader.read("createdAt", z.unknown())),
    lines,
    wrong: reader.wrong,
  };
}

const itemWithGuid = (guid: unknown) => (typeof guid === "string" ? { guid: guid.trim() } : undefined);

/** The creation time of an order that is sent back as it was read; absent for anything else. */
export const asRead = (createdAt: unknown): Instant | undefined => instant.safeParse(createdAt).data;

/** The lines in `order_items`, each read by `readLine`. Absent if there are none. */
export async function readLines(
  reader: FieldReader,
  readLine: (line: FieldReader) => OrderLine,
): Promise<OrderLine[] | undefined> {
  const given = reader.read("lines", orderLines);
  if (!given) return undefined;
  const lines: OrderLine[] = [];
  for (const [index, line] of given.entries()) {
    await giveWay();
    const lineReader = new FieldReader(line, `lines[${index}].`);
    lines.push(readLine(lineReader));
    reader.wrong.push(...lineReader.wrong);
  }
  return lines;
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

/** Why the lines in `order_items` cannot be read; null if they can. */
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
