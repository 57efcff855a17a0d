import type { Kysely } from "kysely";
import type { Database, Tx } from "../database.ts";
import type { SavedDatabase } from "../sqlite/saved-database.ts";
import { compareTables } from "./compare-tables.ts";
import { copyTables, type OnProgress } from "./copy-tables.ts";
import { extendIdleLimit } from "./idle-limit.ts";
import { tablesOf } from "./tables.ts";

/** Called during a copy: rows are copied first, then both sides are compared. */
export interface CopyWatcher {
  /** Called at the beginning of the transaction. If it throws, the transaction fails with that error. */
  beginning?(tx: Tx): Promise<void>;
  /** Called before the commit. If it throws, the transaction fails with that error. */
  ending?(): Promise<void>;
  copying: OnProgress;
  comparing: OnProgress;
}

/**
 * Copies all rows of a SQLite database into `target`, a PostgreSQL database with the same schema and no rows, and then
 * compares every row. All of it is one transaction: if anything fails, `target` stays empty.
 */
export async function copySaved(
  { tables: source }: Pick<SavedDatabase, "tables">,
  target: Database,
  { beginning, ending, copying, comparing }: CopyWatcher,
): Promise<void> {
  const tables = await tablesOf(source);
  await target.write(async (tx) => {
    await beginning?.(tx);
    const copy = tx as unknown as Kysely<never>;
    await extendIdleLimit(copy);
    await copyTables(source, copy, tables, copying);
    await compareTables(source, copy, tables, comparing);
    await ending?.();
  });
}
