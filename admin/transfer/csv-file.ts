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
  const lines = [["row", "column", "reason"], ...refused.map(({ row, field, reason }) => [row, field ?? "", reason])];
  return lines.map((line) => `${line.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")}\r\n`).join("");
}
