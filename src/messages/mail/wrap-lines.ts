import { withoutMarks } from "../../platform/i18n/line-breaks.ts";

/** Columns; a longer line would make the whole part quoted-printable, with soft breaks inside links. */
const longest = 75;

/**
 * Breaks long lines at spaces, so that a text part stays readable as it is (RFC 5322 section 2.1.1 asks for 78
 * columns). A word without spaces, and with it a link, is never broken, nor is a date. Invisible marks
 * are left out: readers of plain text have no use for them.
 */
export function wrapLines(text: string): string {
  return withoutMarks(text).split("\n").flatMap(wrapLine).join("\n");
}

function wrapLine(line: string): string[] {
  if (line.length <= longest) return [line];
  const indent = line.match(/^(- )? */)?.[0].length ?? 0;
  const lines: string[] = [];
  let current = line.slice(0, indent);
  for (const [position, word] of line.slice(indent).split(" ").entries()) {
    if (position > 0 && current.length + 1 + word.length > longest) {
      lines.push(current);
      current = " ".repeat(indent) + word;
    } else {
      current += position > 0 ? ` ${word}` : word;
    }
  }
  return [...lines, current];
}
