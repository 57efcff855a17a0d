import type { RefusedRow } from "../api/types.ts";

/** Downloads a text as a file. */
export function saveCsv(filename: string, text: string): void {
  // Excel needs the byte order mark to detect UTF-8.
  const address = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The rejected rows as CSV. */
export function refusedCsv(refused: RefusedRow[]): string {
  const rows = refused.map(({ row, field, value, reason }) => [row, field ?? "", guarded(value ?? ""), reason]);
  const lines = [["row", "column", "value", "reason"], ...rows];
  return lines.map((line) => `${line.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")}\r\n`).join("");
}

/** Adds an apostrophe wherever a spreadsheet could start a cell with a formula. */
function guarded(value: string): string {
  return value.replace(/(?<=^|[,;|\t\r\n])(?=["' ]*[=@＝＠]|["']*[+\-＋－\t\r\n])/gu, "'");
}
