import { expect, test } from "bun:test";
import { runOn } from "../support/backup.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { startService } from "../support/service.ts";

const [sqlite, postgres] = ["sqlite", "postgres"].map((name) =>
  databasesUnderTest.find((one) => one.name === name),
) as [(typeof databasesUnderTest)[number], (typeof databasesUnderTest)[number]];

test("a database that was moved is not used by mistake, only read, until the move is undone", async () => {
  const source = await sqlite.create();
  const target = await postgres.createEmpty();
  const move = ["migrate-database", "--to", target.setting];
  expect((await runOn(source, ["migrate-database", "--undo"])).stderr).toContain("was not moved");
  expect((await runOn(source, move)).status).toBe(0);
  const { host, pathname, username, password } = new URL(target.setting);
  for (const words of [["serve"], ["item", "add", "X", "--account", "demo", "--name", "X"], move]) {
    const { status, stderr } = await runOn(source, words);
    expect(status).toBe(1);
    expect(stderr).toStartWith("WAYBILL_DATABASE: this installation was moved to postgres://");
    expect(stderr).toContain(`${username}@${host}${pathname} on 20`);
    expect(stderr).toContain("`waybill migrate-database --undo`");
    if (password !== "") expect(stderr).not.toContain(`:${password}@`);
  }
  expect((await runOn(source, ["account", "list"])).stdout).toStartWith("demo\t");
  // Its new database can be used at once, by several servers.
  const moved = { ...source, setting: target.setting };
  const servers = await Promise.all([startService({ database: moved }), startService({ database: moved })]);
  for (const server of servers) {
    const { status, stderr } = await runOn(source, ["migrate-database", "--undo"]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/is in use\. Stop every server that uses postgres:\/\/.*, then run this again\.\n$/),
    ]);
    await server.stop();
  }

  expect((await runOn(source, ["migrate-database", "--undo"])).stdout).toContain("can be used again");
  const added = await runOn(source, ["item", "add", "AGAIN", "--account", "demo", "--name", "Again"]);
  expect([added.status, added.stderr]).toEqual([0, ""]);
});
