import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from "kysely";
import { postgresColumns, type SchemaMigration, sqliteColumns } from "./column-types.ts";
import { foundation } from "./migrations/0001-foundation/index.ts";
import { mailQueue } from "./migrations/0002-mail-queue.ts";
import { orderSearch } from "./migrations/0003-order-search.ts";
import { signInLimits } from "./migrations/0004-sign-in-limits.ts";
import { domainClaims } from "./migrations/0005-domain-claims.ts";
import { customers } from "./migrations/0006-customers.ts";
import { keptAnswers } from "./migrations/0007-kept-answers.ts";
import { productArchive } from "./migrations/0008-product-archive.ts";
import { importNotes } from "./migrations/0020-import-notes.ts";
import { vendorSearch } from "./migrations/0022-vendor-search.ts";
import { refusedAttempts } from "./migrations/0023-refused-attempts.ts";
import { retention } from "./migrations/0024-retention.ts";
import { keptItems } from "./migrations/0025-kept-items.ts";
import { orderDownloads } from "./migrations/0026-order-downloads.ts";
import { redirects } from "./migrations/0027-redirects.ts";
import { uploadObjects } from "./migrations/0028-upload-objects.ts";
import { orphanSweeps } from "./migrations/0029-orphan-sweeps.ts";
import { removalHolds } from "./migrations/0030-removal-holds.ts";
import { orderHolds } from "./migrations/0032-order-holds.ts";
import { backupFailures } from "./migrations/0033-backup-failures.ts";
import { installationMarks } from "./migrations/0034-installation-marks.ts";

// There are no 0009 to 0019 and no 0021: some were developed at the same time, and got numbers that could not clash.
const migrations: Record<string, SchemaMigration> = {
  "0001-foundation": foundation,
  "0002-mail-queue": mailQueue,
  "0003-order-search": orderSearch,
  "0004-sign-in-limits": signInLimits,
  "0005-domain-claims": domainClaims,
  "0006-customers": customers,
  "0007-kept-answers": keptAnswers,
  "0008-product-archive": productArchive,
  "0020-import-notes": importNotes,
  "0022-vendor-search": vendorSearch,
  "0023-refused-attempts": refusedAttempts,
  "0024-retention": retention,
  "0025-kept-items": keptItems,
  "0026-order-downloads": orderDownloads,
  "0027-redirects": redirects,
  "0028-upload-objects": uploadObjects,
  "0029-orphan-sweeps": orphanSweeps,
  "0030-removal-holds": removalHolds,
  "0032-order-holds": orderHolds,
  "0033-backup-failures": backupFailures,
  "0034-installation-marks": installationMarks,
};

/** Which migrations a database has had. */
export interface SchemaState {
  /** Of this version, not yet run. All of them if there is no schema. */
  pending: string[];
  /** Of a later version of Waybill. */
  unknown: string[];
  /** False without any table of Waybill. */
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

/** The schema is that of a newer version, which this one does not know. */
class NewerSchema extends Error {
  constructor() {
    super("a newer version of Waybill has changed this database; start that version, or a later one");
  }
}

/**
 * Brings the schema to the latest version. The caller has begun a transaction that keeps all other migrations out, and ends
 * it. Throws `NewerSchema`, or the error of a migration: then the schema must be rolled back.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration works on a schema that no type describes yet.
export async function migrateToLatest(db: Kysely<any>, dialect: "sqlite" | "postgres"): Promise<void> {
  const types = dialect === "sqlite" ? sqliteColumns : postgresColumns;
  const named = Object.entries(migrations).map(([name, up]): [string, Migration] => [
    name,
    { up: (schema) => up(schema, types) },
  ]);
  const migrator = new Migrator({
    db,
    // Each stands by itself, and an installation may have run a later one before an earlier one was added.
    allowUnorderedMigrations: true,
    disableTransactions: true,
    provider: { getMigrations: async () => Object.fromEntries(named) },
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  // Report a newer schema instead of the library's error. After any other error this may fail too.
  await isLatest(db).catch((found) => {
    if (found instanceof NewerSchema) throw found;
  });
  throw error;
}

/**
 * Whether the schema of a database that has one is the latest already. Throws `NewerSchema`, or the database's error if
 * it has none.
 */
export async function isLatest(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  if (rows.some(({ name }) => !(name in migrations))) throw new NewerSchema();
  return rows.length === Object.keys(migrations).length;
}
