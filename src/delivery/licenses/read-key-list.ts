import { giveWay } from "../../platform/give-way.ts";
import { foldText, visibleText } from "../../platform/text.ts";
import {
  type KeyReading,
  longestBlock,
  namesKeys,
  readBlock,
  readBlockMark,
  readCell,
  readLine,
  usualSeparators,
} from "./key-problems.ts";
import { type Line, linesOf, splitLines } from "./split-lines.ts";

/** A key in a text, or why it is not a key, with the line where it begins. */
type FoundKey = KeyReading & { line: number };

/** A skipped line that only names columns. */
interface Header {
  line: number;
  header: string;
}

type Found = FoundKey | Header;

/** The columns named by the first line. */
interface KeyColumn {
  separator: string;
  /** The index of the column with keys, from 0. */
  index: number;
  /** The number of columns. */
  width: number;
}

/** An unfinished key of several lines. */
interface Block {
  line: number;
  name: string;
  lines: string[];
  /** Characters so far. */
  length: number;
  /** Whether a quotation mark before the first line surrounds all lines, as in a CSV cell. */
  isCell: boolean;
}

/** Columns of files with more details about a key than a list can have. */
const otherColumns = new Set(["product_sku", "sku", "item_sku", "order_id", "order_item_id"]);

/**
 * Reads the license keys of a text line by line (docs/store/license-keys.md, Lists of keys): one per line, or one from a line
 * with BEGIN to its line with END. Skips empty lines and headers; headers are reported.
 */
class KeyText {
  #isFirst = true;
  #separators = usualSeparators;
  #keyColumn: KeyColumn | null = null;
  #block: Block | null = null;
  /** The first line, if it may name the column of keys. The next line decides. */
  #possibleHeader: Header | null = null;
  /** The line that names the columns. Joined files repeat it in the middle. */
  #header: string | null = null;

  /** The entries that this line completes, usually one key. */
  take({ number: line, text }: Line): Found[] {
    const mark = readBlockMark(text.replace(/^\s*"|"\s*$/g, ""));
    if (this.#block && mark?.which !== "BEGIN") return this.#continue(this.#block, text, mark);
    if (mark?.which === "BEGIN") {
      return [...this.#checkHeader(text), ...this.end(), ...this.#begin(line, text, mark.name)];
    }
    const visible = visibleText(text);
    if (visible === "") return [];
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (isFirst) {
      const [, separator] = /^"?sep=(.)"?$/i.exec(visible) ?? (/^sep=\s*$/i.test(text) ? [null, "\t"] : []);
      if (separator) {
        this.#separators = [separator];
        this.#isFirst = true;
        return [];
      }
      const problem = this.#readHeader(visible);
      if (problem) return [{ line, problem }];
      if (this.#keyColumn) {
        this.#header = visible;
        return [{ line, header: visible }];
      }
      if (namesKeys(visible.replace(/^"(.*)"$/, "$1"))) {
        this.#possibleHeader = { line, header: visible };
        return [];
      }
    }
    const before = this.#checkHeader(visible);
    if (visible === this.#header) return [...before, { line, header: visible }];
    const reading = this.#keyColumn ? fromColumn(visible, this.#keyColumn) : readLine(visible, this.#separators);
    return [...before, { line, ...reading }];
  }

  /** Decides what the first line is, now that the next line is known. */
  #checkHeader(next: string | null): Found[] {
    const possible = this.#possibleHeader;
    this.#possibleHeader = null;
    if (possible === null) return [];
    if (next === null || shapeOf(next) === shapeOf(possible.header))
      return [{ line: possible.line, problem: nameOrKey }];
    this.#header = possible.header;
    return [possible];
  }

  /** The unfinished entries at the end of the text. */
  end(): Found[] {
    const before = this.#checkHeader(null);
    if (!this.#block) return before;
    const { line } = this.#block;
    this.#block = null;
    return [{ line, problem: "begins a key of several lines, whose last line, with END, is missing" }];
  }

  /** Why the columns named by the first line cannot be read; null if they can be, or if it names none. */
  #readHeader(visible: string): string | null {
    const separator = this.#separators.find((one) => visible.includes(one));
    if (!separator) return null;
    const names = cellsOf(visible, separator).map(visibleText);
    const places = names.flatMap((name, index) => (namesKeys(name) ? [index] : []));
    const [index] = places;
    if (index === undefined) return null;
    if (names.some((name) => otherColumns.has(foldText(name).replace(/[ -]+/g, "_")))) {
      return "names columns of products or orders. Import the file as CSV, under Import and export";
    }
    if (places.length > 1) return "names more than one column of keys. Keep one of them";
    this.#keyColumn = { separator, index, width: names.length };
    return null;
  }

  #begin(line: number, text: string, name: string): FoundKey[] {
    this.#isFirst = false;
    const visible = visibleText(text);
    const isCell = visible.startsWith('"') && !visible.endsWith('"');
    this.#block = { line, name, lines: [unquoted(text, isCell)], length: text.length, isCell };
    return this.#keyColumn ? [{ line, problem: "begins a key of several lines in a table. Import it as CSV" }] : [];
  }

  #continue(block: Block, text: string, mark: ReturnType<typeof readBlockMark>): FoundKey[] {
    block.length += text.length;
    // A block that is too long is not kept.
    if (block.length <= 4 * longestBlock) block.lines.push(unquoted(text, block.isCell));
    if (mark?.which !== "END" || (mark.name !== "" && block.name !== "" && mark.name !== block.name)) return [];
    this.#block = null;
    if (this.#keyColumn) return [];
    if (block.length > 4 * longestBlock) {
      return [{ line: block.line, problem: `begins a key of more than ${longestBlock} bytes` }];
    }
    return [{ line: block.line, ...readBlock(block.lines) }];
  }
}

/** A line of a block without its own quotation marks, or those of the cell around the block. */
function unquoted(text: string, isCell: boolean): string {
  if (isCell)
    return text
      .replace(/^(\s|\ufeff)*"(?=\W*BEGIN)/i, "")
      .replace(/"\s*$/, "")
      .replaceAll('""', '"');
  return /^\s*"(.*)"\s*$/.exec(text)?.[1] ?? text;
}

const nameOrKey = "looks like a column name. Remove this line; a key cannot be called that";

/** The text with one letter for each run of small letters, capitals, other letters and digits: `Aa-9` for `Key-01`. */
const shapeOf = (text: string): string =>
  text
    .replace(/^"(.*)"$/, "$1")
    .replace(/\p{Lu}+/gu, "A")
    .replace(/\p{Ll}+/gu, "a")
    .replace(/\p{Lo}+/gu, "o")
    .replace(/\p{N}+/gu, "9");

function fromColumn(visible: string, { separator, index, width }: KeyColumn): KeyReading {
  const cells = cellsOf(visible, separator);
  if (cells.length > width) return { problem: `has ${cells.length} columns, but the first line names ${width}` };
  const cell = cells[index] ?? "";
  if (visibleText(cell) === "") return { problem: "has no key in its column" };
  return readCell(cell);
}

/** The cells of a line, without quotation marks around them. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  const rest = line.matchAll(/"((?:[^"]|"")*)"|[^"]/g);
  let cell = "";
  for (const [part, quoted] of rest) {
    if (quoted !== undefined) cell += quoted.replaceAll('""', '"');
    else if (part !== separator) cell += part;
    else {
      cells.push(cell);
      cell = "";
    }
  }
  return [...cells, cell];
}

/** The keys of a UTF-8 text, read as the caller consumes them. Other work runs in between. Throws `invalid` like `linesOf`. */
export async function* keysOfBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  const text = new KeyText();
  for await (const line of linesOf(bytes)) {
    await giveWay();
    yield* text.take(line);
  }
  yield* text.end();
}

/** Maximum number of lines with problems in one report. The rest are reported next time. */
const mostProblems = 50;

/**
 * The keys of a text, each with its line, and the lines that only name columns. If there are problems, only the first of them.
 * Throws `invalid` like `linesOf`.
 */
export async function readKeys(text: string): Promise<Found[]> {
  const keys: Found[] = [];
  const problems: FoundKey[] = [];
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  for await (const found of keysOfBytes(bytes())) {
    if (!("problem" in found)) keys.push(found);
    else if (problems.push(found) === mostProblems) break;
  }
  return problems.length > 0 ? problems : keys;
}

/** The key of a list's entry, by the rules of a text; `single` reads an entry of one line. */
export function readKey(entry: string, single: (line: string) => KeyReading = (line) => readLine(line)): KeyReading {
  const lines = splitLines(entry.trim());
  if (lines.length < 2) return single(lines[0] ?? "");
  const text = new KeyText();
  const found = lines.flatMap((line, index) => text.take({ number: index + 1, text: line }));
  const [first, ...more] = [...found, ...text.end()];
  const isBlock =
    readBlockMark(lines[0] ?? "")?.which === "BEGIN" && readBlockMark(lines.at(-1) ?? "")?.which === "END";
  return first && !("header" in first) && more.length === 0 && isBlock
    ? first
    : { problem: "must be one key. Only a key from a line with BEGIN to one with END has several lines" };
}
