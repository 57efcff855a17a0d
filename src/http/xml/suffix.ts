import { DomainError } from "../../errors.ts";
import type { XmlRequest } from "./request.ts";

const suffix = ".xml";

/** A request's path as it was sent, still percent-encoded, without the `.xml` that every path may end with. */
export function pathWithoutSuffix(request: Request): string {
  const path = pathOf(request).replace(/\/$/, "");
  return path.endsWith(suffix) ? path.slice(0, -suffix.length) : path;
}

/**
 * Handles a request whose last segment is a SKU or an order id. These may themselves end with `.xml`: when there is
 * none without it, the one with it is meant.
 */
export async function withSuffixFallback(
  request: XmlRequest,
  handler: (request: XmlRequest) => Promise<Response>,
): Promise<Response> {
  try {
    return await handler(request);
  } catch (error) {
    const missing = error instanceof DomainError && error.code === "not_found";
    if (!missing || request.raw.bodyUsed || !pathOf(request.raw).endsWith(suffix)) throw error;
    const { id, sku } = request.parameters;
    return handler({ ...request, parameters: { id: id + suffix, sku: sku + suffix } });
  }
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
