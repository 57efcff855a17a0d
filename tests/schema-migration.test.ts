import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import pg from "pg";
import { afterTests } from "./_cleanup.ts";
import { databasesUnderTest } from "./_databases.ts";

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  test("a database that a newer version has changed is refused, and stays as it is", async () => {
    const database = await create();
    const db = await database.open();
    await sql`insert into kysely_migration values ('9999-of-a-newer-version', '')`.execute(db.autocommit);
    await expect(database.open()).rejects.toThrow("a newer version of Waybill has changed this database");
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
    // As before 0026, which drops this index.
    await other.query("create index downloads_order_item on downloads (order_item_id)");
    await other.query("delete from kysely_migration where name = '0026-order-downloads'");
    await longReader.query("begin");
    await longReader.query("select 1 from downloads");
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
    while (!(await isWaiting())) await Bun.sleep(5);
    // Stands in line behind the migration, which gives up.
    await other.query("select 1 from downloads");
    expect(isOpen).toBe(false);
    await longReader.query("commit");
    await opening;
    const { rows } = await other.query("select to_regclass('downloads_order_item') as found");
    expect(rows).toEqual([{ found: null }]);
  });
});
