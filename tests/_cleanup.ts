import { afterAll, setDefaultTimeout } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Milliseconds for one test: two databases and a browser share two slow cores on a build machine. */
setDefaultTimeout(90_000);

const undo: (() => Promise<void> | void)[] = [];

/** Runs `action` after the tests, the last one first, also when tests failed. */
export function afterTests(action: () => Promise<void> | void): void {
  undo.push(action);
}

/** Returns the path of a new empty folder that is removed after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "waybill-test-"));
  afterTests(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// bunfig.toml loads this file ahead of every test file, so that the hook belongs to the run and not to the file
// that happened to import it first.
afterAll(async () => {
  const failures: unknown[] = [];
  while (undo.length > 0) {
    try {
      await undo.pop()?.();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Cleaning up after the tests failed.");
}, 60_000);
