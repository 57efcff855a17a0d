import { describe, expect, test } from "bun:test";
import { Kysely, sql } from "kysely";
import pg from "pg";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { migrations } from "../../../src/platform/database/migrations.ts";
import { MigratingDialect, migratePostgres } from "../../../src/platform/database/postgres/postgres-migration.ts";
import { afterTests } from "../../support/cleanup.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";
import { until } from "../../support/service.ts";
import { noteOn, withMigrations } from "../../support/test-migrations.ts";

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  test("a database that a newer version has changed is refused, and stays as it is", async () => {
    const database = await create();
    const db = await database.open();
    await sql`insert into kysely_migration values ('9999-of-a-newer-version', '')`.execute(db.autocommit);
    expect(await thrownBy(database.open())).toThrow("a newer version of Waybill has changed this database");
    const { rows } = await sql`select name from kysely_migration where name like '9999%'`.execute(db.read);
    expect(rows).toEqual([{ name: "9999-of-a-newer-version" }]);
  });
});

describe("on PostgreSQL, beside older servers", () => {
  const { create } = databasesUnderTest.find(({ name }) => name === "postgres") as (typeof databasesUnderTest)[number];

  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    client.on("error", () => {});
    await client.connect();
    afterTests(() => client.end());
    return client;
  };

  test("a change of a table that is in use lets others use the table, and is made once it is free", async () => {
    const database = await create();
    const [longReader, other] = [await connect(database.setting), await connect(database.setting)];
    await longReader.query("begin");
    await longReader.query("select 1 from downloads");
    await withMigrations({ "9001-note": noteOn("downloads") }, async () => {
      let isOpen = false;
      const opening = database.open().then(() => {
        isOpen = true;
      });
      const isWaiting = async () => {
        const { rows } = await other.query(
          "select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock' and database = (select oid from pg_database where datname = current_database())",
        );
        return rows.length > 0;
      };
      await until("the migration waits for the table", isWaiting);
      // Stands in line behind the migration, which gives up.
      await other.query("select 1 from downloads");
      expect(isOpen).toBe(false);
      await longReader.query("commit");
      await opening;
    });
    const { rows } = await other.query("select count(note)::int as notes from downloads");
    expect(rows).toEqual([{ notes: 0 }]);
  });

  const openKysely = (connectionString: string) => {
    const pool = new pg.Pool({ connectionString });
    // The end of the database may close its connections first.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    const db = new Kysely<unknown>({ dialect: new MigratingDialect({ pool }) });
    afterTests(() => db.destroy());
    return db;
  };

  test("several tables are changed while orders lock them in another order, and no order fails", async () => {
    const database = await create();
    const watcher = await connect(database.setting);
    const tables = ["accounts", "product_days", "downloads"] as const;
    const added = Object.fromEntries(tables.map((table, index) => [`900${index + 1}-${table}`, noteOn(table)]));
    let migrated = false;
    let written = 0;
    const writeOrders = async (used: string[]) => {
      const client = await connect(database.setting);
      while (!migrated) {
        await client.query("begin");
        for (const table of used) await client.query(`lock table ${table} in row exclusive mode`);
        await client.query("commit");
        written += 1;
      }
    };
    const orders = tables.map((table, index) => writeOrders([table, ...tables.toSpliced(index, 1).toReversed()]));
    await until("orders are written", () => written >= 10);
    try {
      await withMigrations(added, () => database.open());
    } finally {
      migrated = true;
    }
    await Promise.all(orders);
    const { rows } = await watcher.query("select name from kysely_migration order by name");
    expect(rows.map(({ name }) => name)).toEqual(Object.keys({ ...migrations, ...added }));
  });

  /** A database that is to be migrated, with a program that uses one of its tables, and what is said of that program. */
  async function inUse() {
    const { setting } = await create();
    const user = await connect(`${setting}?application_name=report`);
    const { rows } = await user.query("select pg_backend_pid() as pid");
    await user.query("begin");
    await user.query("select 1 from downloads");
    const pid: number = rows[0].pid;
    const named = `the table downloads is used by process ${pid} of PostgreSQL \\(report\\), in a transaction of \\d+ seconds`;
    return { setting, user, pid, named };
  }

  test("says after each attempt who uses which table, and goes on once it is free", async () => {
    const { setting, user, named } = await inUse();
    const waitedFor: string[] = [];
    await withMigrations({ "9001-note": noteOn("downloads") }, async () => {
      const migrating = migratePostgres(openKysely(setting), { onWaiting: (reason) => void waitedFor.push(reason) });
      await until("an attempt has failed", () => waitedFor.length > 0);
      expect(waitedFor[0]).toMatch(new RegExp(`^${named}$`));
      await user.query("commit");
      await migrating;
    });
    const { rows } = await user.query("select name from kysely_migration where name = '9001-note'");
    expect(rows).toHaveLength(1);
  });

  test("gives up at last, and says who uses which table and what to do", async () => {
    const { setting, pid, named } = await inUse();
    const waitedFor: string[] = [];
    // Less than the first attempt takes.
    const migrating = withMigrations({ "9001-note": noteOn("downloads") }, () =>
      migratePostgres(openKysely(setting), { patience: 1_000, onWaiting: (reason) => void waitedFor.push(reason) }),
    );
    expect(await thrownBy(migrating)).toThrow(
      new RegExp(
        `^the schema could not be changed in 1 seconds: ${named}. Stop that program, or end its transaction with "select pg_terminate_backend\\(${pid}\\)". Then start again$`,
      ),
    );
    expect(waitedFor).toEqual([]);
  });

  test("each migration holds against others only the tables that it names, and no more than one", async () => {
    const { setting } = await (databasesUnderTest[1] as (typeof databasesUnderTest)[number]).createEmpty();
    const db = openKysely(setting);
    /** What others wait for, of tables that existed before. */
    const held = sql<{ name: string }>`
      select distinct used.relname as name from pg_locks as held inner join pg_class as used on used.oid = held.relation
      where held.pid = pg_backend_pid() and used.relkind = 'r' and held.granted
        and held.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;
    const tables = async () =>
      (
        await sql<{ tablename: string }>`select tablename from pg_tables where schemaname = 'public'`.execute(db)
      ).rows.map(({ tablename }) => tablename);
    for (const [name, { locks }] of Object.entries(migrations)) {
      const existing = new Set(await tables());
      const used = await db.connection().execute(async (connection) => {
        await sql`begin`.execute(connection);
        await migrate(connection, "postgres", name);
        const { rows } = await held.execute(connection);
        await sql`commit`.execute(connection);
        return rows;
      });
      const changed = used.map((one) => one.name).filter((table) => existing.has(table));
      expect({ name, changed: changed.toSorted() }).toEqual({ name, changed: locks.toSorted() });
      expect({ name, tables: locks.length <= 1 }).toEqual({ name, tables: true });
    }
  });
});
