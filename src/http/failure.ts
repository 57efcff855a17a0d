import { CallerGone, DatabaseBusy, isUnavailable } from "../platform/database/database.ts";
import { dayMilliseconds } from "../platform/days.ts";
import { DomainError, type FieldError, InvalidFields } from "../platform/errors.ts";
import { FilesUnreachable } from "../platform/files/store.ts";
import { instantNow } from "../platform/instants.ts";
import type { Log } from "../platform/log.ts";
import { RendererUnavailable } from "../store/wording/renderer/lane.ts";
import { BadRequest } from "./bad-request.ts";
import { BodyBrokenOff, BodyEncoded, BodyTooLarge } from "./body.ts";
import { errorStatuses } from "./error-statuses.ts";
import { wireName } from "./field-names.ts";

/** The reason of a failed request, which each interface writes in its own form. */
interface Failure {
  status: number;
  /** A sentence that a person can act on. */
  sentence: string;
  fields: FieldError[];
  headers: Record<string, string>;
}

/** Describes what went wrong. Errors that are not the caller's fault are logged, not shown. */
export function describeFailure(error: unknown, log: Log, now = instantNow()): Failure {
  if (error instanceof DomainError) {
    const { code } = error;
    const fields = error.fields.map(({ field, message }) => ({ field: wireName(field), message }));
    const sentence = error instanceof InvalidFields ? new InvalidFields(fields).message : error.message;
    // Allowances are for a day in UTC.
    const seconds = Math.ceil((dayMilliseconds - (now % dayMilliseconds)) / 1000);
    const headers: Record<string, string> = code === "over_allowance" ? { "retry-after": String(seconds) } : {};
    return { status: errorStatuses[code], sentence, fields, headers };
  }
  const fault = requestFault(error);
  if (fault) return { ...fault, fields: [], headers: {} };
  if (error instanceof FilesUnreachable) {
    log.error({ err: error }, "request failed: the file storage cannot be reached");
    const sentence = "The file storage cannot be reached at the moment. Try again shortly.";
    return { status: 503, sentence, fields: [], headers: { "retry-after": "5" } };
  }
  log.error({ err: error }, "request failed");
  if (isUnavailable(error)) {
    const trouble = error instanceof DatabaseBusy ? "is too busy" : "cannot be reached";
    const sentence = `The database ${trouble} at the moment. Try again shortly.`;
    return { status: 503, sentence, fields: [], headers: { "retry-after": "5" } };
  }
  if (error instanceof RendererUnavailable) {
    const sentence = "Templates cannot be rendered at the moment. Try again shortly.";
    return { status: 503, sentence, fields: [], headers: { "retry-after": "5" } };
  }
  const sentence =
    "An internal error occurred. Check whether your change was made before you try again, or contact the operator of this service.";
  return { status: 500, sentence, fields: [], headers: {} };
}

/** The answer to a request that cannot be read, which is the sender's fault; null for all other errors. */
export function requestFault(error: unknown): Pick<Failure, "status" | "sentence"> | null {
  if (!(error instanceof Error)) return null;
  const sentence = error.message;
  if (error instanceof BadRequest || error instanceof BodyBrokenOff) return { status: 400, sentence };
  if (error instanceof CallerGone) return { status: 400, sentence };
  if (error instanceof BodyTooLarge) return { status: 413, sentence };
  return error instanceof BodyEncoded ? { status: 415, sentence } : null;
}
