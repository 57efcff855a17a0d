import { ConfigError } from "../config/config.ts";
import { DomainError, reasonOf } from "../platform/errors.ts";
import { FilesUnreachable } from "../platform/files/store.ts";
import { errorSentence } from "./error-sentence.ts";

/** What the command line says when a command has failed: a sentence, or a stack if the program itself is at fault. */
export function wordsOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DomainError) return errorSentence(error);
  return isOfSurroundings(error) ? `${reasonOf(error)}.` : stackOf(error);
}

/** Whether the disk, the database or another server is the cause, as its code says: a stack would not help. */
function isOfSurroundings(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (cause instanceof FilesUnreachable) return true;
    if (typeof code === "string" && /^(E[A-Z]+|SQLITE_\w+|[0-9A-Z]{5}|Connection\w+)$/.test(code)) return true;
  }
  return false;
}

/** A stack does not show what caused the error. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error.stack) : `${reasonOf(error)}\n${error.stack}`;
}
