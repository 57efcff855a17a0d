import { Database as SqliteConnection } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { backUpToFile } from "../../../src/data/backup/back-up-to-file.ts";
import { keptMessages } from "../../../src/messages/mail/transport/mailbox.ts";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { backupPath, runOn } from "../../support/backup.ts";
import { runCommand } from "../../support/commands.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { about, examineWith } from "../../support/examination.ts";
import { runWaybill } from "../../support/service.ts";

const next =
  "Start the version that made it, and bring its accounts over to a new installation (docs/start/install.md, From a version before 1.0.0)";
const refused = `the database was made before version 1.0.0. Nothing was changed. ${next}`;

/** The database of an installation that the last commit with the old migrations has made, with one account. */
const fixture = () => Bun.gunzipSync(readFileSync(join(import.meta.dir, "../../before-release/waybill.sqlite.gz")));

/** Returns what is in the database, to be compared. */
async function makeBefore({ setting, folder }: DatabaseUnderTest): Promise<() => Promise<unknown>> {
  if (setting === "sqlite:") {
    writeFileSync(join(folder, "waybill.sqlite"), fixture());
    return async () => [
      readdirSync(folder).filter((file) => !file.endsWith(".lock")),
      Bun.hash(readFileSync(join(folder, "waybill.sqlite"))),
    ];
  }
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: setting });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows;
  };
  await query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    insert into kysely_migration values ('0001-foundation', '2026-11-23'), ('0002-mail-queue', '2026-11-23');
    create table accounts (id bigint primary key, handle text)`);
  return async () => [
    await query("select * from kysely_migration order by name"),
    await query(
      "select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2",
    ),
  ];
}

describe.each(databasesUnderTest)("a database on $name from before the first release", ({ createEmpty }) => {
  test("is refused at the start and by every command with what to do, and stays as it was", async () => {
    const database = await createEmpty();
    const state = await makeBefore(database);
    const before = await state();
    const environment = { WAYBILL_DATA: database.folder, WAYBILL_DATABASE: database.setting };
    const { status, stderr } = await runWaybill(["serve"], environment, database.folder);
    expect([status, stderr]).toEqual([1, `WAYBILL_DATABASE: ${refused}\n`]);
    expect((await runOn(database, ["account", "list"])).stderr).toContain(refused);
    expect(await state()).toEqual(before);

    const report = await examineWith(database);
    expect(report.exit).toBe(1);
    expect(about(report, "database")).toMatchObject([
      { status: "problem", summary: "The database was made before version 1.0.0.", advice: `${next}.` },
    ]);
    expect(await state()).toEqual(before);
  });

  test("is refused as a backup, which restores nothing", async () => {
    const source = await createEmpty();
    const db = await source.open();
    const saveTo = async (target: string) => {
      await db.saveTo(target);
      const saved = new SqliteConnection(target);
      saved.run("update kysely_migration set name = '0001-foundation' where name = '1000-foundation'");
      saved.close();
    };
    const path = backupPath();
    const files = await openDiskStore(join(source.folder, "files"));
    await backUpToFile(
      { db: { ...db, saveTo }, files, kept: keptMessages(join(source.folder, "mailbox")), secret: null },
      path,
    );
    await db.close();
    const target = await createEmpty();
    const { status, stderr } = await runOn(target, ["restore", path], {
      WAYBILL_SECRET: "a-secret-of-the-right-length-000000001",
    });
    expect([status, stderr]).toEqual([1, `The backup was made before version 1.0.0. ${next}. Nothing was changed.\n`]);
    expect(readdirSync(target.folder).filter((name) => name !== "serving.lock")).toEqual([]);
  });
});

test("a database from before the first release is not moved to PostgreSQL", async () => {
  const [sqlite, postgres] = databasesUnderTest;
  const [source, target] = [await sqlite?.createEmpty(), await postgres?.createEmpty()];
  if (!source || !target) throw new Error("There are two databases.");
  const state = await makeBefore(source);
  const before = await state();
  const environment = { WAYBILL_DATA: source.folder, WAYBILL_DATABASE: source.setting };
  const { status, stderr } = await runCommand(["migrate-database", "--to", target.setting], environment);
  expect([status, stderr]).toEqual([1, expect.stringContaining(refused)]);
  expect(await state()).toEqual(before);
  const client = new pg.Client({ connectionString: target.setting });
  await client.connect();
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
  await client.end();
  expect(rows).toEqual([]);
});
