import { withoutMarks } from "../../../platform/i18n/line-breaks.ts";

/** In columns. A longer line would make the whole part quoted-printable, with soft breaks inside links. */
const longest = 75;

const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** In a Japanese line, the spaces between two Latin words are within a name. */
const besideJapanese = /(?<![!-~]) | (?![!-~])/;

/**
 * Breaks long lines at spaces, so that a text part stays readable without decoding (RFC 5322 section 2.1.1 recommends 78
 * columns). Never breaks a word without spaces, and so no link, no date, and in
 * Japanese no Latin name. Leaves out invisible marks, which are useless in plain text.
 */
export function wrapLines(text: string): string {
  return withoutMarks(text).split("\n").flatMap(wrapLine).join("\n");
}

function wrapLine(line: string): string[] {
  if (line.length <= longest) return [line];
  const indent = line.match(/^(- )? */)?.[0].length ?? 0;
  const lines: string[] = [];
  let current = line.slice(0, indent);
  const spaces = isJapanese.test(line) ? besideJapanese : " ";
  for (const [position, word] of line.slice(indent).split(spaces).entries()) {
    if (position > 0 && current.length + 1 + word.length > longest) {
      lines.push(current);
      current = " ".repeat(indent) + word;
    } else {
      current += position > 0 ? ` ${word}` : word;
    }
  }
  return [...lines, current];
}
