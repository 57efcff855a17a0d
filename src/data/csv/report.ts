import type { CsvFile, Refusal } from "./csv-read.ts";
import type { ImportRequest, Report } from "./import-records.ts";
import { type Checked, mostRefusals } from "./kind.ts";

/** Longest wrong value in a report, in characters. */
const longestShown = 80;

/** The report on a checked file. */
export function reportOf(
  { dryRun, skipRefused }: ImportRequest,
  file: CsvFile,
  { accepted, refused, notes }: Checked<unknown>,
): Report {
  const all = [...file.misshapen, ...refused].toSorted((one, other) => one.row - other.row).slice(0, mostRefusals);
  const applied = !dryRun && accepted.length > 0 && (all.length === 0 || skipRefused);
  return {
    state: "done",
    accepted: accepted.length,
    applied,
    refused: withValues(all, file),
    notes: [...file.notes, ...notes],
    problem: null,
  };
}

/** The refusals, each with the value of the wrong cell. */
function withValues(refused: Refusal[], { rows }: CsvFile): Report["refused"] {
  const wanted = new Set(refused.map(({ row }) => row));
  const cells = new Map(rows.filter(({ row }) => wanted.has(row)).map(({ row, cells }) => [row, cells]));
  return refused.map((refusal) => {
    const value = refusal.field === null ? undefined : cells.get(refusal.row)?.[refusal.field];
    return { ...refusal, value: value === undefined ? null : shown(value) };
  });
}

/** A value for a report: shortened, with symbols for invisible characters. */
function shown(value: string): string {
  const beginning = [...value.slice(0, 2 * longestShown)];
  const short = beginning.slice(0, longestShown).join("");
  const visible = short
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    .replace(/[\u0000-\u001f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
  return beginning.length > longestShown || value.length > 2 * longestShown ? `${visible}…` : visible;
}
