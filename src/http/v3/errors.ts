import { isUnavailable } from "../../database/database.ts";
import { DomainError, type DomainErrorCode } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { BodyTooLarge } from "../body.ts";
import { problemResponse } from "./problem.ts";

const statuses: Record<DomainErrorCode, number> = {
  not_found: 404,
  invalid: 422,
  taken: 409,
  in_use: 409,
  over_allowance: 429,
  expired: 410,
  used_up: 403,
  file_missing: 409,
};

/** What a path's first segment calls a single one of its resources. */
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
  wordings: "wording",
};

/** A request that cannot be read; `status` is the answer's. */
export class RequestError extends Error {
  constructor(
    readonly status: 400 | 415,
    message: string,
  ) {
    super(message);
  }
}

/** The answer to a failed request; what is not the caller's fault is logged, not shown. */
export function errorResponse(error: unknown, path: string, log: Log): Response {
  if (error instanceof DomainError) {
    const { code, message: detail, fields: errors } = error;
    const resource = code === "not_found" ? resources[path.split("/")[3] ?? ""] : undefined;
    return problemResponse(statuses[code], { detail, errors, resource });
  }
  if (error instanceof RequestError) return problemResponse(error.status, { detail: error.message });
  if (error instanceof BodyTooLarge) return problemResponse(413, { detail: error.message });
  log.error({ err: error }, "request failed");
  if (isUnavailable(error)) {
    const detail = "The store of orders cannot be reached just now. Try again shortly.";
    return problemResponse(503, { detail, headers: { "retry-after": "5" } });
  }
  const detail = "Something went wrong in the service, and nothing was changed. Try again, or tell its operator.";
  return problemResponse(500, { detail });
}
