/** What makes a spreadsheet program take a cell for a formula, or for the cells beside it. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/u;

/** The text of a cell that no spreadsheet program runs: one apostrophe more where it would; `unguard` takes it off. */
export function guard(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Exactly what `guard` was given. A formula that nobody guarded stays as it is. */
export function unguard(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}
