import { DomainError, reasonOf } from "../platform/errors.ts";

let isAwaited = false;

const lost = (error: unknown) => new DomainError("invalid", `Standard output cannot be written: ${reasonOf(error)}.`);

/** Calls `end` if standard output fails, unless `writeToOutput` has reported it to its caller. */
export function watchOutput(end: (error: Error) => void): void {
  process.stdout.on("error", (error) => {
    if (!isAwaited) end(lost(error));
  });
}

/** Resolves when the bytes were written. Rejects with `invalid` if the reader is gone or the disk is full. */
export function writeToOutput(chunk: Uint8Array): Promise<void> {
  isAwaited = true;
  return new Promise((resolve, reject) => {
    process.stdout.write(chunk, (error) => (error ? reject(lost(error)) : resolve()));
  });
}
