import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { writeRows } from "../../../src/data/csv/csv-write.ts";
import { guard, unguard } from "../../../src/data/csv/formulas.ts";

/** Texts of the characters that matter, and of a few that do not. */
const texts = fc.string({
  unit: fc.constantFrom(..."=+-@＝＠－＋'\";,|\t\r\n\v\u00a0\u200b\u3000\ufeff ax\\"),
  maxLength: 40,
});

/** What a program runs, or shows as another cell's beginning. */
const startsFormula = /^["\s\u200b]*[=@+\-＝＠＋－]/;

describe("cells of an export", () => {
  test("come back from an import exactly as they were", () => {
    fc.assert(
      fc.property(texts, (text) => expect(unguard(guard(text))).toBe(text)),
      { numRuns: 20_000 },
    );
  });

  test.each([",", ";", "|", "\t"])("begin no formula where %j separates cells, whatever they hold", (separator) => {
    const row = fc.array(texts, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(row, (cells) => {
        // Quotation marks that open after other text are text: the line is cut at every separator and line break.
        const seen = writeRows([cells])
          .split(/[\r\n]+/)
          .flatMap((line) => line.split(separator));
        expect(seen.filter((cell) => startsFormula.test(cell))).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["'=1+1", "''=1+1"],
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ["x|@SUM(A1)", "x|'@SUM(A1)"],
    ["x\t+1", "x\t'+1"],
    ["-", "'-"],
    [" +1", "' +1"],
    ["\u00a0=1+1", "'\u00a0=1+1"],
    ["\u3000\u00a0-1", "'\u3000\u00a0-1"],
    ["\t @SUM(A1)", "'\t' @SUM(A1)"],
    ["\n\u200b=1+1", "'\n'\u200b=1+1"],
    ["x;\u00a0+1", "x;'\u00a0+1"],
  ])("that hold %j are written as %j", (text, written) => {
    expect(guard(text)).toBe(written);
  });

  test.each(["Mozilla/5.0 (X11; Linux x86_64)", "O'Neil", "2026-01-31T12:00:00+00:00", "a - b", "ann@example.com"])(
    "that hold %j stay as they are",
    (text) => expect(guard(text)).toBe(text),
  );
});
