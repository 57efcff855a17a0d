import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { csvLines, importCsv } from "../support/csv.ts";
import { anyDatabase } from "../support/databases.ts";
import { type ServiceProcess, startProcess } from "../support/service.ts";
import { addItem } from "../support/store.ts";
import { holdsUp } from "./_rules.ts";

const megabyte = 1_000_000;
const header = "id,email,skus\r\n";
const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

const kind = fc.constantFrom("products", "orders", "license_keys");

/** What the file of a mistake is made of, again and again. */
const unit = fc.oneof(
  fc.constantFrom(
    "\0",
    ",",
    '"',
    "\n",
    "\r",
    ";",
    "\t",
    "a",
    '""',
    '",',
    "a\n",
    ",\n",
    '"a"',
    "\\",
    "'",
    "=",
    "é",
    "*1",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 5 }),
);
const beginning = fc.constantFrom("", header, "sku,name\n", "product_sku,key\n", "\ufeff", 'email;skus\r\n"');

/** Large files of one shape each. */
const shapes: [string, "products" | "orders" | "license_keys", () => string | Uint8Array<ArrayBuffer>][] = [
  ["NULs", "orders", () => fill("\0", 20 * megabyte)],
  ["NULs below a header", "orders", () => header + fill("\0", 20 * megabyte)],
  ["commas", "products", () => fill(",", 20 * megabyte)],
  ["commas below a header", "orders", () => header + fill(",", 20 * megabyte)],
  ["quotation marks", "license_keys", () => fill('"', 20 * megabyte)],
  ["line ends", "orders", () => fill("\n", 20 * megabyte)],
  ["line ends below a header", "orders", () => header + fill("\r\n", 20 * megabyte)],
  ["one long line", "orders", () => fill("a", 20 * megabyte)],
  ["an open quotation mark", "orders", () => `${header}1,"${fill("a,b\r\n", 20 * megabyte)}`],
  ["half a million columns", "orders", () => Array.from({ length: 500_000 }, (_, n) => `c${n}`).join(",")],
  ["half a million cells in a row", "orders", () => `${header}${fill("x,", megabyte)}\r\n`],
  ["a cell of 4 MB of SKUs", "orders", () => `${header}1,ann@example.com,${fill("A;", 4 * megabyte)}\r\n`],
  [
    "cells of a megabyte",
    "orders",
    () => header + fill(`1,ann@example.com,${fill("A*1;", megabyte)}\r\n`, 12 * megabyte),
  ],
  [
    "long lists of SKUs that nobody has",
    "orders",
    () => header + fill(`,ann@example.com,${fill("NONE*2;", 6_500)}\r\n`, 3 * megabyte),
  ],
  ["rows of which each cell is wrong", "orders", () => header + fill("/,nobody,?\r\n", 600_000)],
  [
    "addresses without end",
    "products",
    () => `sku,name,item_urls\n${fill(`S,N,${fill("http:;", 900_000)}\n`, 9 * megabyte)}`,
  ],
  [
    "a workbook",
    "orders",
    () => Buffer.concat([Buffer.from("PK\x03\x04\x14\0\x06\0"), Buffer.alloc(20 * megabyte, 7)]),
  ],
];

describe.each(anyDatabase)("on $name, CSV files by mistake or malice", ({ create }) => {
  let service: ServiceProcess;
  /** A refusal as a whole with a sentence, or a report that nothing was imported. */
  async function refuses(of: "products" | "orders" | "license_keys", csv: string | Uint8Array<ArrayBuffer>) {
    const { status, body } = await importCsv(service, of, csv);
    if (status === 200) return expect(body.import).toMatchObject({ state: "done", applied: false });
    expect(status).toBeWithin(400, 500);
    expect(body.detail).toMatch(/^[A-Z][\s\S]{8,}[.…]$/);
  }

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    await addItem(service, "A");
  });

  test("change nothing and hold nobody up, whatever they are made of", async () => {
    await holdsUp(service, { largestInput: megabyte }, () =>
      fc.assert(
        fc.asyncProperty(kind, beginning, unit, fc.integer({ min: 1, max: megabyte }), async (of, start, one, bytes) =>
          refuses(of as "orders", start + fill(one, bytes)),
        ),
        { numRuns: 30 },
      ),
    );
  });

  test.each(shapes)("%s: refused, while others are served", async (_, of, make) => {
    const csv = make();
    await holdsUp(service, { largestInput: csv.length }, () => refuses(of, csv));
  });

  test("a report of many wrong cells is kept short", async () => {
    const rows = Array.from({ length: 20_000 }, () => "/,nobody,A");
    const { body } = await importCsv(service, "orders", csvLines("id,email,skus", ...rows));
    expect(body.import).toMatchObject({ rows: 20_000, accepted: 0, applied: false });
    expect(body.import.refused).toHaveLength(10_000);
  });
});
