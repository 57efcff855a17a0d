import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { DomainError } from "../errors.ts";
import { findSeparator } from "./csv-separator.ts";
import { unguard } from "./formulas.ts";

/** What a kind of file may have in its header. */
export interface Columns {
  required: readonly string[];
  optional: readonly string[];
  /** Written by exports, and of no effect when they come back. */
  ignored: readonly string[];
}

/** One row with what its cells hold, by column; empty cells are left out. */
export interface CsvRow {
  /** As a spreadsheet program counts: the header is row 1. */
  row: number;
  cells: Record<string, string>;
}

/** Why a row is refused; `field` is null when it is the row as a whole. */
export interface Refusal {
  row: number;
  field: string | null;
  reason: string;
}

export interface CsvFile {
  rows: CsvRow[];
  /** Rows that do not fit the header. */
  misshapen: Refusal[];
  /** Columns of the header that mean nothing here. */
  unknownColumns: string[];
}

/** More are a mistake, such as rows without line ends. */
const mostColumns = 500;

/** Rows of one file, which are held in memory while they are checked. */
export const mostRows = 50_000;

/**
 * Reads comma-separated values (RFC 4180) in UTF-8, with or without a byte order mark, below a header row; semicolons
 * or tabs may stand in place of the commas. Throws
 * `invalid` for what is no such file: another encoding, broken quotes, missing columns, too many rows.
 */
export async function readCsv(bytes: AsyncIterable<Uint8Array>, columns: Columns): Promise<CsvFile> {
  const { separator, texts } = await findSeparator(decoded(bytes));
  const parser = parse({ relax_column_count: true, delimiter: separator });
  // What ends the reading early is thrown by the loop below.
  pipeline(Readable.from(texts), parser, () => {});
  let header: string[] | null = null;
  const file: CsvFile = { rows: [], misshapen: [], unknownColumns: [] };
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++;
      if (cells.every((cell) => cell.trim() === "")) continue;
      if (!header) {
        header = readHeader(cells, columns);
        file.unknownColumns = unknownColumns(header, columns);
      } else if (cells.length !== header.length) {
        const reason = `has ${cells.length} cells, and the header has ${header.length}`;
        file.misshapen.push({ row, field: null, reason });
      } else {
        file.rows.push({ row, cells: named(cells, header, columns) });
      }
      if (file.rows.length + file.misshapen.length > mostRows) throw tooManyRows();
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  }
  if (!header) throw wrongFile("The file is empty: its first row must name the columns.");
  return file;
}

/** `RangeError` or `TypeError` of the decoder becomes a sentence; what reading the bytes throws passes. */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw wrongFile("The file is not in UTF-8. Save it as “CSV UTF-8”.");
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    if (text !== "") yield text;
  }
  decode();
}

function readHeader(cells: string[], { required, optional, ignored }: Columns): string[] {
  if (cells.length > mostColumns) throw wrongFile(`The header has more than ${mostColumns} columns.`);
  const header = cells.map((cell) =>
    unguard(cell)
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  );
  const known = new Set([...required, ...optional, ...ignored]);
  const twice = header.find((name, index) => known.has(name) && header.indexOf(name) !== index);
  if (twice) throw wrongFile(`The column ${twice} stands twice in the header.`);
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length === 0) return header;
  const names = missing.join(" and ");
  throw wrongFile(`The header lacks ${names}: the first row must name the columns.`);
}

function unknownColumns(header: string[], { required, optional, ignored }: Columns): string[] {
  const known = new Set(["", ...required, ...optional, ...ignored]);
  return [...new Set(header.filter((name) => !known.has(name)))].map((name) => name.slice(0, 100));
}

function named(cells: string[], header: string[], { required, optional }: Columns): Record<string, string> {
  const read = new Set([...required, ...optional]);
  const present = header.flatMap((name, index): [string, string][] => {
    const cell = unguard(cells[index] ?? "");
    return read.has(name) && cell !== "" ? [[name, cell]] : [];
  });
  return Object.fromEntries(present);
}

function unreadable(error: CsvError): DomainError {
  const line = typeof error.lines === "number" ? ` near line ${error.lines}` : "";
  return wrongFile(`The file is not valid CSV${line}: a quotation mark stands where none can, or its end is missing.`);
}

const tooManyRows = () =>
  wrongFile(`The file has more than ${mostRows} rows. Divide it into several; each needs the header.`);

function wrongFile(sentence: string): DomainError {
  return new DomainError("invalid", sentence, [{ field: "file", message: sentence }]);
}
