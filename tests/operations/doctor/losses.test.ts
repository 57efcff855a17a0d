import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { deleteFile } from "../../../src/delivery/catalog/file-removal.ts";
import { createFile } from "../../../src/delivery/catalog/files.ts";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { about, examineWith, problems } from "../../support/examination.ts";
import { storedBytes } from "../../support/files.ts";
import { freePort } from "../../support/ports.ts";
import { noteOn, withMigrations } from "../../support/test-migrations.ts";

describe.each(databasesUnderTest)("on $name", ({ name, create, createEmpty }) => {
  test("files that are missing, cut off or changed are named; those deleted are not", async () => {
    const other = await create();
    const db = await other.open();
    const store = await openDiskStore(join(other.folder, "files"));
    let id = 0;
    const upload = async (filename: string) => {
      const before = new Set(storedBytes(other));
      const stored = await store.put(new Blob([`the content of ${filename}`]).stream());
      const input = { stored, filename, contentType: "text/plain" };
      ({ id } = await db.write((tx) => createFile(tx, 1, input, instantNow())));
      return storedBytes(other).find((path) => !before.has(path) && path.includes("objects")) ?? "";
    };
    const [missing, long, changed] = [
      await upload("missing.txt"),
      await upload("long.txt"),
      await upload("changed.txt"),
    ];
    rmSync(await upload("deleted.txt"));
    await db.write((tx) => deleteFile(tx, 1, id, { force: true, now: instantNow() }));
    await upload("whole.txt");
    rmSync(missing);
    appendFileSync(long, "!");
    writeFileSync(changed, "THE CONTENT OF changed.txt");

    const full = await examineWith(other);
    expect(full.exit).toBe(1);
    expect(about(full, "files").map(({ summary }) => summary)).toEqual([
      "File 1 (missing.txt): missing in the file store.",
      "File 2 (long.txt): has 24 bytes in the file store, not 23.",
      "File 3 (changed.txt): does not match its checksum.",
    ]);
    const quick = await examineWith(other, {}, "--quick");
    expect(about(quick, "files").map(({ summary }) => summary)).toEqual([
      "File 1 (missing.txt): missing in the file store.",
      "File 2 (long.txt): has 24 bytes in the file store, not 23.",
    ]);

    // No file is to be restored because the whole store is away.
    renameSync(join(other.folder, "files", "objects"), join(other.folder, "files", "elsewhere"));
    const unmounted = await examineWith(other);
    expect(about(unmounted, "files").map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^The file store cannot be reached: ENOENT: no such file or directory, .*objects'\.$/),
    ]);
    const down = await examineWith(other, {
      WAYBILL_FILES: `s3://files?endpoint=http://127.0.0.1:${await freePort()}`,
      AWS_ACCESS_KEY_ID: "any",
      AWS_SECRET_ACCESS_KEY: "any",
    });
    expect(about(down, "files").map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^The file store cannot be reached: .*ECONNREFUSED/),
    ]);
  });

  test("a database without an installation, and one of another version, are told apart", async () => {
    const empty = await createEmpty();
    const none = await examineWith(empty);
    expect(none.exit).toBe(1);
    expect(about(none, "database")[0]?.summary).toContain("There is no");
    expect(readdirSync(empty.folder)).toEqual([]);

    const outdated = await create();
    const db = await outdated.open();
    const earlier = await withMigrations({ "9001-note": noteOn("orders") }, () => examineWith(outdated));
    expect(about(earlier, "database")[0]).toMatchObject({
      status: "warning",
      summary: "The schema is of an earlier version. Still to come: 9001-note.",
    });
    expect(earlier.exit).toBe(0);
    // It was looked at, and not brought up to date.
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db.read);
    expect(rows.map((row) => row.name)).not.toContain("9001-note");
    await sql`insert into kysely_migration values ('9999-of-tomorrow', '')`.execute(db.autocommit);
    const later = await examineWith(outdated);
    expect(about(later, "database")[0]?.summary).toBe(
      "A newer version of Waybill has changed the schema: 9999-of-tomorrow.",
    );
    expect(later.exit).toBe(1);
  });

  test.if(name === "sqlite")("damage in the database's file is found, and named with its table", async () => {
    const damaged = await create();
    const path = join(damaged.folder, "waybill.sqlite");
    const db = await damaged.open();
    const { rows } = await sql<{ page: number }>`
      select rootpage as page from sqlite_schema where name = 'orders'`.execute(db.read);
    await db.close();
    const file = openSync(path, "r+");
    writeSync(file, new Uint8Array(2048).fill(0xa5), 0, 2048, ((rows[0]?.page ?? 0) - 1) * 4096);
    closeSync(file);
    const report = await examineWith(damaged);
    expect(report.exit).toBe(1);
    expect(about(report, "database")[0]?.summary).toMatch(/^The table orders is damaged: /);
    expect(about(report, "database")[0]?.advice).toContain("restore the latest backup");
  });

  test.if(name === "sqlite")("a file that is no database is a problem", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "waybill.sqlite"), "These are notes, and by no means a database. ".repeat(100));
    const report = await examineWith({ folder, setting: "sqlite:" });
    expect(about(report, "database")[0]?.summary).toMatch(/^The database is damaged: /);
    expect(statSync(join(folder, "waybill.sqlite")).size).toBe(4_500);
  });
});

test("a database that is down does not keep the rest from being examined", async () => {
  const folder = temporaryFolder();
  const setting = `postgres://waybill:geheim@127.0.0.1:${await freePort()}/waybill`;
  const report = await examineWith({ folder, setting });
  expect(report.exit).toBe(1);
  expect(problems(report).map(({ check }) => check)).toEqual(["database"]);
  expect(about(report, "database")[0]?.summary).toContain("cannot be reached");
  expect(JSON.stringify(report)).not.toContain("geheim");
  expect(report.findings.map(({ check }) => check)).toContain("mail");
});
