import { DomainError } from "../../platform/errors.ts";

/** What is said of a file as a whole. */
export function wrongFile(sentence: string): DomainError {
  return new DomainError("invalid", sentence, [{ field: "file", message: sentence }]);
}
