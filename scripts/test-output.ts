/** A test that failed, or a hook: `name` has the names of its groups too. */
export interface FailedTest {
  /** From the root of the checkout. */
  file: string;
  name: string;
  /** What was printed before it, at most 40 lines: why it failed. */
  reason: string;
}

const mostLines = 40;

/** What the output of `bun test` says. */
export interface TestRun {
  passed: number;
  /** As the runner counts them at the end, with errors outside of tests. */
  failed: number;
  failures: FailedTest[];
}

/** Reads the output of `bun test` line by line: each file's name stands above its tests, and the totals come last. */
export class TestOutput {
  readonly run: TestRun = { passed: 0, failed: 0, failures: [] };
  #file = "";
  #isSummary = false;
  #rest = "";
  #lines: string[] = [];

  /** Takes the next part of the output. */
  add(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    const file = /^(\S+\.test\.ts):$/.exec(line)?.[1];
    const failed = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/.exec(line)?.[1];
    const isError = line === "# Unhandled error between tests";
    const total = /^ *(\d+) (pass|fail|error)s?$/.exec(line);
    if (file !== undefined) this.#file = file;
    // The failures are listed once more at the end.
    else if (/^\d+ tests? (failed|skipped):$/.test(line)) this.#isSummary = true;
    else if (isError) this.run.failures.push({ file: this.#file, name: "(an error between tests)", reason: "" });
    else if (failed !== undefined && !this.#isSummary) {
      this.run.failures.push({
        file: this.#file,
        name: failed.replace(/\(unnamed\)$/, "(a hook: beforeAll or afterAll)"),
        reason: this.#lines.join("\n").trim(),
      });
    } else if (total) this.run[total[2] === "pass" ? "passed" : "failed"] += Number(total[1]);
    if (file !== undefined || /^\((pass|fail|skip|todo)\) /.test(line)) this.#lines = [];
    else this.#lines = [...this.#lines.slice(1 - mostLines), line];
  }
}
