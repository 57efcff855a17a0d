import { type Columns, columnName, type Header, readHeader } from "./csv-header.ts";
import { type CsvFault, CsvProblem, CsvRecords, longestRecord, mostCells } from "./csv-records.ts";
import { csvText, findSeparator, saidSeparator, wrongFile } from "./csv-text.ts";
import { unguard } from "./formulas.ts";
import { cellFinder, LeftOut, type OtherExport, type ReadRow } from "./other-export.ts";

/** One row: its values by column, without empty cells. */
export interface CsvRow {
  /** As a spreadsheet program counts: the header is row 1. */
  row: number;
  cells: Record<string, string>;
}

/** Why a row is rejected; `field` is null for the whole row. */
export interface Refusal {
  row: number;
  field: string | null;
  reason: string;
}

export interface CsvFile {
  rows: CsvRow[];
  /** Rows that do not fit the header. */
  misshapen: Refusal[];
  /** Columns that are unknown here. */
  unknownColumns: string[];
  /** Other notes about the columns, in sentences. */
  notes: string[];
}

/** Most rows of a file. They are held in memory while they are checked. */
export const mostRows = 50_000;

/**
 * Reads comma-separated values (RFC 4180) in UTF-8 with a header row, with or without a byte order mark. Also accepts
 * semicolons or tabs as separators. Gives way to other work while it reads. Throws `invalid` for another encoding,
 * broken quotes, missing columns, too many rows, or rows beyond `mostCells` or `longestRecord`.
 */
export async function readCsv(bytes: AsyncIterable<Uint8Array>, columns: Columns): Promise<CsvFile> {
  const { separator, texts } = await findSeparator(csvText(bytes));
  const file: CsvFile = { rows: [], misshapen: [], unknownColumns: [], notes: [] };
  let below: RowsBelow | null = null;
  const leftOut = new LeftOut();
  const records = new CsvRecords(separator, (cells, row) => {
    if (cells.every((cell) => cell.trim() === "")) return;
    if (row === 1 && saidSeparator(cells.join(separator))) return;
    if (!below) {
      below = rowsBelow(cells, columns);
      Object.assign(file, { unknownColumns: below.unknownColumns, notes: below.notes });
    } else if (cells.length !== below.width) {
      const reason = `has ${cells.length} cells, but the header has ${below.width}`;
      file.misshapen.push({ row, field: null, reason });
    } else {
      const read = below.read(cells);
      if ("cells" in read) file.rows.push({ row, cells: read.cells });
      else if ("refused" in read) file.misshapen.push({ row, ...read.refused });
      else if ("leftOut" in read) leftOut.add(read.leftOut);
    }
    if (file.rows.length + file.misshapen.length > mostRows) throw tooManyRows();
  });
  try {
    for await (const text of texts) records.push(text);
    records.end();
  } catch (error) {
    throw error instanceof CsvProblem ? unreadable(error) : error;
  }
  if (!below) throw wrongFile("The file is empty. The first row must contain the column names.");
  if (leftOut.sentence) file.notes.push(leftOut.sentence);
  return file;
}

/** How the rows below a header are read. */
interface RowsBelow extends Pick<CsvFile, "unknownColumns" | "notes"> {
  /** Number of cells in each row. */
  width: number;
  read(cells: string[]): ReadRow;
}

function rowsBelow(cells: string[], columns: Columns): RowsBelow {
  const names = cells.map(columnName);
  const other = columns.otherExports?.find(({ isIts }) => isIts(new Set(names)));
  if (other) return rowsOf(other, names);
  const header = readHeader(cells, columns);
  const { unknownColumns, notes } = header;
  return { width: names.length, unknownColumns, notes, read: (row) => ({ cells: named(row, header) }) };
}

function rowsOf({ service, notes, begin }: OtherExport, names: string[]): RowsBelow {
  const read = begin();
  const find = cellFinder(names);
  const said = [`The file was read as an export of ${service}.`, ...notes];
  return { width: names.length, unknownColumns: [], notes: said, read: (row) => read(find(row)) };
}

function named(cells: string[], { read, loose }: Header): Record<string, string> {
  const present: Record<string, string> = {};
  for (const [index, name] of read.entries()) {
    const text = cells[index] ?? "";
    const cell = unguard(loose[index] ? text.trim() : text);
    if (name !== null && cell !== "") present[name] = cell;
  }
  return present;
}

const faults: Record<CsvFault, (row: number) => string> = {
  quotes: (row) => `The file is not valid CSV near row ${row}: a quotation mark is misplaced or never closed.`,
  long_record: (row) =>
    `Row ${row} has more than ${longestRecord} characters. A closing quotation mark or a line break may be missing.`,
  many_cells: (row) =>
    row === 1 ? `The header has more than ${mostCells} columns.` : `Row ${row} has more than ${mostCells} cells.`,
};

const unreadable = ({ fault, row }: CsvProblem) => wrongFile(faults[fault](row));

const tooManyRows = () =>
  wrongFile(`The file has more than ${mostRows} rows. Split it into several files, each with the header row.`);
