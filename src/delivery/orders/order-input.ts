import type { FieldError } from "../../platform/errors.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import type { Instant } from "../../platform/instants.ts";
import { emailProblem, segmentProblem, textProblem, visibleText } from "../../platform/text.ts";
import { countryProblem } from "../../store/accounts/hold-rules.ts";
import { externalUrlProblem } from "../catalog/external-urls.ts";

/** Lines of one order; more are a mistake. */
export const mostLines = 1000;

/** Units in one line. Keys and downloads grow with them, so a larger number is a mistake. */
export const largestQuantity = 10_000;

/** Characters of an order's id. */
export const longestOrderId = 64;

/** Characters of the caller's own order ID. IDs of payment services have up to 66. */
export const longestVendorId = 255;

/** The custom fields of orders and order items. */
interface CustomFields {
  custom1?: string | null | undefined;
  custom2?: string | null | undefined;
  custom3?: string | null | undefined;
}

/** One line of an order as a caller sends it. Lines of the same product add up. */
export interface OrderLine extends CustomFields {
  sku?: string | undefined;
  /** The product's row number, in place of its SKU. */
  productId?: number | undefined;
  quantity?: number | undefined;
  /** Per unit. */
  price?: number | null | undefined;
  /** Downloads left of each file from now on; absent means the order's download limit. */
  downloadsRemaining?: number | undefined;
  /** Its invalid fields, by their own names. They are rejected if the line matches a product. */
  wrong?: FieldError[];
}

/**
 * An order as a caller sends it. Absent fields get their default on create and stay as they are on update. Null means
 * none.
 */
export interface OrderInput extends CustomFields {
  id?: string | undefined;
  /** The caller's own order ID. */
  vendorId?: string | null | undefined;
  title?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  currency?: string | null | undefined;
  expiresAt?: Instant | null | undefined;
  downloadLimit?: number | null | undefined;
  /** What its customer is spoken to in; null for the account's. */
  language?: Language | null | undefined;
  /** The shop's invoice for the customer. */
  invoiceUrl?: string | null | undefined;
  /** The customer's: a code of ISO 3166 in capitals. */
  country?: string | null | undefined;
  lines?: OrderLine[] | undefined;
  /** Fields that could not be read. They are rejected together with those that violate a rule. */
  wrong: FieldError[];
}

/** The order with its IDs as people see them: what cannot be seen makes no other order. */
export const withVisibleIds = <Input extends OrderInput>(input: Input): Input => ({
  ...input,
  ...(input.id === undefined ? {} : { id: visibleText(input.id) }),
  ...(typeof input.vendorId === "string" ? { vendorId: visibleText(input.vendorId) } : {}),
});

/** Whether a line with an unknown SKU is rejected or skipped. */
export type UnknownSku = "reject" | "skip";

/** Every field that violates a rule and, for a new order, every missing field. */
export function orderProblems(
  input: OrderInput,
  { isNew, linesRequired = false }: { isNew: boolean; linesRequired?: boolean },
): FieldError[] {
  const unread = new Set(input.wrong.map(({ field }) => field));
  const rules = [
    { field: "id", message: input.id === undefined ? null : orderIdProblem(input.id) },
    { field: "vendorId", message: typeof input.vendorId === "string" ? vendorIdProblem(input.vendorId) : null },
    { field: "title", message: nameProblem(input.title) },
    { field: "firstName", message: nameProblem(input.firstName) },
    { field: "lastName", message: nameProblem(input.lastName) },
    { field: "email", message: isNew || input.email !== undefined ? emailProblem(input.email ?? "") : null },
    { field: "invoiceUrl", message: typeof input.invoiceUrl === "string" ? invoiceUrlProblem(input.invoiceUrl) : null },
    { field: "country", message: typeof input.country === "string" ? countryProblem(input.country) : null },
    { field: "lines", message: linesProblem(input.lines, linesRequired) },
    ...(input.lines ?? []).map(({ quantity }, index) => ({
      field: `lines[${index}].quantity`,
      message: quantity === undefined ? null : quantityProblem(quantity),
    })),
  ];
  return [...input.wrong, ...rules.filter(({ field }) => !unread.has(field)).filter(isWrong)];
}

/** A message if customers cannot be sent to this invoice; otherwise null. */
export function invoiceUrlProblem(url: string): string | null {
  return /^https:\/\//i.test(url)
    ? externalUrlProblem(url)
    : "must be a complete URL that starts with https://, such as https://example.com/invoices/1394";
}

function linesProblem(lines: OrderLine[] | undefined, required: boolean): string | null {
  if (!lines) return required ? "must contain at least one order item" : null;
  return lines.length > mostLines ? `must contain at most ${mostLines} order items` : null;
}

function quantityProblem(quantity: number): string | null {
  const isRight = Number.isInteger(quantity) && quantity >= 1 && quantity <= largestQuantity;
  return isRight ? null : `must be a whole number from 1 to ${largestQuantity}`;
}

/** A message if an order cannot have this many units of one product, added up over its lines; otherwise null. */
export function unitsProblem(units: number): string | null {
  return units > largestQuantity ? `must add up to at most ${largestQuantity} for one product` : null;
}

function isWrong(rule: { field: string; message: string | null }): rule is FieldError {
  return rule.message !== null;
}

function nameProblem(text: string | undefined): string | null {
  return text === undefined ? null : textProblem(text, { shortest: 0, longest: 255 });
}

/** A message if `id` cannot be an order's ID; otherwise null. */
export const orderIdProblem = (id: string) => idProblem(id, longestOrderId);

/** A message if `id` cannot be the caller's own order ID; otherwise null. */
export const vendorIdProblem = (id: string) => idProblem(id, longestVendorId);

function idProblem(id: string, longest: number): string | null {
  // Servers and proxies on the way merge such parts, also where the slash is written %2F.
  const isMerged = id.includes("/") && id.split("/").some((part) => part === "" || part === "." || part === "..");
  return isMerged ? 'must have more than "." and ".." between slashes' : segmentProblem(id, { longest });
}
