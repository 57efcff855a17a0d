import type { FieldError } from "../errors.ts";
import { emailProblem, segmentProblem, textProblem } from "../text.ts";

/** Lines of one order; more are a mistake. */
export const mostLines = 1000;

/** Units in one line: keys and downloads grow with them, and a larger number is a mistake. */
export const largestQuantity = 10_000;

/** Characters of an order's id. */
export const longestOrderId = 64;

/** Characters of the caller's own order ID; payment services have ids of 66. */
export const longestVendorId = 255;

/** Three texts of the caller's own, on orders and on order items. */
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
  /** In which field v3's callers named the product; absent in the unversioned interface, whose word for it is item. */
  nameField?: "item_sku" | "sku" | "item_id" | undefined;
  quantity?: number | undefined;
  /** Of one unit. */
  price?: number | null | undefined;
  /** Downloads left of each file from now on; absent means the order's download limit. */
  downloadsRemaining?: number | undefined;
  /** Its fields that could not be read, by their own names; refused when the line matches a product. */
  wrong?: FieldError[];
}

/**
 * An order as a caller sends it. What is absent takes its default on create and stays as it is on update; null
 * means none.
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
  /** Milliseconds since 1970 in UTC. */
  expiresAt?: number | null | undefined;
  downloadLimit?: number | null | undefined;
  lines?: OrderLine[] | undefined;
  /** Fields that could not be read; they are refused together with those that break a rule. */
  wrong: FieldError[];
}

/** What becomes of a line whose SKU matches no product: only v3 skips it (docs/v3-interface.md, Send a paid order). */
export type UnknownSku = "reject" | "skip";

/** Every field that breaks a rule, and, for a new order, every one that is missing. */
export function orderProblems(
  input: OrderInput,
  { isNew, linesRequired = false }: { isNew: boolean; linesRequired?: boolean },
): FieldError[] {
  const unread = new Set(input.wrong.map(({ field }) => field));
  const rules = [
    { field: "id", message: input.id === undefined ? null : orderIdProblem(input.id) },
    { field: "vendor_id", message: typeof input.vendorId === "string" ? vendorIdProblem(input.vendorId) : null },
    { field: "title", message: nameProblem(input.title) },
    { field: "first_name", message: nameProblem(input.firstName) },
    { field: "last_name", message: nameProblem(input.lastName) },
    { field: "email", message: isNew || input.email !== undefined ? emailProblem(input.email ?? "") : null },
    { field: "order_items", message: linesProblem(input.lines, linesRequired) },
    ...(input.lines ?? []).map(({ quantity }, index) => ({
      field: `order_items[${index}].quantity`,
      message: quantity === undefined ? null : quantityProblem(quantity),
    })),
  ];
  return [...input.wrong, ...rules.filter(({ field }) => !unread.has(field)).filter(isWrong)];
}

function linesProblem(lines: OrderLine[] | undefined, required: boolean): string | null {
  if (!lines) return required ? "must contain at least one order item" : null;
  return lines.length > mostLines ? `must contain at most ${mostLines} order items` : null;
}

function quantityProblem(quantity: number): string | null {
  const isRight = Number.isInteger(quantity) && quantity >= 1 && quantity <= largestQuantity;
  return isRight ? null : `must be a whole number from 1 to ${largestQuantity}`;
}

/** Why an order cannot hold so many units of one product, which several lines may name; null when it can. */
export function unitsProblem(units: number): string | null {
  return units > largestQuantity ? `must add up to at most ${largestQuantity} for one product` : null;
}

function isWrong(rule: { field: string; message: string | null }): rule is FieldError {
  return rule.message !== null;
}

function nameProblem(text: string | undefined): string | null {
  return text === undefined ? null : textProblem(text, { shortest: 0, longest: 255 });
}

/** Why `id` cannot be an order's id, in words; null when it can. */
export const orderIdProblem = (id: string) => idProblem(id, longestOrderId);

/** Why `id` cannot be the caller's own ID of an order, in words; null when it can. */
export const vendorIdProblem = (id: string) => idProblem(id, longestVendorId);

function idProblem(id: string, longest: number): string | null {
  return id.includes("/") ? "must not contain a slash" : segmentProblem(id, { longest });
}
