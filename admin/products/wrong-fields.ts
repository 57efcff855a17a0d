import { ApiProblem } from "../api/request.ts";

/** Errors by field. A conflict is shown at the SKU. */
export function wrongFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return error.status === 409 ? { sku: error.detail } : error.byField;
}
