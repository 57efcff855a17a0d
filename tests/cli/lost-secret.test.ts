import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { claimDatabase } from "../../src/cli/fill-database.ts";
import { readConfig } from "../../src/config/config.ts";
import { backupPath, runOn } from "../support/backup.ts";
import { databasesUnderTest, temporaryFolder } from "../support/databases.ts";
import { secret } from "../support/demo-account.ts";

describe.each(databasesUnderTest)("a part of an installation on $name that is missing", ({ name, create }) => {
  test("is named: the secret of its values, and no other is written", async () => {
    const installation = await create();
    const path = join(installation.folder, "secret");
    rmSync(path);
    for (const words of [["serve"], ["account", "list"], ["backup", backupPath()]]) {
      const { status, stderr } = await runOn(installation, words);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`WAYBILL_DATA: ${path} is missing`)]);
    }
    expect(existsSync(path)).toBe(false);
  });

  test.if(name === "postgres")(
    "is named: the data folder, or the reason why the database is not to be used",
    async () => {
      const { setting } = await create();
      const folder = join(temporaryFolder(), "none");
      const listed = await runOn({ folder, setting }, ["account", "list"], { WAYBILL_SECRET: secret });
      expect([listed.status, listed.stderr]).toEqual([
        1,
        expect.stringMatching(/^WAYBILL_DATA: there is no folder .*\/none\. /),
      ]);
      expect(existsSync(folder)).toBe(false);
      const claimed = await (databasesUnderTest[1] as (typeof databasesUnderTest)[number]).createEmpty();
      await claimDatabase(readConfig({ WAYBILL_DATA: claimed.folder, WAYBILL_DATABASE: claimed.setting }), "one ID");
      const { stderr } = await runOn(claimed, ["backup", backupPath()]);
      expect(stderr).toContain("an installation is being restored or moved into this database, since");
      expect(readdirSync(claimed.folder)).toEqual([]);
    },
  );

  test.if(name === "sqlite")("is named: the database, with where it may be", async () => {
    const { folder } = await create();
    rmSync(join(folder, "waybill.sqlite"));
    const { status, stderr } = await runOn({ folder, setting: "sqlite:" }, ["account", "list"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("but has other parts of an installation (secret)")]);
    expect(stderr).toContain("set WAYBILL_DATABASE");
  });
});
