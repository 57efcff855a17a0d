/** One invalid field of an input. */
export interface FieldError {
  /** In the domain's own names, such as `lines[0].quantity`. Each interface translates them. */
  field: string;
  message: string;
}

export type DomainErrorCode =
  | "not_found"
  | "not_allowed"
  | "invalid"
  | "taken"
  | "in_use"
  | "over_allowance"
  | "expired"
  | "on_hold"
  | "not_yet"
  | "revoked"
  | "item_revoked"
  | "stopped"
  | "used_up"
  | "file_missing"
  | "copy_not_ready"
  | "copy_failed"
  | "undeliverable";

/** Why something failed, in one line without a full stop. Causes follow what they caused. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, errors } = error as { code?: string; errors?: unknown[] };
  // A connection attempt to several addresses fails with one error for each, and no message of its own.
  const words = error.message || (errors?.length ? reasonOf(errors[0]) : String(code));
  const reason = words.replace(/\s+/g, " ").replace(/\.$/, "");
  return error.cause === undefined ? reason : `${reason}: ${reasonOf(error.cause)}`;
}

/** A violated rule of the service: a code, and a sentence that says what to do. */
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

/** Invalid fields. The message names all of them. */
export class InvalidFields extends DomainError {
  constructor(fields: FieldError[]) {
    super("invalid", `${fields.map(({ field, message }) => `${field} ${message}`).join("; ")}.`, fields);
  }
}

/** Throws `InvalidFields` for all fields with a message; null means valid. */
export function rejectFields(checked: { field: string; message: string | null }[]): void {
  const wrong = checked.filter((field): field is FieldError => field.message !== null);
  if (wrong.length > 0) throw new InvalidFields(wrong);
}
