import { expect, test } from "bun:test";
import { TestOutput } from "../../scripts/test-output.ts";

test("what the runner prints is read in any pieces: the totals, and each failure once, with its file", () => {
  const text = [
    "bun test v1.4.5 3x PARALLEL",
    "",
    "tests/delivery/orders.test.ts:",
    "(pass) orders > are created [12.50ms]",
    "error: expected 2, not 3",
    "(fail) orders > are counted [1.20ms]",
    "",
    "tests/hostile/xml.test.ts:",
    "(fail) (unnamed) [90000.10ms]",
    "",
    "# Unhandled error between tests",
    "error: terminated",
    "",
    "2 tests failed:",
    "(fail) orders > are counted [1.20ms]",
    "(fail) (unnamed) [90000.10ms]",
    "",
    " 4637 pass",
    " 14 skip",
    " 2 fail",
    " 1 error",
    " 178438 expect() calls",
    "",
  ].join("\n");
  for (const size of [1, 7, text.length]) {
    const output = new TestOutput();
    for (let start = 0; start < text.length; start += size) output.add(text.slice(start, start + size));
    expect(output.run).toEqual({
      passed: 4637,
      failed: 3,
      failures: [
        { file: "tests/delivery/orders.test.ts", name: "orders > are counted", reason: "error: expected 2, not 3" },
        { file: "tests/hostile/xml.test.ts", name: "(a hook: beforeAll or afterAll)", reason: "" },
        { file: "tests/hostile/xml.test.ts", name: "(an error between tests)", reason: "" },
      ],
    });
  }
});
