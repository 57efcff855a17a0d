import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

/** Does all that `afterTests` was given. The test runner calls it, and so do scripts that use the tests' helpers. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = [];
  while (undo.length > 0) {
    try {
      await undo.pop()?.();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Cleaning up after the tests failed.");
}
