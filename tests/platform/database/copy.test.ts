import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Kysely, type KyselyPlugin, sql } from "kysely";
import { copySaved } from "../../../src/platform/database/copy/copy-saved.ts";
import { tablesOf } from "../../../src/platform/database/copy/tables.ts";
import type { Tx } from "../../../src/platform/database/database.ts";
import { openPostgres } from "../../../src/platform/database/postgres/postgres.ts";
import { readSaved } from "../../../src/platform/database/sqlite/saved-database.ts";
import { databasesUnderTest } from "../../support/databases.ts";

const [sqlite, postgres] = ["sqlite", "postgres"].map((name) =>
  databasesUnderTest.find((one) => one.name === name),
) as [(typeof databasesUnderTest)[number], (typeof databasesUnderTest)[number]];

const minute = 60_000;

test("a source may take a minute for each batch, in which PostgreSQL does not end the idle transaction", async () => {
  const { folder } = await sqlite.create();
  const { setting } = await postgres.createEmpty();
  const target = await openPostgres(setting);
  const saved = readSaved(join(folder, "waybill.sqlite"));
  const compared: string[] = [];
  const limits: number[] = [];
  let copying: Tx | null = null;
  try {
    const tables = whenRead(saved.tables, async () => {
      if (copying) limits.push(await idleLimitOf(copying));
    });
    await copySaved({ tables }, target, {
      async beginning(tx) {
        copying = tx;
        // Otherwise it has that of any connection.
        expect(await idleLimitOf(tx)).toBeLessThan(minute);
      },
      copying() {},
      comparing: ({ table }) => void compared.push(table),
    });
    // Once for the copy, and once for the comparison.
    expect(limits.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...limits)).toBeGreaterThan(minute);
    const { handle } = await target.read.selectFrom("accounts").select("handle").executeTakeFirstOrThrow();
    expect(handle).toBe("demo");
    expect(compared).toContain("accounts");
  } finally {
    await saved.close();
    await target.close();
  }
});

test("leaves out no table but those that are made again", async () => {
  const { folder } = await sqlite.create();
  const saved = readSaved(join(folder, "waybill.sqlite"));
  try {
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
      saved.tables,
    );
    const rebuilt =
      /^(sqlite_|kysely_|(order|customer)_index|order_text|order_changes$|customer_counts$|stamped_files$)/;
    const kept = rows.map(({ name }) => name).filter((name) => !rebuilt.test(name));
    expect(kept.length).toBeGreaterThan(50);
    const copied = await tablesOf(saved.tables);
    expect(copied.map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
  } finally {
    await saved.close();
  }
});

/** Milliseconds after which PostgreSQL ends this transaction if it is idle. */
async function idleLimitOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ milliseconds: number }>`
    select extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval) * 1000 as milliseconds
  `.execute(tx);
  return Number(rows[0]?.milliseconds);
}

/** Calls `wait` before rows of accounts arrive. */
function whenRead(db: Kysely<never>, wait: () => Promise<void>): Kysely<never> {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => "handle" in row)) await wait();
      return result;
    },
  };
  return db.withPlugin(plugin);
}
