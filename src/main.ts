#!/usr/bin/env bun
import { wordsOf } from "./cli/failure.ts";
import { watchOutput } from "./cli/output.ts";
import { createProgram } from "./cli/program.ts";

// The data folder holds links, addresses and keys: what is made there is for this user alone.
process.umask(0o077);

// If the runtime finds nothing more to wait for while a command has not ended, that must not look like success.
const unended = () => process.exit(1);
process.once("beforeExit", unended);

const running = createProgram()
  .parseAsync()
  .then(() => process.off("beforeExit", unended));
running.catch(fail);
watchOutput(fail);

function fail(error: unknown): void {
  // Not before the words are written; and without waiting for what a failed start has left open.
  process.stderr.write(`${wordsOf(error)}\n`, () => process.exit(1));
}
