import { Database as Connection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { openPostgres } from "../../src/platform/database/postgres/postgres.ts";
import { FolderInUse, lockFolder } from "../../src/platform/database/sqlite/folder-lock.ts";
import { runOn } from "../support/backup.ts";
import { runCommand } from "../support/commands.ts";
import { databasesUnderTest, temporaryFolder } from "../support/databases.ts";
import { untilAllSent } from "../support/keys.ts";
import { waybillProgram } from "../support/program.ts";
import { startService, until } from "../support/service.ts";
import type { Installation } from "../support/sqlite.ts";
import { addItem, createOrder } from "../support/store.ts";

const [sqlite, postgres] = ["sqlite", "postgres"].map((name) =>
  databasesUnderTest.find((one) => one.name === name),
) as [(typeof databasesUnderTest)[number], (typeof databasesUnderTest)[number]];

/** Sources of moves: copies of an installation with a product and an order, as a server has left it. */
async function makeSource(): Promise<Installation> {
  made ??= (async () => {
    const service = await startService({ database: await sqlite.create() });
    await addItem(service, "ROW");
    await createOrder(service, { skus: ["ROW"] });
    await untilAllSent(service);
    await service.stop();
    return service;
  })();
  const folder = temporaryFolder();
  cpSync((await made).folder, folder, { recursive: true });
  return { setting: "sqlite:", folder };
}

let made: Promise<Installation> | null = null;

test("a row that does not arrive as it was is found, and the target stays empty", async () => {
  const source = await makeSource();
  const target = await postgres.createEmpty();
  await (await openPostgres(target.setting)).close();
  const client = new pg.Client({ connectionString: target.setting });
  await client.connect();
  await client.query(`create function falsify() returns trigger language plpgsql as
    $$ begin new.email = new.email || '.example'; return new; end $$`);
  await client.query("create trigger falsify before insert on orders for each row execute function falsify()");
  const { status, stderr } = await runOn(source, ["migrate-database", "--to", target.setting]);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("The table orders and its copy differ in the content of rows."),
  ]);
  expect((await client.query("select from accounts")).rowCount).toBe(0);
  await client.query("drop trigger falsify on orders");
  expect((await runOn(source, ["migrate-database", "--to", target.setting])).status).toBe(0);
  expect((await client.query("select from orders")).rowCount).toBe(1);
  await client.end();
});

test("a move that fails at its very end leaves exactly one database in use, and says which", async () => {
  const source = await makeSource();
  const target = await postgres.createEmpty();
  await (await openPostgres(target.setting)).close();
  const client = new pg.Client({ connectionString: target.setting });
  await client.connect();
  const move = () => runOn(source, ["migrate-database", "--to", target.setting]);
  const isMoved = async () => {
    expect((await client.query("select from accounts")).rowCount).toBe(0);
    return (await runOn(source, ["account", "set", "demo", "--name", "Here"])).status !== 0;
  };

  // The old database cannot say that it was moved.
  const old = new Connection(join(source.folder, "waybill.sqlite"));
  old.run(`create trigger refuse before insert on installation_marks when new.name = 'moved'
    begin select raise(abort, 'no mark today'); end`);
  expect((await move()).stderr).toContain("no mark today");
  expect(await isMoved()).toBe(false);
  old.run("drop trigger refuse");

  // The new one is lost while it commits.
  await client.query(`create function leave() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
  await client.query(`create constraint trigger leave after insert on accounts deferrable initially deferred
    for each row execute function leave()`);
  const { status, stderr } = await move();
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/terminat.*\. Nothing was moved: the installation is where it was\.\n$/),
  ]);
  expect(await isMoved()).toBe(false);
  await client.query("drop trigger leave on accounts");

  // As if the command had been killed in between: the next one says what to do, and then moves everything.
  old.run("insert into installation_marks select 'moved', ?, 0", [
    target.setting.replace(/:[^:@/]*@/, "@").replace("postgresql:", "postgres:"),
  ]);
  expect((await move()).stderr).toContain("There is no installation now: if the move was interrupted, run `waybill");
  expect((await runOn(source, ["migrate-database", "--undo"])).status).toBe(0);
  old.close();
  expect((await move()).status).toBe(0);
  expect((await move()).stderr).toContain("The installation is there, whole.");
  await client.end();
});

test("nobody who has the old database open can write to it after the move", async () => {
  const source = await makeSource();
  const target = await postgres.createEmpty();
  const move = () => runOn(source, ["migrate-database", "--to", target.setting]);
  const importing = Bun.spawn(
    [process.execPath, await waybillProgram(), "keys", "import", "ROW", "-", "--account", "demo"],
    {
      cwd: source.folder,
      env: { PATH: process.env.PATH ?? "", WAYBILL_DATA: source.folder },
      stdin: "pipe",
      stdout: "ignore",
      stderr: "inherit",
    },
  );
  await until("the command has the database open", () => {
    try {
      lockFolder(source.folder, "database.lock").release();
      return false;
    } catch (error) {
      return error instanceof FolderInUse;
    }
  });
  const line = `WAYBILL_DATA: another command, such as \`keys import\`, uses the database in ${source.folder}. Wait until it has ended, or end it.\n`;
  expect(await move()).toEqual({ status: 1, stdout: "", stderr: line });
  importing.stdin.write("KEY-1\nKEY-2\n");
  await importing.stdin.end();
  expect(await importing.exited).toBe(0);

  // As while it is being moved.
  const lock = lockFolder(source.folder, "database.lock");
  const refused = await runOn(source, ["account", "set", "demo", "--name", "Late"]);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    `WAYBILL_DATA: the database in ${source.folder} is being moved to PostgreSQL. Wait until that has ended, and look what it says.\n`,
  ]);
  lock.release();
  expect((await move()).status).toBe(0);
  const db = await openPostgres(target.setting);
  const keys = await db.read.selectFrom("license_keys").select("key").orderBy("id").execute();
  expect(keys).toEqual([{ key: "KEY-1" }, { key: "KEY-2" }]);
  await db.close();
});

test("what cannot be moved is said in one line", async () => {
  const source = await sqlite.create();
  const target = await postgres.createEmpty();
  const move = (...words: string[]) => runOn(source, ["migrate-database", ...words]);
  const refused = (line: string) => ({ status: 1, stdout: "", stderr: `${line}\n` });
  expect(await move("--to", "mysql://somewhere/else")).toEqual(
    refused("--to must be postgres://USER:PASSWORD@HOST/DATABASE."),
  );
  expect((await move()).stderr).toContain("--to <address> is missing.");
  expect((await move("--to", target.setting, "--files", "ftp://x")).stderr).toStartWith(
    '--files: "ftp://x" is not valid. Allowed: ',
  );
  const nobody = "postgres://nobody:secret-word@127.0.0.1:1/none";
  const unreachable = await move("--to", nobody);
  expect([unreachable.status, unreachable.stderr.includes("secret-word")]).toEqual([1, false]);
  const onPostgres = await postgres.create();
  const { stderr } = await runOn(onPostgres, ["migrate-database", "--to", target.setting]);
  expect(stderr).toBe("WAYBILL_DATABASE names a PostgreSQL database already. This command moves from SQLite.\n");
  const folder = temporaryFolder();
  const empty = await runCommand(["migrate-database", "--to", target.setting], { WAYBILL_DATA: join(folder, "none") });
  expect(empty.stderr).toContain("there is no Waybill installation");
  const lock = lockFolder(source.folder);
  expect((await move("--to", target.setting)).stderr).toContain("is in use");
  lock.release();
  const existing = await move("--to", onPostgres.setting);
  expect(existing).toEqual(refused("--to: this database already holds an installation. Name an empty one."));
});
