/**
 * Where a spreadsheet program may see the beginning of a cell: at its own, and after whatever that program, or the person
 * at it, takes for the end of a cell or a row. A file with commas is cut at semicolons where Excel's language has a comma
 * in numbers, and there quotation marks in the middle of a line protect nothing.
 */
const begins = String.raw`(?<=^|[,;|\t\r\n])`;

/**
 * What makes such a cell a formula, with what a program may pass over before it. Apostrophes are among that, so that one
 * more changes nothing in this, and taking one off gives back exactly what was.
 */
const runs = String.raw`["' ]*[=@＝＠]|["']*[+\-＋－\t\r\n]`;

const formula = new RegExp(`${begins}(?=${runs})`, "gu");
const guarded = new RegExp(`${begins}'(?=${runs})`, "gu");

/** The text of a cell that no spreadsheet program runs: an apostrophe wherever it would; `unguard` takes them off. */
export function guard(text: string): string {
  return text.replace(formula, "'");
}

/** Exactly what `guard` was given. A formula that nobody guarded stays as it is. */
export function unguard(text: string): string {
  return text.replace(guarded, "");
}
