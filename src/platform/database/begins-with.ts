import { type RawBuilder, sql } from "kysely";

/**
 * Matches texts that begin with `text`, in any case. In a join, write `column` with its table. It is a range of the lowercase
 * text, so it can use an index on that.
 */
export function beginsWith(column: string, text: string): RawBuilder<boolean> {
  const lowerCase = sql`lower(${sql.ref(column)})`;
  return sql<boolean>`(${lowerCase} >= lower(${text}) and ${lowerCase} < lower(${text}) || ${"\u{10ffff}"})`;
}

/** Matches folded texts that begin with `folded`, which must be folded too (`foldText`). Uses an index. */
export function foldedBeginsWith(column: string, folded: string): RawBuilder<boolean> {
  const text = sql.ref(column);
  return sql<boolean>`(${text} >= ${folded} and ${text} < ${`${folded}\u{10ffff}`})`;
}
