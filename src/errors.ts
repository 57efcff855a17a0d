/** One invalid field of an input, named as the caller wrote it. */
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

/** A violated rule of the service: a code, and a sentence that tells a person what to do. */
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
 * Throws `invalid` with every invalid field named in one sentence. Returns if there is none. A null message means that
 * the field is valid.
 */
export function rejectFields(checked: { field: string; message: string | null }[]): void {
  const wrong = checked.filter((field): field is FieldError => field.message !== null);
  if (wrong.length === 0) return;
  const sentence = wrong.map(({ field, message }) => `${field} ${message}`).join("; ");
  throw new DomainError("invalid", `${sentence}.`, wrong);
}
