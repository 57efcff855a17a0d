import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { temporaryFolder } from "../support/cleanup.ts";
import { runCommand } from "../support/commands.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { secret } from "../support/demo-account.ts";
import { freePort } from "../support/ports.ts";
import { runWaybill, startProcess } from "../support/service.ts";
import { createSqlite } from "../support/sqlite.ts";

/** Starts a server that is expected to end by itself, and returns the one line that it leaves. */
async function failedStart(environment: Record<string, string>): Promise<string> {
  const port = String(await freePort());
  const start = await runWaybill(["serve"], { WAYBILL_PORT: port, ...environment }, temporaryFolder());
  expect(start).toMatchObject({ status: 1, stdout: "" });
  expect(start.stderr).toMatch(/^[^\n]+\n$/);
  return start.stderr;
}

describe("the start is refused in one line", () => {
  test.each([
    ["stands where the folder should be", ""],
    ["stands in the way of the folder", "/data"],
  ])("when a file %s", async (_where, below) => {
    const file = join(temporaryFolder(), "file");
    await Bun.write(file, "");
    expect(await failedStart({ WAYBILL_DATA: file + below })).toStartWith(
      `WAYBILL_DATA: ${file}${below} cannot be used: `,
    );
  });

  test("when the mailbox cannot be made", async () => {
    const folder = temporaryFolder();
    await Bun.write(join(folder, "mailbox"), "");
    expect(await failedStart({ WAYBILL_DATA: folder })).toStartWith(`WAYBILL_DATA: ${folder} cannot be used: `);
  });

  test("when the folder cannot be locked, which is not said to be in use", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "serving.lock"));
    const line = `WAYBILL_DATA: ${folder} cannot be used: serving.lock: unable to open database file\n`;
    expect(await failedStart({ WAYBILL_DATA: folder })).toBe(line);
  });

  test("when the kept secret is none", async () => {
    const folder = temporaryFolder();
    await Bun.write(join(folder, "secret"), "");
    expect(await failedStart({ WAYBILL_DATA: folder })).toContain("has fewer than 32 characters");
  });

  test("when the database file is no database", async () => {
    const folder = temporaryFolder();
    await Bun.write(join(folder, "waybill.sqlite"), "This is a letter. ".repeat(100));
    expect(await failedStart({ WAYBILL_DATA: folder })).toStartWith("WAYBILL_DATABASE: sqlite: cannot be used: ");
  });

  test("when the tables cannot be changed, which is not the address's fault", async () => {
    const { setting } = await (databasesUnderTest[1] as (typeof databasesUnderTest)[number]).createEmpty();
    const client = new pg.Client({ connectionString: setting });
    await client.connect();
    const start = () => failedStart({ WAYBILL_DATA: temporaryFolder(), WAYBILL_DATABASE: setting });
    const next = "Create a database for Waybill alone, and name it in the address\n";
    await client.query("create table orders (id int)");
    expect(await start()).toBe(
      `WAYBILL_DATABASE: the database already has "orders" of another program (relation "orders" already exists). ${next}`,
    );
    await client.query("create table kysely_migration (name text)");
    await client.query("insert into kysely_migration values ('2020-of-theirs')");
    expect(await start()).toBe(
      `WAYBILL_DATABASE: another program keeps its tables in this database (2020-of-theirs). ${next}`,
    );
    // Of the role that connects, whoever it is.
    await client.query("drop table kysely_migration, orders");
    await client.query("alter schema public rename to hidden");
    expect(await start()).toStartWith(
      "WAYBILL_DATABASE: the user of the address lacks rights in the database (it may not create tables). Let it own ",
    );
    await client.end();
  });

  test("when PostgreSQL cannot be reached, without showing its password", async () => {
    const line = await failedStart({
      WAYBILL_DATA: temporaryFolder(),
      WAYBILL_DATABASE: `postgres://waybill:hunter22@127.0.0.1:${await freePort()}/waybill`,
    });
    expect(line).toMatch(/^WAYBILL_DATABASE: the address \(not shown\) cannot be used: .*ECONNREFUSED/);
    expect(line).not.toContain("hunter22");
  });

  test("when the address cannot be listened on", async () => {
    const line = await failedStart({ WAYBILL_DATA: temporaryFolder(), WAYBILL_HOST: "192.0.2.1" });
    expect(line).toMatch(/^WAYBILL_PORT: \d+ on 192.0.2.1 cannot be used: /);
  });

  test("when another server has the port or uses the data folder, which goes on serving", async () => {
    const service = await startProcess({ database: await createSqlite() });
    const sameAddress = await failedStart({ WAYBILL_DATA: temporaryFolder(), WAYBILL_PORT: String(service.port) });
    expect(sameAddress).toMatch(new RegExp(`^WAYBILL_PORT: ${service.port} on 127.0.0.1 cannot be used: `));
    expect((await service.api("/api/account")).status).toBe(200);
    const sameFolder = await failedStart({ WAYBILL_DATA: service.folder });
    expect(sameFolder).toBe(`WAYBILL_DATA: ${service.folder} is in use. Stop the server first.\n`);
    expect((await service.api("/api/account")).status).toBe(200);
    service.process.kill("SIGKILL");
    await service.process.exited;
    expect((await (await service.restart()).api("/api/account")).status).toBe(200);
  });
});

describe.each(databasesUnderTest)("another secret than the database began with, on $name,", ({ create }) => {
  const another = "another-secret-of-the-right-length-12345";

  test("stops the server and the command line, and changes nothing", async () => {
    const database = await create();
    // As if the first start had got it from the settings.
    rmSync(join(database.folder, "secret"));
    const settings = { WAYBILL_DATA: database.folder, WAYBILL_DATABASE: database.setting, WAYBILL_SECRET: another };
    const line =
      "WAYBILL_SECRET: the value (not shown) is not the secret that this database was created with. After a change, WAYBILL_SECRET_OLD must be the one before.\n";
    expect(await failedStart(settings)).toBe(line);
    const command = await runCommand(["account", "create", "other"], settings);
    expect(command).toEqual({ status: 1, stdout: "", stderr: line });
    const service = await startProcess({ database, environment: { WAYBILL_SECRET: secret } });
    expect((await service.api("/api/account")).status).toBe(200);
    expect((await service.run("account", "list")).stdout).toMatch(/^demo\t[^\n]*\n$/);
  });

  test("is named by its file when it was generated", async () => {
    const { folder, setting } = await create();
    const path = join(folder, "secret");
    await Bun.write(path, another);
    const line = await failedStart({ WAYBILL_DATA: folder, WAYBILL_DATABASE: setting });
    expect(line).toStartWith(`WAYBILL_SECRET: the generated secret in ${path} is not the secret`);
  });
});
