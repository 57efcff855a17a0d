import { SkuTaken, UnknownProduct } from "../delivery/catalog/products.ts";
import { InvalidFields } from "../platform/errors.ts";

/** Options that are not called as the domain's fields are. */
const options: Record<string, string> = { apiKey: "key", apiToken: "token" };

/** The error's sentence in the words of the command line, which calls products items and fields by their options. */
export function errorSentence(error: Error): string {
  if (error instanceof SkuTaken) return `Another item already has the SKU ${error.sku}.`;
  if (error instanceof UnknownProduct && "sku" in error.key) return `There is no item with the SKU ${error.key.sku}.`;
  if (!(error instanceof InvalidFields)) return error.message;
  return new InvalidFields(error.fields.map(({ field, message }) => ({ field: optionOf(field), message }))).message;
}

const optionOf = (field: string) => options[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
