import { DomainError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { describeFailure } from "../failure.ts";
import { problemResponse } from "./problem.ts";

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

/** The answer to a failed request. */
export function errorResponse(error: unknown, path: string, log: Log): Response {
  if (error instanceof RequestError) return problemResponse(error.status, { detail: error.message });
  const { status, sentence: detail, fields: errors, headers } = describeFailure(error, log);
  const missing = error instanceof DomainError && error.code === "not_found";
  const resource = missing ? resources[path.split("/")[3] ?? ""] : undefined;
  return problemResponse(status, { detail, errors, headers, resource });
}
