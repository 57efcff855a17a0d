import { z } from "@hono/zod-openapi";
import {
  longestOrderId,
  longestVendorId,
  orderIdProblem,
  paymentIdProblem,
  vendorIdProblem,
} from "../../../delivery/orders/order-input.ts";
import { DomainError } from "../../../platform/errors.ts";
import { languages, preferenceFor } from "../../../platform/i18n/languages.ts";
import { isUnsetDate, readInstant } from "../../../platform/instants.ts";
import { readRowNumber } from "../../../platform/integers.ts";
import { currencyShape } from "../../../platform/money.ts";
import { emailProblem, textProblem } from "../../../platform/text.ts";
import { readableInstant, withCheck } from "../../../platform/zod-check.ts";
import { countryProblem } from "../../../store/accounts/hold-rules.ts";
import { integer, required, withDefault } from "./loose-values.ts";

const notALanguage = `must be null or one of ${languages.join(", ")}`;

/**
 * Text of at most `longest` characters that pages, emails and XML can show. `problem` returns what is wrong with a
 * text.
 */
export function text(
  longest: number,
  { shortest = 0, problem = (value: string) => textProblem(value, { shortest, longest }) } = {},
) {
  const schema = z.string({ error: required("must be text") });
  return withCheck(schema, problem).openapi({ maxLength: longest, ...(shortest > 0 ? { minLength: shortest } : {}) });
}

/** An order's id, as text or as a whole number. */
export const orderIdentifier = identifier(longestOrderId, orderIdProblem);

/** The store's order ID, as text or as a whole number. */
export const vendorIdentifier = identifier(longestVendorId, vendorIdProblem);

/** A shop's ID of a payment or a subscription, as text or as a whole number. */
export const paymentIdentifier = identifier(longestVendorId, paymentIdProblem);

function identifier(longest: number, problem: (id: string) => string | null) {
  const either = z.union([z.string(), z.number().int().transform(String)], {
    error: `must be text of 1 to ${longest} characters`,
  });
  return withCheck(either, problem).openapi({ minLength: 1, maxLength: longest });
}

/** An email address to search for, in any spelling. */
export const soughtEmail = z.string().trim();

export const email = withCheck(z.string({ error: required("must be text") }).trim(), emailProblem);

export const currency = z
  .string({ error: "must be a currency code such as USD" })
  .regex(currencyShape, "must be a currency code such as USD")
  .toUpperCase();

/** An ISO 3166 code in upper or lower case. */
export const country = withCheck(
  z.string({ error: required("must be text") }).transform((code) => code.trim().toUpperCase()),
  countryProblem,
);

/** The language of a tag such as `de-CH`, or `de_CH`. */
export const locale = z.string({ error: notALanguage }).transform((tag, context) => {
  const preference = preferenceFor(tag.replaceAll("_", "-"));
  if (!preference) context.addIssue({ code: "custom", message: notALanguage });
  return preference?.language ?? z.NEVER;
});

/** The message for a text that is not a date and time. */
export const notADate = "must be a date and time in ISO 8601 such as 2026-11-30T12:00:00+00:00, from 1970 to 9998";

/** ISO 8601, in UTC if it has no offset. 0001-01-01 counts as absent. */
export const instant = z
  .string({ error: notADate })
  .transform((value) => (isUnsetDate(value) ? undefined : readInstant(value)))
  .pipe(readableInstant(notADate).optional())
  .openapi({ type: "string", format: "date-time" });

/** ISO 8601, in UTC if it has no offset. */
export const requiredInstant = z
  .string({ error: required(notADate) })
  .transform(readInstant)
  .pipe(readableInstant(notADate))
  .openapi({ type: "string", format: "date-time" });

/** A text in a response; an empty one is null (docs/reference/v3-interface.md, Send a paid order). */
export const shownText = z.string().nullable();

/** A whole number in a response. */
export const shownInteger = z.number().int();

// Fields of responses with the same meaning everywhere.

export const shownId = shownInteger.describe("Unique identifier.");
/** An order's id: those of imported orders can be texts. */
export const shownOrderId = z.union([shownInteger, z.string()]);
export const shownProductId = shownInteger.describe("ID of the product.");
export const shownProductName = z.string().describe("Name of the product.");
export const shownSku = z.string().describe("SKU of the product.");
export const shownFilename = z.string().describe("File name that customers see.");
export const shownFirstName = shownText.describe("Customer's first name.");
export const shownLastName = shownText.describe("Customer's last name.");
export const shownRecipient = z.string().describe("Email address of the recipient.");
export const shownSubject = z.string().describe("Subject line.");
export const shownCurrency = z.string().describe("Three-letter ISO 4217 currency code, such as USD.");
export const shownCustom = shownText.describe("Free text for your own use.");
export const shownDownloadCount = shownInteger.describe(
  "Number of counted downloads. Parts of one download count once, and so does a download that the same client (IP address) resumes within 24 hours.",
);

/** The description of a filter by status. */
export const ofStatus = { param: { description: "Only return results with this status." } };

/** A field's description, for another field with the same meaning. */
export const meaningOf = (field: z.ZodType): string => field.description ?? "";

/** A store's own text for an order or an order item. */
export const custom = text(1000).nullish().describe(meaningOf(shownCustom));

/**
 * A field that contains a component, with its own description. Describing a component in place would overwrite the component's
 * own description.
 */
export const described = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  z.lazy(() => schema).describe(description);

/** Null for an empty text. */
export const orNull = (text: string): string | null => (text === "" ? null : text);

/** An instant in a response. */
export const shownInstant = z.string().openapi({ format: "date-time", example: "2026-11-20T21:37:00+00:00" });

export const createdAt = shownInstant.describe("When it was created.");

/** Most results on a page of a list. */
const largestPage = 500;

/** A page of a list: `page` from 1 (0 counts as 1), and its `page_size` (docs/reference/v3-interface.md, Lists). */
export const pageQuery = z.object({
  page: withDefault(
    integer(0, 1_000_000_000).transform((page) => Math.max(page, 1)),
    1,
  ).openapi({ type: "integer", minimum: 0, description: "Page number, starting at 1. 0 counts as 1." }),
  page_size: withDefault(integer(1, largestPage), 50).openapi({
    type: "integer",
    minimum: 1,
    maximum: largestPage,
    description: "Number of results per page.",
  }),
});

export type PageQuery = z.output<typeof pageQuery>;

/** The rows of a page. */
export function rowsOf({ page, page_size }: PageQuery): { offset: number; limit: number } {
  return { offset: (page - 1) * page_size, limit: page_size };
}

/** What a list returns in addition to its rows. */
export const pageFields = {
  page: shownInteger.describe("Page number, starting at 1."),
  page_size: shownInteger.describe("Number of results per page."),
  total: shownInteger.describe("Number of results on all pages."),
};

/** A row number in a path. Throws `not_found` for anything else. */
export function rowNumber(resource: string, description = meaningOf(shownId)) {
  return z
    .string()
    .transform((value) => {
      const number = readRowNumber(value);
      if (number !== null) return number;
      throw new DomainError("not_found", `There is no ${resource} with the ID ${value}.`);
    })
    .openapi({ type: "integer", param: { description } });
}
