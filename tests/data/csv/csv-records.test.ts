import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { CsvProblem, CsvRecords } from "../../../src/data/csv/csv-records.ts";

/** The records of a text that comes in these pieces, by row; null for text that is no CSV. */
function read(pieces: string[], separator: string): Record<number, string[]> | null {
  const found: Record<number, string[]> = {};
  const records = new CsvRecords(separator, (cells, row) => {
    found[row] = cells;
  });
  try {
    for (const piece of pieces) records.push(piece);
    records.end();
  } catch (error) {
    if (error instanceof CsvProblem) return null;
    throw error;
  }
  return found;
}

/** What another reader of such files makes of it. */
function expected(text: string, separator: string): Record<number, string[]> | null {
  try {
    const rows: string[][] = parse(text, {
      delimiter: separator,
      relax_column_count: true,
      record_delimiter: ["\r\n", "\n", "\r"],
    });
    const numbered = rows.map((cells, index): [number, string[]] => [index + 1, cells]);
    return Object.fromEntries(numbered.filter(([, cells]) => cells.length > 1 || cells[0] !== ""));
  } catch {
    return null;
  }
}

const text = fc.string({ unit: fc.constantFrom(...'ab"",,;\t\r\n \u{1f600}'), maxLength: 60 });

describe("records of a CSV file", () => {
  test.each([",", ";", "\t"])("with %j between cells are read as another reader reads them", (separator) => {
    fc.assert(
      fc.property(text, (csv) => expect(read([csv], separator)).toEqual(expected(csv, separator))),
      { numRuns: 10_000 },
    );
  });

  test("are the same however the text is cut into pieces", () => {
    const cuts = fc.array(fc.nat(60), { maxLength: 8 });
    fc.assert(
      fc.property(text, cuts, (csv, places) => {
        const ends = [...places.toSorted((one, other) => one - other), csv.length];
        const pieces = ends.map((end, index) => csv.slice(ends[index - 1] ?? 0, end));
        expect(read(pieces, ",")).toEqual(read([csv], ","));
      }),
      { numRuns: 10_000 },
    );
  });
});
