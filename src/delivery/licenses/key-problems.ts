import { foldText, textProblem, visibleText, withoutInvisible } from "../../platform/text.ts";

/** A key as it is stored, or why the text is not a key, in words that follow `Line 3`. */
export type KeyReading = { key: string } | { problem: string };

/** Maximum length of a key, in characters. */
const longestKey = 1000;

/** Maximum length, in bytes, of a key of several lines. PostgreSQL cannot index much longer texts. */
export const longestBlock = 2500;

/** Pairs of quotation marks. */
const pairs = ['""', "''", "“”", "„“", "””", "«»", "»«", "‘’", "‚‘", "’’"];

/** A digit, perhaps with decimals, and a power of ten. Spreadsheet programs shorten long numbers this way. */
const shortenedNumber = /^[+-]?(\d[.,]\d+e[+-]?\d{1,3}|\de[+-]\d{1,3})$/i;

/** What a spreadsheet program shows for an invalid formula. */
const spreadsheetError = /^#(REF!|N\/A|VALUE!|NAME\?|NUM!|DIV\/0!|NULL!|SPILL!|CALC!|#+)$/i;

/** How a spreadsheet program writes a text that looks like a number. */
const textFormula = /^="([^"]*)"$/;

/**
 * The first or last line of a key of several lines, with its name: `-----BEGIN LICENSE-----`, or with other characters around it.
 */
const blockMark = /^([\p{P}\p{S}\s]*)(BEGIN|END)(?:\s+([\p{L}\p{N}][\p{L}\p{N} ._/]*?))?[\p{P}\p{S}\s]*$/iu;

/** Maximum length of such a line, in characters. */
const longestMark = 200;

const columnNames = new Set(
  [
    ...[
      "key",
      "keys",
      "license",
      "licence",
      "license key",
      "licence key",
      "license keys",
      "licence keys",
      "license code",
    ],
    ...[
      "licensekey",
      "licensekeys",
      "serial",
      "serials",
      "serial number",
      "serial key",
      "serial code",
      "code",
      "codes",
    ],
    ...["activation key", "activation code", "product key", "unlock code", "registration code", "registration key"],
    ...["schlüssel", "lizenzschlüssel", "lizenz", "seriennummer", "clé", "clé de licence", "clés de licence"],
    ...["clave", "clave de licencia", "claves de licencia", "ライセンスキー", "キー"],
  ].map(foldText),
);

const longestName = 30;

/** Whether the text is a usual header of a column of keys. */
export const namesKeys = (text: string): boolean =>
  text.length <= longestName && columnNames.has(foldText(visibleText(text).replace(/[_-]+/g, " ").replace(/:$/, "")));

/** Whether the line is the beginning or the end of a block, and the block's name; null for other lines. */
export function readBlockMark(line: string): { which: "BEGIN" | "END"; name: string } | null {
  const text = visibleText(line);
  if (text.length > longestMark || !/BEGIN|END/i.test(text)) return null;
  const [, frame = "", mark = "", name = ""] = blockMark.exec(text) ?? [];
  const which = mark.toUpperCase();
  // Without other characters around it, a line in lowercase may be ordinary text.
  const isMark = mark === which || frame.trim() !== "";
  return isMark && (which === "BEGIN" || which === "END") ? { which, name: foldText(name) } : null;
}

/** Separators of columns, used if no header shows another. */
export const usualSeparators: readonly string[] = ["\t", ";", ","];

/** The key in a line with one column. Separators are allowed only within quotation marks. */
export function readLine(line: string, separators = usualSeparators): KeyReading {
  const text = visibleText(line);
  if (shortenedNumber.test(text)) return readCell(text);
  const whole = /^"(?:[^"]|"")*"$/.test(text) || textFormula.test(text);
  if (!whole && separators.some((separator) => text.includes(separator))) {
    const problem =
      "has more than one column. Keep only the keys, put a key with a comma or semicolon in quotation marks, or name the columns in the first line";
    return { problem };
  }
  return readCell(text);
}

/** The key in a cell of a file with known columns. */
export function readCell(cell: string): KeyReading {
  const outside = visibleText(cell);
  const unquoted = textFormula.exec(outside)?.[1] ?? withoutQuotes(outside);
  if (unquoted === null) return { problem: "has a quotation mark without its other half" };
  const key = visibleText(textFormula.exec(unquoted)?.[1] ?? unquoted);
  const problem = keyProblem(key);
  return problem === null ? { key } : { problem };
}

function keyProblem(key: string): string | null {
  if (shortenedNumber.test(key)) {
    return "is a number that a spreadsheet program has shortened. Take the keys from their source again, with the column formatted as text";
  }
  if (spreadsheetError.test(key)) return "is an error of a spreadsheet program, not a key";
  if (namesKeys(key)) return "is the name of a column, not a key";
  if (key.includes("\ufffd")) return "has a character that could not be read. Save the file in UTF-8";
  const mark = readBlockMark(key);
  if (mark?.which === "BEGIN") return "begins a key of several lines, whose last line, with END, is missing";
  if (mark) return "ends a key of several lines, whose first line, with BEGIN, is missing";
  return textProblem(key, { longest: longestKey });
}

/** The text without the quotation marks around it; null if one of them is unpaired. */
function withoutQuotes(text: string): string | null {
  const csv = /^"((?:[^"]|"")*)"$/.exec(text);
  if (csv) return (csv[1] ?? "").replaceAll('""', '"');
  for (const [open = "", close = ""] of pairs) {
    if (open !== '"' && text.length > 1 && text.startsWith(open) && text.endsWith(close)) return text.slice(1, -1);
  }
  if (/^["'“„«»‘‚]/.test(text)) return null;
  return /["”]$/.test(text) ? null : text;
}

/** The key that consists of these lines, from BEGIN to END. */
export function readBlock(lines: string[]): KeyReading {
  const key = lines
    .map((line) => withoutInvisible(line).trimEnd())
    .join("\n")
    .trim();
  if (Buffer.byteLength(key) > longestBlock) return { problem: `begins a key of more than ${longestBlock} bytes` };
  if (unprintableKey(key)) return { problem: "begins a key with characters that cannot be printed" };
  return key.includes("\ufffd") ? { problem: "begins a key with a character that could not be read" } : { key };
}

const unprintableKey = (key: string) =>
  key.split("\n").some((line) => textProblem(line, { shortest: 0, longest: longestBlock }) !== null);

/** Why the text, without outer white space, cannot be stored as a key, in words; null if it can. */
export function storedKeyProblem(key: string): string | null {
  const problem = unprintableKey(key) ? "must contain only printable characters" : null;
  return textProblem(key.replaceAll("\n", " "), { longest: longestBlock }) ?? problem;
}
