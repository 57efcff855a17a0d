import { ApiProblem } from "../api/request.ts";

/** What is wrong with each field of a product; a SKU that another product has stands at the SKU. */
export function wrongFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return error.status === 409 ? { sku: error.detail } : error.byField;
}
