import type { RefusedRow } from "../api/types.ts";

/** Hands the browser a text as a file to keep. */
export function saveCsv(filename: string, text: string): void {
  // By the byte order mark Excel knows UTF-8.
  const address = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The refused rows as a file of their own. */
export function refusedCsv(refused: RefusedRow[]): string {
  const rows = refused.map(({ row, field, value, reason }) => [row, field ?? "", guarded(value ?? ""), reason]);
  const lines = [["row", "column", "value", "reason"], ...rows];
  return lines.map((line) => `${line.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")}\r\n`).join("");
}

/** The value with an apostrophe wherever a spreadsheet program could begin a cell and run it as a formula. */
function guarded(value: string): string {
  return value.replace(/(?<=^|[,;|\t\r\n])(?=["' ]*[=@＝＠]|["']*[+\-＋－\t\r\n])/gu, "'");
}
