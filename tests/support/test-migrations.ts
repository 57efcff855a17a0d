import { migrations, type NamedMigration } from "../../src/platform/database/migrations.ts";

/**
 * Runs `use` as a later version would, which has these migrations too. It is for this process alone, so create the database
 * before: it may be copied from one that is kept for other tests.
 */
export async function withMigrations<T>(added: Record<string, NamedMigration>, use: () => Promise<T>): Promise<T> {
  Object.assign(migrations, added);
  try {
    return await use();
  } finally {
    for (const name of Object.keys(added)) delete migrations[name];
  }
}

/** Adds a column `note` to this table. */
export const noteOn = (table: NamedMigration["locks"][number]): NamedMigration => ({
  up: async ({ schema }, { text }) => schema.alterTable(table).addColumn("note", text).execute(),
  locks: [table],
});
