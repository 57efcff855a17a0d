import type { SaidOfSubscription } from "../../platform/database/schema.ts";
import type { FieldError } from "../../platform/errors.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import type { Instant } from "../../platform/instants.ts";
import { emailProblem, segmentProblem, textProblem, visibleText } from "../../platform/text.ts";
import { countryProblem } from "../../store/accounts/hold-rules.ts";
import { externalUrlProblem } from "../catalog/external-urls.ts";
import type { GiftField } from "./gifts/gift.ts";
import type { Order } from "./order-columns.ts";

/** Maximum number of lines of an order. More are a mistake. */
export const mostLines = 1000;

/** Maximum number of units in one line. Keys and downloads grow with them, so more are a mistake. */
export const largestQuantity = 10_000;

/** Longest order ID, in characters. */
export const longestOrderId = 64;

/** Longest store's order ID, in characters. IDs of payment services have up to 66. */
export const longestVendorId = 255;

/** The custom fields of orders and order items. */
interface CustomFields {
  custom1?: string | null | undefined;
  custom2?: string | null | undefined;
  custom3?: string | null | undefined;
}

/** One line of an order as a caller sends it. Lines of the same product are added up. */
export interface OrderLine extends CustomFields {
  sku?: string | undefined;
  /** The product's row number, instead of its SKU. */
  productId?: number | undefined;
  quantity?: number | undefined;
  /** Price of one unit. */
  price?: number | null | undefined;
  /** Downloads left for each file from now on. Absent: the order's download limit. */
  downloadsRemaining?: number | undefined;
  /** Devices that may use each of its license keys; null for the product's limit. */
  deviceLimit?: number | null | undefined;
  /** Until when it gets new versions of its files; null for no end. Absent: as the product says, in a new item. */
  updatesUntil?: Instant | null | undefined;
  /**
   * Which of the order's items the line refers to, if the caller has read the order: its row number or the identifier at the end
   * of its link.
   */
  item?: { id: number } | { guid: string } | undefined;
  /** In an update: the product on its own, even if a bundle of the order holds it. Default: see `replaceOrderItems`. */
  byItself?: boolean | undefined;
  /** The line's invalid fields by name. They are rejected if the line matches a product. */
  wrong?: FieldError[];
}

/**
 * An order as a caller sends it. Absent fields get their default in a new order and stay unchanged in an update. Null removes a
 * value.
 */
export interface OrderInput extends CustomFields {
  id?: string | undefined;
  /** The store's order ID. */
  vendorId?: string | null | undefined;
  title?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  currency?: string | null | undefined;
  expiresAt?: Instant | null | undefined;
  downloadLimit?: number | null | undefined;
  /** The language of its pages and emails; null for the account's. */
  language?: Language | null | undefined;
  /** The shop's invoice for the customer. */
  invoiceUrl?: string | null | undefined;
  /** The customer's country: a code of ISO 3166 in capitals. */
  country?: string | null | undefined;
  /** The shop's ID of the subscription that pays for the order. */
  subscriptionId?: string | null | undefined;
  /** What the shop says about that subscription; null while it continues and is paid. Needs an end of access. */
  subscriptionStatus?: SaidOfSubscription | null | undefined;
  /** The end of paid access; null if it does not end. With an end of access, there is no default expiration. */
  accessUntil?: Instant | null | undefined;
  /** The recipient, if it is a gift; null for no gift. */
  recipientEmail?: string | null | undefined;
  recipientName?: string | null | undefined;
  /** The buyer's message to the recipient. */
  giftMessage?: string | null | undefined;
  /** When the gift is delivered; null for at once. */
  deliverAt?: Instant | null | undefined;
  lines?: OrderLine[] | undefined;
  /** In an update: whether the caller says that the subscription has ended. That follows from other fields. */
  saysEnded?: boolean | undefined;
  /**
   * In an update: if this is when the order was created, the caller has read the order and sends it back with changes. Values
   * sent back as they were read stay unchanged.
   */
  createdAt?: Instant | undefined;
  /** Fields that could not be read. They are rejected together with fields that break a rule. */
  wrong: FieldError[];
}

/** Fields with rules of their own when they are stored. */
type SpecialField =
  | GiftField
  | "id"
  | "vendorId"
  | "currency"
  | "expiresAt"
  | "accessUntil"
  | "downloadLimit"
  | "lines"
  | "saysEnded"
  | "createdAt"
  | "wrong";

/** Fields that are stored as they were sent. */
export type PlainField = Exclude<keyof OrderInput, SpecialField>;

/** What a new order has without them. The type asks for every field, so that none is accepted and then lost. */
const withoutPlainFields: Pick<Order, PlainField> = {
  title: "",
  firstName: "",
  lastName: "",
  email: "",
  custom1: null,
  custom2: null,
  custom3: null,
  language: null,
  invoiceUrl: null,
  country: null,
  subscriptionId: null,
  subscriptionStatus: null,
};

/** The plain fields of the order after this input. `before`: those it has, if it is not new. */
export function plainFields(
  input: Pick<OrderInput, PlainField>,
  before: Pick<Order, PlainField> = withoutPlainFields,
): Pick<Order, PlainField> {
  const fields = Object.keys(withoutPlainFields) as PlainField[];
  const stored = fields.map((field) => [field, input[field] === undefined ? before[field] : input[field]]);
  return Object.fromEntries(stored) as Pick<Order, PlainField>;
}

/** Removes invisible characters from the order's IDs, so that IDs that look the same are the same. */
export const withVisibleIds = <Input extends OrderInput>(input: Input): Input => ({
  ...input,
  ...(input.id === undefined ? {} : { id: visibleText(input.id) }),
  ...(typeof input.vendorId === "string" ? { vendorId: visibleText(input.vendorId) } : {}),
  ...(typeof input.subscriptionId === "string" ? { subscriptionId: visibleText(input.subscriptionId) } : {}),
});

/** Whether a line with an unknown SKU is rejected or skipped. */
export type UnknownSku = "reject" | "skip";

/** All fields that break a rule and, for a new order, all missing fields. */
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
    {
      field: "subscriptionId",
      message: typeof input.subscriptionId === "string" ? paymentIdProblem(input.subscriptionId) : null,
    },
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

/** A message if an order cannot have this many units of one product in all its lines; otherwise null. */
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

/** A message if `id` cannot be the store's order ID; otherwise null. */
export const vendorIdProblem = (id: string) => idProblem(id, longestVendorId);

/** A message if `id` cannot be the ID of a shop's payment or subscription; otherwise null. */
export const paymentIdProblem = (id: string) => textProblem(id, { longest: longestVendorId });

function idProblem(id: string, longest: number): string | null {
  // Servers and proxies merge such path segments, even if the slash is written as %2F.
  const isMerged = id.includes("/") && id.split("/").some((part) => part === "" || part === "." || part === "..");
  return isMerged ? 'must have more than "." and ".." between slashes' : segmentProblem(id, { longest });
}
