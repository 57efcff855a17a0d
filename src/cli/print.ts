import { singleLine } from "../platform/text.ts";

/** Prints one JSON object with `--json`, otherwise one line per value. */
export function printObject(object: Record<string, unknown>, { json }: { json?: boolean | undefined }): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(object)}\n`);
    return;
  }
  const width = Math.max(...Object.keys(object).map((name) => name.length));
  printLines(Object.entries(object).map(([name, value]) => `${name.padEnd(width)}  ${readable(value)}`));
}

export function printLines(lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function readable(value: unknown): string {
  if (value === null) return "none";
  // Texts of customers and stores must not control the terminal.
  return singleLine(typeof value === "object" ? JSON.stringify(value) : String(value));
}
