import type { Log } from "../../log.ts";
import { describeFailure } from "../failure.ts";
import { message } from "./respond.ts";
import { WireError } from "./wire-error.ts";

/** The response to a failed request (docs/unversioned-interface.md, Answers and errors). */
export function errorResponse(error: unknown, log: Log): Response {
  if (error instanceof WireError) return message(error.status, error.message, error.headers);
  const { status, sentence, headers } = describeFailure(error, log);
  return message(status, sentence, headers);
}
