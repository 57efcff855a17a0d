import { UnknownProduct } from "../../delivery/catalog/product-lookup.ts";
import { SkuTaken } from "../../delivery/catalog/products.ts";
import type { UnmatchedLine } from "../../delivery/orders/order-lines.ts";
import { DomainError, type FieldError, InvalidFields } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { describeFailure } from "../failure.ts";
import { message } from "./respond.ts";
import { WireError } from "./wire-error.ts";

/** The response to a failed request (docs/reference/unversioned-interface.md, Answers and errors). */
export function errorResponse(error: unknown, log: Log): Response {
  return failureMessage(aboutItems(error), log);
}

/** The response to a failed request. The error already uses the interface's terms. */
export function failureMessage(error: unknown, log: Log): Response {
  if (error instanceof WireError) return message(error.status, error.message, error.headers);
  const { status, sentence, headers } = describeFailure(error, log);
  return message(status, sentence, headers);
}

/** The error in the terms of this interface, which calls products items. */
function aboutItems(error: unknown): unknown {
  if (error instanceof SkuTaken) return new DomainError("taken", `Another item already has the SKU ${error.sku}.`);
  if (error instanceof UnknownProduct && "sku" in error.key)
    return new DomainError("not_found", `There is no item with the SKU ${error.key.sku}.`);
  return error instanceof InvalidFields
    ? new InvalidFields(error.fields.map((field) => fieldOfLine(field, "item")))
    : error;
}

/** Lines name products by their SKU only. `noun` is the interface's term for a product. */
export function fieldOfLine(error: FieldError | UnmatchedLine, noun: "item" | "product"): FieldError {
  if (!("product" in error)) return error;
  const { field, product } = error;
  const sku = product && "sku" in product ? product.sku : null;
  return {
    field: field.replace(/product$/, "sku"),
    message: sku === null ? "is required" : `is unknown: no ${noun} has the SKU ${JSON.stringify(sku)}`,
  };
}
