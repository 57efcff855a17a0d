/** One wrong field of an input, named as the caller wrote it. */
export interface FieldError {
  field: string;
  message: string;
}

export type DomainErrorCode =
  | "not_found"
  | "invalid"
  | "taken"
  | "in_use"
  | "over_allowance"
  | "expired"
  | "used_up"
  | "file_missing";

/** A rule of the service that a request ran into: a code, and a sentence that a person can act on. */
export class DomainError extends Error {
  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly fields: FieldError[] = [],
  ) {
    super(message);
    this.name = "DomainError";
  }
}

/**
 * Throws `invalid` with every wrong field named in one sentence; returns when there is none. A message of null
 * says that the field is right.
 */
export function rejectFields(checked: { field: string; message: string | null }[]): void {
  const wrong = checked.filter((field): field is FieldError => field.message !== null);
  if (wrong.length === 0) return;
  const sentence = wrong.map(({ field, message }) => `${field} ${message}`).join("; ");
  throw new DomainError("invalid", `${sentence}.`, wrong);
}
