import { HTTPException } from "hono/http-exception";
import { DomainError } from "../../../platform/errors.ts";
import type { Log } from "../../../platform/log.ts";
import { describeFailure } from "../../failure.ts";
import { problemResponse } from "../../problem.ts";

/** The singular name of a resource, by the first segment of its path. */
const resources: Record<string, string> = {
  orders: "order",
  vorders: "order",
  order_items: "order_item",
  products: "product",
  skuproducts: "product",
  files: "file",
  uploads: "upload",
  emails: "email",
  renewal_requests: "renewal_request",
  mailbox: "message",
  imports: "import",
  members: "member",
  connections: "connection",
  connection_events: "connection_event",
  wordings: "wording",
  downloads: "download",
  item_urls: "item_url",
  license_keys: "license_key",
  api_keys: "api_key",
};

/**
 * A collection's path with a trailing slash is a resource with an empty ID, for every method: a client that does not know
 * the ID yet must not get the list. Throws `not_found`.
 */
export function rejectEmptyId(path: string): void {
  const collection = slashedCollection(path);
  if (collection === null) return;
  const name = resources[collection]?.replaceAll("_", " ").replace("url", "URL");
  throw new DomainError("not_found", `The ${name} ID is missing: nothing follows the last slash of the path.`);
}

/** The collection of a path with a trailing slash: `orders/`, `products/1/files/`; null for any other path. */
function slashedCollection(path: string): string | null {
  const [, collection = ""] = /^\/api\/v3\/(?:\w+\/[^/]+\/)?(\w+)\/$/.exec(path) ?? [];
  return Object.hasOwn(resources, collection) ? collection : null;
}

/** A request that cannot be read. `status` is the response's. */
export class RequestError extends Error {
  constructor(
    readonly status: 400 | 413 | 415,
    message: string,
  ) {
    super(message);
  }
}

/** The response to a failed request. */
export function errorResponse(error: unknown, path: string, log: Log): Response {
  if (error instanceof RequestError) return problemResponse(error.status, { detail: error.message });
  // Errors of the framework, such as for an invalid body.
  if (error instanceof HTTPException && error.status < 500) {
    return problemResponse(error.status, { detail: `${error.message || "The request could not be read"}.` });
  }
  const { status, sentence: detail, fields: errors, headers } = describeFailure(error, log);
  const missing = error instanceof DomainError && error.code === "not_found";
  const resource = missing ? resources[slashedCollection(path) ?? path.split("/")[3] ?? ""] : undefined;
  return problemResponse(status, { detail, errors, headers, resource });
}
