import { DomainError } from "../../platform/errors.ts";
import type { XmlRequest } from "./request.ts";

const suffix = ".xml";

/** A request's path, still percent-encoded, without the optional suffix `.xml`. */
export function pathWithoutSuffix(request: Request): string {
  const path = pathOf(request).replace(/\/$/, "");
  return path.endsWith(suffix) ? path.slice(0, -suffix.length) : path;
}

/**
 * Handles a request whose last segment is a SKU or an order ID. These can end with `.xml` themselves: if nothing is
 * found without the suffix, it is looked up with it.
 */
export async function withSuffixFallback(
  request: XmlRequest,
  handler: (request: XmlRequest) => Promise<Response>,
): Promise<Response> {
  if (!pathOf(request.raw).endsWith(suffix)) return handler(request);
  const { id, sku } = request.parameters;
  try {
    return await handler({ ...request, raw: request.raw.clone() as Request });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return handler({ ...request, parameters: { ...request.parameters, id: id + suffix, sku: sku + suffix } }).catch(
      (second) => {
        throw isNotFound(second) ? error : second;
      },
    );
  }
}

/** A SKU or an order id as the last segment of a path. If its end looks like the suffix, the suffix is added. */
export function lastSegment(identifier: string): string {
  return encodeURIComponent(identifier) + (identifier.endsWith(suffix) ? suffix : "");
}

function isNotFound(error: unknown): boolean {
  return error instanceof DomainError && error.code === "not_found";
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
