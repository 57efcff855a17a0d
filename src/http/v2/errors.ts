import { DomainError, type FieldError, InvalidFields } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { failureMessage, fieldOfLine } from "../xml/errors.ts";

/** The response to a failed request (docs/reference/v2-interface.md, Documents). */
export function errorResponse(error: unknown, log: Log): Response {
  return failureMessage(error instanceof DomainError ? inOwnWords(error) : error, log);
}

function inOwnWords(error: DomainError): DomainError {
  return error instanceof InvalidFields ? new InvalidFields(error.fields.map(ownField)) : error;
}

function ownField(error: FieldError): FieldError {
  const { field, message } = fieldOfLine(error, "product");
  return { field: field.replace(/^fileIds/, "files"), message };
}
