import { z } from "zod";
import type { OrderInput } from "../../delivery/orders/order-input.ts";
import { type FieldError, rejectFields } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { currencyShape, largestAmount } from "../../platform/money.ts";
import { textProblem } from "../../platform/text.ts";
import { asRead, readLines } from "../xml/input.ts";
import {
  absentWhenEmpty,
  boolean,
  FieldReader,
  instant,
  integer,
  newInstant,
  orderId,
  text,
  trimmed,
} from "../xml/values.ts";
import { toPlain, type XmlFields } from "../xml/xml-value.ts";

/** A published client sends every number that its user did not set as 0 (docs/reference/unversioned-interface.md, Requests). */
const zeroIsAbsent = (schema: z.ZodType<number | undefined>) => schema.transform((number) => number || undefined);

const limit = zeroIsAbsent(integer);

/** No shop numbers its orders from 0. A second order with this ID would be rejected and lost. */
const ownId = orderId.transform((id) => (id === "0" ? undefined : id));

const notAnAmount = `must be an amount from 0 to ${largestAmount}, such as 9.99`;

/** Java writes large amounts with an exponent. */
export const amount = zeroIsAbsent(
  absentWhenEmpty(
    trimmed(notAnAmount)
      .regex(/^\+?\d{1,10}(\.\d{1,20})?(e\+?\d{1,2})?$/i, notAnAmount)
      .transform(Number)
      .pipe(z.number().max(largestAmount, notAnAmount)),
  ),
);

const notACurrency = "must be a currency code such as USD";
export const currency = absentWhenEmpty(trimmed(notACurrency).regex(currencyShape, notACurrency).toUpperCase());

const longestCustom = 1000;

/** An empty element clears it. */
const custom = text
  .superRefine((value, context) => {
    const message = value === undefined ? null : textProblem(value, { shortest: 0, longest: longestCustom });
    if (message) context.addIssue({ code: "custom", message });
  })
  .transform((value) => (value === "" ? null : value));

const readCustom = (reader: FieldReader) => ({
  custom1: reader.read("custom_1", custom),
  custom2: reader.read("custom_2", custom),
  custom3: reader.read("custom_3", custom),
});

/** The fields of an order that can be sent. Others are ignored. */
export const orderFields: ReadonlySet<string> = new Set([
  ..."id vendor_id title first_name last_name email currency custom_1 custom_2 custom_3".split(" "),
  ..."expiration_date download_limit send_email order_items".split(" "),
]);

/** An order's input. `wrong` lists the elements that cannot be read. */
export async function readOrder(
  fields: XmlFields,
  { isNew }: { isNew: boolean },
): Promise<OrderInput & { sendEmail: boolean | undefined }> {
  const reader = new FieldReader(toPlain(fields));
  const lines = await readLines(reader, (line) => ({
    sku: line.read("sku", text) ?? "",
    downloadsRemaining: line.read("downloadsRemaining", limit),
    price: line.read("price", amount),
    ...readCustom(line),
  }));
  return {
    id: reader.read("id", ownId),
    vendorId: reader.read("vendorId", ownId),
    title: reader.read("title", text),
    firstName: reader.read("firstName", text),
    lastName: reader.read("lastName", text),
    email: reader.read("email", text)?.trim(),
    currency: reader.read("currency", currency),
    ...readCustom(reader),
    expiresAt: reader.read("expiresAt", isNew ? newInstant : instant),
    downloadLimit: reader.read("downloadLimit", limit),
    sendEmail: reader.read("sendEmail", boolean),
    createdAt: isNew ? undefined : asRead(reader.read("createdAt", z.unknown())),
    lines,
    wrong: reader.wrong,
  };
}

interface EmailOptions {
  resetExpiration: boolean;
  expiresAt: Instant | undefined;
  downloadLimit: number | undefined;
}

/** The options of send_email. Throws `invalid`, naming every wrong one. */
export function readEmailOptions(fields: XmlFields): EmailOptions {
  const reader = new FieldReader(toPlain(fields));
  const resetExpiration = reader.read("resetExpiration", boolean) ?? true;
  const expiresAt = reader.read("expiresAt", instant);
  const downloadLimit = reader.read("downloadLimit", limit);
  rejectFields(reader.wrong as FieldError[]);
  return { resetExpiration, expiresAt, downloadLimit };
}
