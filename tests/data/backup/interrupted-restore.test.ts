import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { claimDatabase } from "../../../src/cli/fill-database.ts";
import { readConfig } from "../../../src/config/config.ts";
import { lastFailure, recordFailure } from "../../../src/data/backup/failures.ts";
import { readMark } from "../../../src/data/backup/installation-marks.ts";
import { beginRestoring } from "../../../src/data/backup/unfinished-restore.ts";
import type { Finding } from "../../../src/operations/doctor/finding.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { backupPath, runOn } from "../../support/backup.ts";
import { afterTests } from "../../support/cleanup.ts";
import { type DatabaseUnderTest, databasesUnderTest, temporaryFolder } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";

const configOf = ({ folder, setting }: Pick<DatabaseUnderTest, "folder" | "setting">) =>
  readConfig({ WAYBILL_DATA: folder, WAYBILL_DATABASE: setting });

async function backupOf(source: DatabaseUnderTest): Promise<string> {
  const path = backupPath();
  expect((await runOn(source, ["backup", path])).stderr).toBe("");
  return path;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  afterTests(() => client.end());
  return client;
}

const restored = { status: 0, stderr: "" };

describe.each(databasesUnderTest)("an interrupted restore on $name", ({ name, create, createEmpty }) => {
  test("counts as complete only if what is there is this backup", async () => {
    const source = await create();
    const original = await source.open();
    await recordFailure(original, new Error("no room"), instantNow());
    await original.close();
    const path = await backupOf(source);
    const target = await createEmpty();
    expect(await runOn(target, ["restore", path])).toMatchObject(restored);
    const db = await target.open();
    const mark = await readMark(db.read, "restored");
    // It was of the backups of another installation.
    expect(await lastFailure(db.read)).toBeNull();
    await db.close();
    // Killed when everything was in its place.
    await beginRestoring(target.folder, mark?.detail ?? "");
    const again = await runOn(target, ["restore", path]);
    expect([again.status, again.stderr]).toEqual([
      1,
      expect.stringContaining("The interrupted restore was already complete"),
    ]);
    expect(existsSync(join(target.folder, "restoring"))).toBe(false);
    expect((await runOn(target, ["account", "list"])).stdout).toStartWith("demo\t");

    // Killed before, and then somebody else's installation came there.
    await beginRestoring(target.folder, "the ID of another restore");
    const doctor = await runOn(target, ["doctor", "--quick", "--json"]);
    const problems = (JSON.parse(doctor.stdout).findings as Finding[]).filter(({ status }) => status === "problem");
    expect(problems).toEqual([
      {
        check: "data folder",
        status: "problem",
        summary: `A restore into ${target.folder} has begun and has not ended.`,
        advice: expect.stringContaining("run the same `waybill restore` again: it starts over. To give it up, remove "),
      },
    ]);
    const refused = await runOn(target, ["restore", path]);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("already holds an installation")]);
    const after = await target.open();
    expect((await readMark(after.read, "restored"))?.detail).toBe(mark?.detail);
  });

  test.if(name === "postgres")("keeps other servers off the database until it is run again", async () => {
    const path = await backupOf(await create());
    const target = await createEmpty();
    await beginRestoring(target.folder, "one ID");
    await claimDatabase(configOf(target), "one ID");
    const other = { ...target, folder: temporaryFolder() };
    for (const words of [["serve"], ["account", "create", "shop"]]) {
      const { status, stderr } = await runOn(other, words);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining("being restored or moved into this database, since"),
      ]);
    }
    const doctor = JSON.parse((await runOn(other, ["doctor", "--quick", "--json"])).stdout) as { findings: Finding[] };
    const problems = doctor.findings.filter(({ status }) => status === "problem");
    expect(problems.map(({ check, advice }) => [check, advice])).toEqual([
      ["database", expect.stringContaining("run `waybill restore` or `waybill migrate-database` again where it ran")],
    ]);
    expect(await runOn(target, ["restore", path])).toMatchObject(restored);
    expect((await runOn(target, ["account", "list"])).stdout).toStartWith("demo\t");
  });

  test.if(name === "postgres")("marks a new database in the transaction that makes its tables", async () => {
    const { folder, setting } = await createEmpty();
    await claimDatabase(configOf({ folder, setting }), "one ID");
    const client = await connect(setting);
    // Which transaction wrote each row.
    const { rows } = await client.query(
      "select xmin::text from kysely_migration union select xmin::text from installation_marks",
    );
    expect(rows).toHaveLength(1);
  });

  test.if(name === "postgres")(
    "leaves the folder as it was if another restore has taken over the database",
    async () => {
      const path = await backupOf(await create());
      const target = await createEmpty();
      await (await target.open()).close();
      const client = await connect(target.setting);
      // As if the other one came right after.
      await client.query(
        "create function other() returns trigger language plpgsql as $$ begin new.detail = 'other ID'; return new; end $$",
      );
      await client.query(
        "create trigger other before insert on installation_marks for each row execute function other()",
      );
      const before = readdirSync(target.folder);
      const { status, stderr } = await runOn(target, ["restore", path]);
      expect([status, stderr]).toEqual([
        1,
        "Another restore or move into this database has begun. This one changed nothing.\n",
      ]);
      expect(readdirSync(target.folder).filter((name) => name !== "serving.lock")).toEqual(before);
      const { rows } = await client.query("select name, detail from installation_marks");
      expect(rows).toEqual([{ name: "filling", detail: "other ID" }]);
    },
  );

  test.if(name === "postgres")("is given up if the database got an installation meanwhile", async () => {
    const { setting } = await create();
    const claiming = claimDatabase(configOf({ folder: temporaryFolder(), setting }), "one ID");
    expect(await thrownBy(claiming)).toThrow("got an installation meanwhile");
  });
});
