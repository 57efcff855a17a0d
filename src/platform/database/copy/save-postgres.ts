import { type Kysely, sql } from "kysely";
import type { Reader } from "../database.ts";
import { migrate } from "../migrate.ts";
import { createSaved } from "../sqlite/saved-database.ts";
import { copyTables } from "./copy-tables.ts";
import { extendIdleLimit } from "./idle-limit.ts";
import { tablesOf } from "./tables.ts";

/**
 * Writes the whole PostgreSQL database `db`, as of one instant, to a new SQLite database at `path`. Throws if a newer version of
 * Waybill has extended the schema, or once `stopping` fires.
 */
export async function savePostgres(db: Reader, path: string, stopping?: AbortSignal): Promise<void> {
  const saved = await createSaved(path);
  try {
    await migrate(saved.tables, "sqlite");
    await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (tx) => {
        const source = tx as unknown as Kysely<never>;
        await extendIdleLimit(source);
        await rejectOtherSchema(source, saved.tables);
        await copyTables(source, saved.tables, await tablesOf(saved.tables), () => stopping?.throwIfAborted());
      });
  } finally {
    await saved.close();
  }
}

/** Tables and columns that this version does not know would be lost. */
async function rejectOtherSchema(source: Kysely<never>, saved: Kysely<never>): Promise<void> {
  const migrationsOf = async (db: Kysely<never>) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name).join();
  };
  if ((await migrationsOf(source)) !== (await migrationsOf(saved))) {
    throw new Error("The database is of another version of Waybill. Use that version to back it up.");
  }
}
