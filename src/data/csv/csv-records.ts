/** What is wrong with a file's format. */
export type CsvFault = "quotes" | "long_record" | "many_cells";

/** The text is not CSV, or a record is too large. `row` counts from 1, including the header. */
export class CsvProblem extends Error {
  constructor(
    readonly fault: CsvFault,
    readonly row: number,
  ) {
    super(`${fault} in row ${row}`);
  }
}

/** Maximum cells of one record. More are a mistake, such as rows without line ends. */
export const mostCells = 500;

/** Maximum characters of one record in the file. More are a mistake, such as a quotation mark that is never closed. */
export const longestRecord = 1_048_576;

const [quote, carriageReturn, lineFeed] = [0x22, 0x0d, 0x0a];

/**
 * Parses comma-separated values (RFC 4180) that arrive in pieces of any size, in time and memory linear in the text.
 * `take` gets the cells and the row number of each record that is not an empty line. A line ends with CR, LF or both.
 * Limits are checked while a record is read, not only when it is complete (docs/contribute/decisions/0015-own-csv-reader.md).
 */
export class CsvRecords {
  #state: "start" | "plain" | "quoted" | "closed" = "start";
  #afterReturn = false;
  #row = 1;
  #cells: string[] = [];
  /** The beginning of the current cell, from earlier pieces or before a doubled quotation mark. */
  #cell = "";
  /** Characters of the current record in earlier pieces. */
  #length = 0;

  constructor(
    private readonly separator: string,
    private readonly take: (cells: string[], row: number) => void,
  ) {}

  /** Throws `CsvProblem`. */
  push(text: string): void {
    const separator = this.separator.charCodeAt(0);
    let cellStart = 0;
    let recordStart = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      if (this.#state === "quoted") {
        const end = character === quote ? at : text.indexOf('"', at);
        if (end === -1) break;
        this.#cell += text.slice(cellStart, end);
        cellStart = end + 1;
        at = end;
        this.#state = "closed";
        continue;
      }
      const endsLine = character === carriageReturn || character === lineFeed;
      if (endsLine && character === lineFeed && this.#afterReturn) {
        // The second half of a line end.
        this.#afterReturn = false;
        cellStart = recordStart = at + 1;
        continue;
      }
      this.#afterReturn = character === carriageReturn;
      if (endsLine || character === separator) {
        if (this.#state !== "closed") this.#cell += text.slice(cellStart, at);
        cellStart = at + 1;
        const isEmptyLine = endsLine && this.#state === "start" && this.#cells.length === 0;
        if (!isEmptyLine) this.#endCell();
        if (!endsLine) continue;
        if (this.#length + at - recordStart > longestRecord) throw new CsvProblem("long_record", this.#row);
        recordStart = at + 1;
        this.#endRecord();
      } else if (character === quote) {
        if (this.#state === "plain") throw new CsvProblem("quotes", this.#row);
        // Two quotation marks within a cell mean one.
        if (this.#state === "closed") this.#cell += '"';
        this.#state = "quoted";
        cellStart = at + 1;
      } else if (this.#state === "closed") {
        throw new CsvProblem("quotes", this.#row);
      } else {
        this.#state = "plain";
      }
    }
    if (this.#state !== "closed") this.#cell += text.slice(cellStart);
    this.#length += text.length - recordStart;
    if (this.#length > longestRecord) throw new CsvProblem("long_record", this.#row);
  }

  /** Call at the end of the file. It ends the last record. Throws `CsvProblem`. */
  end(): void {
    if (this.#state === "quoted") throw new CsvProblem("quotes", this.#row);
    if (this.#cells.length === 0 && this.#state === "start") return;
    this.#endCell();
    this.#endRecord();
  }

  #endCell(): void {
    if (this.#cells.length === mostCells) throw new CsvProblem("many_cells", this.#row);
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#state = "start";
  }

  #endRecord(): void {
    if (this.#cells.length > 0) {
      if (this.#cells.length > 1 || this.#cells[0] !== "") this.take(this.#cells, this.#row);
      this.#cells = [];
    }
    this.#length = 0;
    this.#row++;
  }
}
