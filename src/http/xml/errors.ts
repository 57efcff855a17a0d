import { isUnavailable } from "../../database/database.ts";
import { DomainError, type DomainErrorCode } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { BodyTooLarge } from "../body.ts";
import { message } from "./respond.ts";
import { WireError } from "./wire-error.ts";

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

/** The answer to a failed request (contract.md section 5.3); what is not the caller's fault is logged, not shown. */
export function errorResponse(error: unknown, log: Log): Response {
  if (error instanceof DomainError) return message(statuses[error.code], error.message);
  if (error instanceof WireError) return message(error.status, error.message, error.headers);
  if (error instanceof BodyTooLarge) return message(413, error.message);
  log.error({ err: error }, "request failed");
  if (isUnavailable(error)) {
    return message(503, "The store of orders cannot be reached just now. Try again shortly.", { "retry-after": "5" });
  }
  return message(500, "Something went wrong in the service, and nothing was changed. Try again, or tell its operator.");
}
