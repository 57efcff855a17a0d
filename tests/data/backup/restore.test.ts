import { Database as SqliteConnection } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { restore } from "../../../src/cli/commands/restore.ts";
import { ConfigError, readConfig } from "../../../src/config/config.ts";
import { generatedSecret } from "../../../src/config/secret.ts";
import { backUpToFile } from "../../../src/data/backup/back-up-to-file.ts";
import { keptMessages } from "../../../src/messages/mail/transport/mailbox.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { DomainError } from "../../../src/platform/errors.ts";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { backupPath, runOn } from "../../support/backup.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { waybillProgram } from "../../support/program.ts";
import { runWaybill, startService, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { noteOn, withMigrations } from "../../support/test-migrations.ts";

const firstOf = (name: "sqlite" | "postgres") =>
  databasesUnderTest.find((one) => one.name === name) as (typeof databasesUnderTest)[number];

type Kind = (typeof databasesUnderTest)[number];

const sources = new Map<string, Promise<DatabaseUnderTest>>();

/** An installation with one file that is easy to find in its backup. All tests of a database share it. */
function sourceOn({ name, create }: Kind): Promise<DatabaseUnderTest> {
  const make = async () => {
    const source = await create();
    const service = await startService({ database: source });
    await addItem(service, "ITEM", { "item.txt": content });
    await service.stop();
    return source;
  };
  const source = sources.get(name) ?? make();
  sources.set(name, source);
  return source;
}

/** Its backup; `change` is made to the copied database. */
async function makeBackup(kind: Kind, change?: (saved: SqliteConnection) => void): Promise<string> {
  const source = await sourceOn(kind);
  const path = backupPath();
  const db = await source.open();
  const saveTo: Database["saveTo"] = async (target) => {
    await db.saveTo(target);
    const saved = new SqliteConnection(target);
    change?.(saved);
    saved.close();
  };
  await backUpToFile(
    {
      db: { ...db, saveTo },
      files: await openDiskStore(join(source.folder, "files")),
      kept: keptMessages(join(source.folder, "mailbox")),
      secret: await generatedSecret(source.folder),
    },
    path,
  );
  await db.close();
  return path;
}

const content = "the content of the only file, which is easy to find. ".repeat(200);

describe.each(databasesUnderTest)("a restore on $name", (kind) => {
  const { create, createEmpty, triesAll } = kind;
  /** Tries it on the command line, expects the refusal, and that nothing is there afterwards that was not before. */
  async function expectRefusal(target: DatabaseUnderTest, path: string, words: string) {
    const before = readdirSync(target.folder).toSorted();
    const { status, stdout, stderr } = await runOn(target, ["restore", path]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(words);
    expect(stderr.trim()).not.toContain("\n");
    expectNothingNew(target, before);
  }

  /** The same by the function that the command line calls: a process for each of many would take much longer. */
  async function expectThrown(
    target: DatabaseUnderTest,
    path: string,
    words: string,
    more: Record<string, string> = {},
  ) {
    const before = readdirSync(target.folder).toSorted();
    const config = readConfig({ WAYBILL_DATA: target.folder, WAYBILL_DATABASE: target.setting, ...more });
    const error = await restore(config, path, {}).then(
      () => null,
      (thrown: unknown) => thrown as Error,
    );
    // Their sentences are what the command prints.
    expect(error instanceof DomainError || error instanceof ConfigError).toBe(true);
    expect(error?.message).toContain(words);
    expect(error?.message).not.toContain("\n");
    expectNothingNew(target, before);
  }

  function expectNothingNew(target: DatabaseUnderTest, before: string[]) {
    const after = readdirSync(target.folder).filter((name) => name !== "serving.lock");
    expect(after.toSorted()).toEqual(before.filter((name) => name !== "serving.lock"));
  }

  test.if(triesAll)("refuses a backup that was torn at any place, and changes nothing", async () => {
    const whole = await Bun.file(await makeBackup(kind)).bytes();
    const target = await createEmpty();
    const cuts = [
      0,
      100,
      512,
      5_000,
      Math.floor(whole.length / 2),
      whole.length - 11_000,
      whole.length - 3_000,
      whole.length - 1_024,
    ];
    for (const length of cuts) {
      const torn = backupPath();
      await Bun.write(torn, whole.subarray(0, length));
      await expectThrown(target, torn, "The backup is damaged: ");
    }
    const other = backupPath();
    await Bun.write(other, "This is a letter, and no backup at all. ".repeat(100));
    await expectRefusal(target, other, "The backup is damaged: ");
    const intact = backupPath();
    await Bun.write(intact, whole);
    const settings = { WAYBILL_DATA: target.folder, WAYBILL_DATABASE: target.setting };
    expect((await runWaybill(["restore", intact], settings, target.folder)).status).toBe(0);
  });

  test.if(triesAll)("refuses a backup in which one byte was changed, wherever", async () => {
    const whole = Buffer.from(await Bun.file(await makeBackup(kind)).bytes());
    const target = await createEmpty();
    const places = [
      whole.indexOf("CREATE TABLE"),
      whole.indexOf("Demo Store"),
      whole.indexOf("easy to find"),
      whole.indexOf("database_sha256") + 25,
      whole.indexOf('created_at": "20') + 16,
      whole.indexOf("files/1"),
      whole.lastIndexOf("manifest.json"),
    ];
    for (const place of places) {
      expect(place).toBeGreaterThan(0);
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 1;
      const path = backupPath();
      await Bun.write(path, changed);
      await expectThrown(target, path, "The backup is damaged: ");
    }
  });

  test("refuses a folder or a database that already holds an installation", async () => {
    const path = await makeBackup(kind);
    const existing = await create();
    await expectRefusal(existing, path, "already holds an installation");
    const service = await startService({ database: existing });
    const { status, stderr } = await service.run("restore", path);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/is in use|already holds an installation/)]);
    // The database alone, from a new machine.
    if (existing.setting !== "sqlite:") {
      await expectRefusal(
        { ...existing, folder: temporaryFolder() },
        path,
        "WAYBILL_DATABASE: this database already holds",
      );
    }
  });

  test("takes a backup of an older version, and refuses one of a newer", async () => {
    const newer = await makeBackup(kind, (saved) => {
      saved.run("insert into kysely_migration (name, timestamp) values ('9999-the-future', '2100-01-01')");
    });
    const target = await createEmpty();
    await expectThrown(target, newer, "newer version of Waybill");
    const older = await makeBackup(kind);
    await withMigrations({ "9001-note": noteOn("orders") }, async () => {
      expect((await runOn(target, ["restore", older])).stderr).toBe("");
      expect((await runOn(target, ["account", "list"])).stdout).toStartWith("demo\t");
    });
    const db = await withMigrations({ "9001-note": noteOn("orders") }, () => target.open());
    const { rows } = await sql`select count(note) as notes from orders`.execute(db.read);
    expect(rows).toHaveLength(1);
    await db.close();
  });

  test.if(triesAll)("refuses a backup whose secret is not at hand", async () => {
    const path = await makeBackup(kind);
    const wrong = { WAYBILL_SECRET: "another-secret-of-the-right-length-0001" };
    const target = await createEmpty();
    await expectThrown(target, path, "WAYBILL_SECRET: the value (not shown) is not the secret", wrong);
    expect(readdirSync(target.folder).filter((name) => name !== "serving.lock")).toEqual([]);
    // An installation whose secret is in its settings.
    const right = { WAYBILL_SECRET: (await generatedSecret((await create()).folder)) ?? "" };
    const withSetting = await create();
    const outside = backupPath();
    expect((await runOn(withSetting, ["backup", outside], right)).status).toBe(0);
    await expectThrown(target, outside, "WAYBILL_SECRET: not set");
    expect((await runOn(target, ["restore", outside], right)).stderr).toBe("");
    expect(existsSync(join(target.folder, "secret"))).toBe(false);
  });

  test("that is killed leaves nothing that looks like an installation, and can be started again", async () => {
    const path = await makeBackup(kind);
    const target = await createEmpty();
    const environment = { PATH: process.env.PATH ?? "", WAYBILL_DATA: target.folder, WAYBILL_DATABASE: target.setting };
    const child = Bun.spawn([process.execPath, await waybillProgram(), "restore", path], { env: environment });
    await until("it has begun", () => existsSync(join(target.folder, "restoring")) || child.exitCode !== null);
    child.kill("SIGKILL");
    await child.exited;
    // The same as if it was killed later.
    mkdirSync(join(target.folder, "restoring"), { recursive: true });
    await Bun.write(join(target.folder, "secret"), "a part of what was being restored, no secret of anyone");
    await Bun.write(join(target.folder, "files/objects/aa/bb/cc"), "bytes");
    for (const words of [["account", "list"], ["serve"], ["account", "create", "shop"]]) {
      const { status, stderr } = await runOn(target, words);
      expect([status, stderr]).toEqual([
        1,
        `WAYBILL_DATA: a restore into ${target.folder} was interrupted. Run \`waybill restore\` again.\n`,
      ]);
    }
    expect((await runOn(target, ["restore", path])).stderr).toBe("");
    expect((await runOn(target, ["account", "list"])).stdout).toStartWith("demo\t");
    expect(existsSync(join(target.folder, "files/objects/aa/bb/cc"))).toBe(false);
  });
});

test("a backup of one database restores to the other", async () => {
  const [sqlite, postgres] = [firstOf("sqlite"), firstOf("postgres")];
  for (const [from, to] of [
    [sqlite, postgres],
    [postgres, sqlite],
  ] as const) {
    const path = await makeBackup(from);
    const target = await to.createEmpty();
    expect((await runOn(target, ["restore", path])).stderr).toBe("");
    const service = await startService({ database: target });
    const item = await addItem(service, "AFTER", { "after.txt": "after" });
    expect(await (await service.get(`${item.permalink}/${item.files[0]?.id}/after.txt`)).text()).toBe("after");
    expect(await (await service.api("/api/items/ITEM")).text()).toContain("item.txt");
  }
});
