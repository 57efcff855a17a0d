import { singleLine } from "../platform/text.ts";

/** Prints one JSON object with `--json`, otherwise one line per value, or several for texts of several lines. */
export function printObject(object: Record<string, unknown>, { json }: { json?: boolean | undefined }): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(object)}\n`);
    return;
  }
  const width = Math.max(...Object.keys(object).map((name) => name.length));
  printLines(
    Object.entries(object).flatMap(([name, value]) =>
      linesOf(value).map((line, index) => `${(index === 0 ? name : "").padEnd(width)}  ${line}`),
    ),
  );
}

export function printLines(lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

/** A list with texts of several lines, such as license files, is shown as it is written. */
function linesOf(value: unknown): string[] {
  const texts = Array.isArray(value) && value.every((text) => typeof text === "string") ? value : [];
  if (!texts.some((text) => text.includes("\n"))) return [readable(value)];
  return texts.flatMap((text) => text.trimEnd().split("\n").map(readable));
}

function readable(value: unknown): string {
  if (value === null) return "none";
  // Texts of customers and stores must not control the terminal.
  return singleLine(typeof value === "object" ? JSON.stringify(value) : String(value));
}
