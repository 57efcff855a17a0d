import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from "kysely";
import { postgresColumns, sqliteColumns } from "./column-types.ts";
import { DatabaseProblem, ownDatabase } from "./database-problem.ts";
import { isBeforeRelease, migrations } from "./migrations.ts";

/** Which migrations have run on a database. */
export interface SchemaState {
  /** Migrations of this version that have not run; all of them if there is no schema. */
  pending: string[];
  /** Migrations of another version of Waybill: a later one, or one from before 1.0.0 (`isBeforeRelease`). */
  unknown: string[];
  /** False if there is no table of Waybill. */
  exists: boolean;
}

/** Reads which migrations have run, and changes nothing. */
// biome-ignore lint/suspicious/noExplicitAny: the migrator's table is not part of the schema.
export async function schemaState(db: Kysely<any>): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const known = Object.keys(migrations);
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) {
    return { pending: known, unknown: [], exists: tables.some(({ name }) => name === "accounts") };
  }
  const rows = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select("name").execute();
  const run = new Set(rows.map(({ name }) => String(name)));
  return {
    pending: known.filter((name) => !run.has(name)),
    unknown: [...run].filter((name) => !(name in migrations)).toSorted(),
    exists: run.size > 0,
  };
}

/** The schema belongs to a newer version, which this one does not know. */
class NewerSchema extends DatabaseProblem {
  constructor() {
    super("a newer version of Waybill has changed this database; start that version, or a later one");
  }
}

/** What to do with a database or a backup from before version 1.0.0: a sentence without a full stop. */
export const bringOver =
  "Start the version that made it, and bring its accounts over to a new installation (docs/start/install.md, From a version before 1.0.0)";

/** Throws `NewerSchema`, or `DatabaseProblem` if a version before 1.0.0 or another program has created the tables. */
export function rejectUnknown({ pending, unknown }: Pick<SchemaState, "pending" | "unknown">): void {
  if (unknown.length === 0) return;
  if (unknown.some(isBeforeRelease)) {
    throw new DatabaseProblem(`the database was made before version 1.0.0. Nothing was changed. ${bringOver}`);
  }
  if (pending.length < Object.keys(migrations).length) throw new NewerSchema();
  throw new DatabaseProblem(`another program keeps its tables in this database (${unknown[0]}). ${ownDatabase}`);
}

/**
 * Runs the migrations that the schema lacks, up to the one with this name, or all of them. The caller has begun a transaction
 * that prevents all other migrations, and ends it. Throws the errors of `rejectUnknown`, or the error of a migration: then the
 * transaction must be rolled back.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration works on a schema that no type describes yet.
export async function migrate(db: Kysely<any>, dialect: "sqlite" | "postgres", last?: string): Promise<void> {
  // The library's own error for this is less clear.
  rejectUnknown(await schemaState(db));
  const types = dialect === "sqlite" ? sqliteColumns : postgresColumns;
  const named = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    { up: (schema) => up(schema, types) },
  ]);
  const migrator = new Migrator({
    db,
    // Migrations are independent, and an installation may have run a later one before an earlier one was added.
    allowUnorderedMigrations: true,
    disableTransactions: true,
    provider: { getMigrations: async () => Object.fromEntries(named) },
  });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error;
}

/**
 * Whether the schema of a database that has one is already the latest. Throws the errors of `rejectUnknown`, or the database's
 * error if it has no schema.
 */
export async function isLatest(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const run = new Set(rows.map(({ name }) => name));
  const pending = Object.keys(migrations).filter((name) => !run.has(name));
  rejectUnknown({ pending, unknown: [...run].filter((name) => !(name in migrations)) });
  return pending.length === 0;
}
