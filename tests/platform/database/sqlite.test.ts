import { Database as SqliteConnection } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Tx } from "../../../src/platform/database/database.ts";
import { openSqlite } from "../../../src/platform/database/sqlite/sqlite.ts";
import { instant } from "../../../src/platform/instants.ts";
import { accountRow } from "../../support/account-row.ts";
import { temporaryFolder } from "../../support/databases.ts";
import { failureOf, thrownBy } from "../../support/failures.ts";
import { until } from "../../support/service.ts";

const insert = (tx: Tx, handle: string) =>
  tx.insertInto("accounts").values(accountRow(handle)).returning("id").executeTakeFirstOrThrow();

const fileRow = (account: number, size: number) => ({
  account_id: account,
  filename: "disk image.iso",
  size_bytes: size,
  content_type: "application/octet-stream",
  sha256: "",
  storage_key: "",
  created_at: instant(1_795_210_620_000),
});

describe("sqlite alone", () => {
  test("a migration that fails leaves the file as it was, and unlocked", async () => {
    const path = join(temporaryFolder(), "waybill.sqlite");
    const other = new SqliteConnection(path);
    try {
      other.run("create table orders (of_someone_else)");
      expect(await thrownBy(openSqlite(path))).toThrow("orders already exists");
      expect(other.query("select name from sqlite_master").values()).toEqual([["orders"]]);
      other.run("begin immediate");
      other.run("rollback");
    } finally {
      other.close();
    }
  });

  test("opens while this process is writing, as soon as that has ended", async () => {
    const path = join(temporaryFolder(), "waybill.sqlite");
    const db = await openSqlite(path);
    const { opening } = await db.write(async (tx) => {
      await insert(tx, "written");
      return { opening: openSqlite(path) };
    });
    const second = await opening;
    expect(await second.read.selectFrom("accounts").select("handle").execute()).toEqual([{ handle: "written" }]);
    await second.close();
    await db.close();
  });

  test("carries a long log over into the file while it is open, and writes go on meanwhile", async () => {
    const path = join(temporaryFolder(), "waybill.sqlite");
    const db = await openSqlite(path);
    const { id: account } = await db.write((tx) => insert(tx, "carried"));
    const name = "x".repeat(200_000);
    for (let row = 0; row < 40; row++)
      await db.write((tx) =>
        tx
          .insertInto("files")
          .values({ ...fileRow(account, row), filename: name })
          .execute(),
      );
    await until("the file holds the rows", () => Bun.file(path).size > 40 * name.length);
    await db.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    const again = await openSqlite(path);
    const { rows } = await again.read
      .selectFrom("files")
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    expect(rows).toBe(40);
    await again.close();
  });

  test("refuses a file that is no database", async () => {
    const path = join(temporaryFolder(), "waybill.sqlite");
    await Bun.write(path, "Not a database. ".repeat(100));
    expect(await failureOf(openSqlite(path))).toMatchObject({ code: "SQLITE_NOTADB" });
  });
});

test("a command that ends while SQLite's log is carried over does not look as if it had failed", async () => {
  const words = [
    join(import.meta.dir, "../../support/programs/close-during-checkpoint.ts"),
    join(temporaryFolder(), "large.sqlite"),
  ];
  const child = Bun.spawn([process.execPath, ...words], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ""]);
});
