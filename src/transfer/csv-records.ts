/** What is wrong with the form of a file. */
export type CsvFault = "quotes" | "long_record" | "many_cells";

/** Text that is no CSV, or has a record beyond the limits; `row` counts from 1, with the header. */
export class CsvProblem extends Error {
  constructor(
    readonly fault: CsvFault,
    readonly row: number,
  ) {
    super(`${fault} in row ${row}`);
  }
}

/** Cells of one record; more are a mistake, such as rows without line ends. */
export const mostCells = 500;

/** Characters of one record, as it stands in the file; more are a mistake, such as an open quotation mark. */
export const longestRecord = 1_048_576;

const [quote, carriageReturn, lineFeed] = [0x22, 0x0d, 0x0a];

/**
 * Takes apart comma-separated values (RFC 4180) that come in pieces of any size, in time and memory linear in the text:
 * `take` gets the cells of each record that is not an empty line, with the number of its row. A line ends with CR, LF or
 * both. Its limits hold while a record is read, not only once it is whole (docs/decisions/0015-own-csv-reader.md).
 */
export class CsvRecords {
  #state: "start" | "plain" | "quoted" | "closed" = "start";
  #afterReturn = false;
  #row = 1;
  #cells: string[] = [];
  /** What earlier pieces, or the text before a doubled quotation mark, had of the present cell. */
  #cell = "";
  /** Characters of the present record in earlier pieces. */
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
        // The second half of a line's end.
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
        // Between two quotation marks within a cell stands one.
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

  /** The file's end, which ends its last record. Throws `CsvProblem`. */
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
