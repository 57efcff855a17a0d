/**
 * Where a spreadsheet program may begin a cell: at its real beginning, and after any character that the program or its
 * user treats as the end of a cell or row. Excel splits a file with commas at semicolons if its language writes numbers
 * with a decimal comma. Quotation marks in the middle of a line then protect nothing.
 */
const begins = String.raw`(?<=^|[,;\|\t\r\n])`;

/**
 * Characters that a program may skip at the beginning of a cell: quotation marks, and all that shows nothing, such as a
 * no-break space. They include apostrophes, so adding one does not change the match, and removing one restores exactly
 * the original. Tabs and line breaks begin a cell themselves.
 */
const skipped = String.raw`[["'\p{White_Space}\p{Cc}\p{Cf}]--[\t\r\n]]`;

/** What turns such a cell into a formula. */
const runs = String.raw`${skipped}*[=@+\-＝＠＋－]|["']*[\t\r\n]`;

const formula = new RegExp(`${begins}(?=${runs})`, "gv");
const guarded = new RegExp(`${begins}'(?=${runs})`, "gv");

/** Adds an apostrophe wherever a spreadsheet program would run a formula. `unguard` removes them. */
export function guard(text: string): string {
  return text.replace(formula, "'");
}

/** Restores exactly what `guard` was given. A formula without an apostrophe stays as it is. */
export function unguard(text: string): string {
  return text.replace(guarded, "");
}
