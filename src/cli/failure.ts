import { ConfigError } from "../config/config.ts";
import { UnknownProduct } from "../delivery/catalog/product-lookup.ts";
import { SkuTaken } from "../delivery/catalog/products.ts";
import { DomainError, InvalidFields, reasonOf } from "../platform/errors.ts";
import { FilesUnreachable } from "../platform/files/store.ts";

/** The text to print when a command has failed: a sentence, or a stack if the program is at fault. */
export function wordsOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DomainError) return errorSentence(error);
  return isOfSurroundings(error) ? `${reasonOf(error)}.` : stackOf(error);
}

/**
 * Whether an error code shows that the disk, the database or another server is the cause. A stack would not help then.
 */
function isOfSurroundings(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (cause instanceof FilesUnreachable) return true;
    if (typeof code === "string" && /^(E[A-Z]+|SQLITE_\w+|[0-9A-Z]{5}|Connection\w+)$/.test(code)) return true;
  }
  return false;
}

/** Adds the cause, which a stack does not show. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error.stack) : `${reasonOf(error)}\n${error.stack}`;
}

/** Options whose names differ from the domain's fields. */
const options: Record<string, string> = { apiKey: "key", apiToken: "token" };

/** The error's sentence in the terms of the command line: items for products, options for fields. */
function errorSentence(error: Error): string {
  if (error instanceof SkuTaken) return `Another item already has the SKU ${error.sku}.`;
  if (error instanceof UnknownProduct && "sku" in error.key) return `There is no item with the SKU ${error.key.sku}.`;
  if (!(error instanceof InvalidFields)) return error.message;
  return new InvalidFields(error.fields.map(({ field, message }) => ({ field: optionOf(field), message }))).message;
}

const optionOf = (field: string) => options[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
