import { type RawBuilder, sql } from "kysely";

/**
 * The condition that the column's text begins with `text`, in any case; `column` with its table where several are
 * joined. A range on the lowercase text, which an index on that answers.
 */
export function beginsWith(column: string, text: string): RawBuilder<boolean> {
  const lowerCase = sql`lower(${sql.ref(column)})`;
  return sql<boolean>`(${lowerCase} >= lower(${text}) and ${lowerCase} < lower(${text}) || ${"\u{10ffff}"})`;
}

/** The condition that a column of folded text begins with `folded`, which is folded too (`foldText`); an index answers it. */
export function foldedBeginsWith(column: string, folded: string): RawBuilder<boolean> {
  const text = sql.ref(column);
  return sql<boolean>`(${text} >= ${folded} and ${text} < ${`${folded}\u{10ffff}`})`;
}
