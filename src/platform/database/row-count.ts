import type { AliasableExpression } from "kysely";
import type { Reader } from "./database.ts";

/** The number of rows that a query finds. Give the query a limit: rows beyond it are not read. */
export async function rowCount(reader: Reader, found: AliasableExpression<{ id: number }>): Promise<number> {
  const { count } = await reader
    .selectFrom(found.as("found"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
