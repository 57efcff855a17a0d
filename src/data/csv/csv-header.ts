import { wrongFile } from "./csv-text.ts";
import { unguard } from "./formulas.ts";
import type { OtherExport } from "./other-export.ts";

/** The columns that a kind of file may have. */
export interface Columns {
  required: readonly string[];
  optional: readonly string[];
  /** Exports write them. Imports accept them but do not store their values. */
  ignored: readonly string[];
  /** Other programs' names for a column. */
  alsoCalled: Readonly<Record<string, string>>;
  /** Notes about columns that are common in such files but are not read. */
  hints: Readonly<Record<string, string>>;
  /** Exports of other services that can be read as this kind. */
  otherExports?: readonly OtherExport[];
}

export interface Header {
  /** The columns by position; null for those that are not read. */
  read: (string | null)[];
  /** Whether to trim the values of a column, by position: yes if its name has white space around it too. */
  loose: boolean[];
  unknownColumns: string[];
  notes: string[];
}

/** Throws `invalid` if a required column is missing or a column appears twice. */
export function readHeader(cells: string[], columns: Columns): Header {
  const { required, optional, ignored } = columns;
  const known = [...required, ...optional];
  const names = cells.map(columnName);
  const notes: string[] = [];
  const read = names.map((name) => {
    if (known.includes(name) || ignored.includes(name)) return name;
    const meant = meantBy(name, columns);
    if (meant === null || names.includes(meant)) return null;
    notes.push(`The column ${shortened(name)} was read as ${meant}.`);
    return meant;
  });
  const twice = read.find((name, index) => name !== null && known.includes(name) && read.indexOf(name) !== index);
  if (twice) throw wrongFile(`The header contains the column ${twice} twice.`);
  const unknown = new Set(names.filter((name, index) => read[index] === null && name !== ""));
  rejectMissing(read, [...unknown], columns, names);
  const passedOver = names.filter((name) => ignored.includes(name));
  if (passedOver.length > 0) {
    notes.push(`These columns were ignored, because Waybill sets them: ${passedOver.join(", ")}.`);
  }
  for (const name of unknown) notes.push(...suggestion(name, read, columns));
  const loose = cells.map((cell) => cell !== cell.trim());
  return { read, loose, unknownColumns: [...unknown].map(shortened), notes };
}

/** The name of a column, ignoring case, spaces and hyphens. */
export function columnName(cell: string): string {
  return unguard(cell)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
}

/** The column that is clearly meant, such as one with other spaces or in the singular; null if there is none. */
function meantBy(name: string, { required, optional, alsoCalled }: Columns): string | null {
  const bare = (text: string) => text.replaceAll("_", "").replace(/s$/, "");
  if (Object.hasOwn(alsoCalled, name)) return alsoCalled[name] ?? null;
  return name === "" ? null : ([...required, ...optional].find((column) => bare(column) === bare(name)) ?? null);
}

/** The columns by which files of each kind are known. */
const kinds = { products: ["sku", "name"], orders: ["email", "skus"], "license keys": ["product_sku", "key"] };

function rejectMissing(
  read: (string | null)[],
  unknown: string[],
  { required }: Columns,
  names: readonly string[],
): void {
  const missing = required.filter((name) => !read.includes(name));
  if (missing.length === 0) return;
  const meant = missing.flatMap((name) => {
    const candidate = nearest(name, unknown);
    return candidate === null ? [] : [` The file has ${shortened(candidate)}. Did you mean ${name}?`];
  });
  const isFile = ([, signs]: [string, string[]]) => signs.every((name) => names.includes(name));
  const [kind] = Object.entries(kinds).find(isFile) ?? [];
  throw wrongFile(
    `The first row must contain the column names, but ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing.${meant.join("")}${kind ? ` It looks like a file of ${kind}.` : ""}`,
  );
}

function suggestion(name: string, read: (string | null)[], { required, optional, hints }: Columns): string[] {
  if (Object.hasOwn(hints, name)) return [`The column ${name} was ignored: ${hints[name]}.`];
  const absent = [...required, ...optional].filter((column) => !read.includes(column));
  const candidate = nearest(name, absent);
  return candidate === null ? [] : [`The column ${shortened(name)} was ignored. Did you mean ${candidate}?`];
}

const shortened = (name: string) => name.slice(0, 100);

/** Most typing mistakes in a word that is still recognized. */
const mostMistakes = 2;

/** The candidate that `word` is most likely a mistyped form of; null if none is close. */
function nearest(word: string, candidates: string[]): string | null {
  const close = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= mostMistakes)
    .map((candidate) => ({ candidate, mistakes: distance(word, candidate) }))
    .filter(({ candidate, mistakes }) => mistakes <= mostMistakes && 2 * mistakes < candidate.length)
    .toSorted((one, other) => one.mistakes - other.mistakes);
  return close[0]?.candidate ?? null;
}

/** Letters to insert, remove or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const next = [row + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (above[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    above = next;
  }
  return above[other.length] ?? 0;
}
