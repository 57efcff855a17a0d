import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { copySaved } from "../../../src/platform/database/copy/copy-saved.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { addPartitionIfDue } from "../../../src/platform/database/postgres/partitions/add-partition.ts";
import { partitionDownloads } from "../../../src/platform/database/postgres/partitions/convert.ts";
import { partitionsOfDownloads } from "../../../src/platform/database/postgres/partitions/layout.ts";
import { partitionExisting } from "../../../src/platform/database/postgres/partitions/partition-existing.ts";
import { readSaved } from "../../../src/platform/database/sqlite/saved-database.ts";
import { runOn } from "../../support/backup.ts";
import { afterTests, temporaryFolder } from "../../support/cleanup.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { orderFiles, stateOf } from "../../support/downloads.ts";
import { addDownloads, contentOfPartitions, rulesOf } from "../../support/partitions.ts";
import { type Service, startProcess, until } from "../../support/service.ts";

const postgres = databasesUnderTest.find(({ name }) => name === "postgres") as (typeof databasesUnderTest)[number];

/** Downloads in a partition of these tests. */
const size = 10;

async function opened(): Promise<{ database: DatabaseUnderTest; db: Database }> {
  const database = await postgres.create();
  return { database, db: await database.open() };
}

async function connect({ setting }: DatabaseUnderTest): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: setting });
  client.on("error", () => {});
  await client.connect();
  afterTests(() => client.end());
  return client;
}

/** With one partition, to be divided into small ones. */
async function withOnePartition() {
  const { database, db } = await opened();
  await db.write((tx) => partitionDownloads(tx));
  return { database, db };
}

const firstNumbers = async (db: Database) => (await partitionsOfDownloads(db.read))?.map(({ from }) => from);

describe("partitions of the table of downloads", () => {
  test("are made by one command, also before the first download", async () => {
    const { database, db } = await opened();
    expect(await partitionsOfDownloads(db.read)).toBe(null);
    expect(await addPartitionIfDue(db, size)).toBe(false);
    const { status, stdout } = await runOn(database, ["partition-downloads"]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: "downloads_from_0  numbers from 0 to 4999999\ndownloads_from_5000000  numbers from 5000000\n",
    });
    expect(await addPartitionIfDue(db)).toBe(false);
  });

  test("are added as the table grows, and every number has one", async () => {
    const { db } = await withOnePartition();
    expect(await addPartitionIfDue(db, size)).toBe(true);
    expect(await addPartitionIfDue(db, size)).toBe(false);
    // In the end more than the worker expects: it was away, or there was a rush.
    for (const count of [4, 2, 6, 30, 3, 55]) {
      await addDownloads(db, count);
      await addPartitionIfDue(db, size);
    }
    const partitions = (await partitionsOfDownloads(db.read)) ?? [];
    expect(partitions.map(({ from }) => from)).toEqual([0, ...partitions.slice(0, -1).map(({ to }) => to as number)]);
    expect(partitions.at(-1)?.to).toBe(null);
    expect(await contentOfPartitions(db)).toEqual([
      { name: "downloads_from_0", first: 1, last: 9, rows: 9 },
      { name: "downloads_from_10", first: 10, last: 19, rows: 10 },
      { name: "downloads_from_20", first: 20, last: 49, rows: 30 },
      { name: "downloads_from_50", first: 50, last: 59, rows: 10 },
      { name: "downloads_from_60", first: 60, last: 100, rows: 41 },
    ]);
    for (const { name } of partitions) expect(await rulesOf(db, name)).toEqual(await rulesOf(db, "downloads_from_0"));
  });

  test("have the same rules as the one table of earlier versions", async () => {
    const { db } = await opened();
    await addDownloads(db, 3);
    const before = await rulesOf(db, "downloads");
    await db.write(partitionDownloads);
    expect(await rulesOf(db, "downloads_from_0")).toEqual(before);
    const isReference = ({ rule }: { rule: string }) => rule.startsWith("FOREIGN KEY");
    const constraints = before.constraints.filter((one) => !isReference(one));
    expect(constraints).toHaveLength(1);
    expect(await rulesOf(db, "downloads")).toEqual({ ...before, constraints });
    const { rows } = await sql`select pg_get_serial_sequence('downloads', 'id') as sequence`.execute(db.read);
    expect(rows).toEqual([{ sequence: "public.downloads_id_seq" }]);
    await addDownloads(db, 1);
    expect(await contentOfPartitions(db)).toEqual([{ name: "downloads_from_0", first: 1, last: 4, rows: 4 }]);
  });

  test("take any number and any time, also while no partition can be added", async () => {
    const { database, db } = await withOnePartition();
    await addDownloads(db, 8);
    const reader = await connect(database);
    await reader.query("begin");
    await reader.query("select 1 from downloads");
    expect(await addPartitionIfDue(db, size)).toBe(false);
    await addDownloads(db, 30);
    await sql`insert into downloads (id, account_id, product_id, file_id, filename, size_bytes, ip_address, user_agent, downloaded_at)
      overriding system value select 9000000000 + n, account_id, id, 1, '', 1, '', '', n * 100000000000000
      from products, generate_series(0, 2) as n where guid = 'part'`.execute(db.autocommit);
    await reader.query("commit");
    expect(await contentOfPartitions(db)).toEqual([
      { name: "downloads_from_0", first: 1, last: 9_000_000_002, rows: 41 },
    ]);
    expect(await addPartitionIfDue(db, size)).toBe(true);
    expect(await contentOfPartitions(db)).toEqual([
      { name: "downloads_from_0", first: 1, last: 9_000_000_002, rows: 41 },
    ]);
  });

  test("are added by one of several servers, and after one that was stopped on its way", async () => {
    const { database, db } = await withOnePartition();
    const other = await database.open();
    // Less than half of the first partition, so that none is due again for a server that looks once one was added.
    await addDownloads(db, 4);
    let added = 0;
    await until("one has added a partition", async () => {
      // If they wait too long for each other, none does, and the next time is as good.
      const results = await Promise.all([db, other, db, other].map((server) => addPartitionIfDue(server, size)));
      added += results.filter(Boolean).length;
      return added > 0;
    });
    expect(added).toBe(1);
    expect(await firstNumbers(db)).toEqual([0, 10]);
    await addDownloads(db, 11);
    // Left by a server that was stopped.
    const limit = (below: number) =>
      sql`alter table downloads_from_10 add constraint
      ${sql.ref(`downloads_from_10_below_${below}`)} check (id >= 10 and id < ${sql.lit(below)}) not valid`.execute(
        db.autocommit,
      );
    await limit(30);
    expect(await addPartitionIfDue(other, size)).toBe(true);
    expect(await firstNumbers(db)).toEqual([0, 10, 30]);
    // Among them a partition that was empty.
    expect(await addPartitionIfDue(other, size)).toBe(false);
    await addDownloads(db, 12);
    expect(await addPartitionIfDue(other, size)).toBe(true);
    expect(await firstNumbers(db)).toEqual([0, 10, 30, 40]);
  });

  test("are in backups and copies of the database row by row", async () => {
    const { db } = await withOnePartition();
    for (let round = 0; round < 4; round++) {
      await addDownloads(db, 12);
      await addPartitionIfDue(db, size);
    }
    expect(await contentOfPartitions(db)).toHaveLength(4);
    const path = join(temporaryFolder(), "saved.sqlite");
    await db.saveTo(path);
    const saved = readSaved(path);
    const target = await (await opened()).db;
    // Compares every row.
    await copySaved(saved, target, { copying() {}, comparing() {} });
    await saved.close();
    const rows = async (of: Database) =>
      (await of.read.selectFrom("downloads").selectAll().orderBy("id").execute()) as unknown[];
    expect(await rows(target)).toEqual(await rows(db));
    await addDownloads(target, 1);
    expect((await rows(target)).at(-1)).toMatchObject({ id: 49 });
  });

  test("are done without on a database that refuses them", async () => {
    const { database, db } = await opened();
    await sql`create function refuse() returns event_trigger language plpgsql
      as $$ begin raise feature_not_supported using message = 'no partitions here'; end $$`.execute(db.autocommit);
    await sql`create event trigger refusal on ddl_command_start when tag in ('CREATE TABLE') execute function refuse()`.execute(
      db.autocommit,
    );
    const { status, stderr } = await runOn(database, ["partition-downloads"]);
    const words = "The database refuses partitions, and nothing has changed: no partitions here";
    expect({ status, stderr: stderr.trim() }).toEqual({ status: 1, stderr: expect.stringContaining(words) });
    await addDownloads(db, 2);
    expect(await partitionsOfDownloads(db.read)).toBe(null);
  });

  test("are not for SQLite", async () => {
    const sqlite = databasesUnderTest.find(({ name }) => name === "sqlite") as typeof postgres;
    const { status, stderr } = await runOn(await sqlite.create(), ["partition-downloads"]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining("Only PostgreSQL has partitions"),
    });
  });
});

describe("an installation with one table", () => {
  let database: DatabaseUnderTest;
  let db: Database;
  let servers: Service[];
  beforeAll(async () => {
    ({ database, db } = await opened());
    servers = await Promise.all([startProcess({ database }), startProcess({ database })]);
  });

  test("is told what belongs to the table and would not go on", async () => {
    await sql`create view report as select id from downloads`.execute(db.autocommit);
    const { status, stderr } = await runOn(database, ["partition-downloads"]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("the view report") });
    await sql`drop view report`.execute(db.autocommit);
    expect(await partitionsOfDownloads(db.read)).toBe(null);
  });

  test("gets partitions twice at once, while two servers deliver, and counts every download once", async () => {
    const order = await orderFiles(
      servers[0] as Service,
      { "a.txt": "abc" },
      "<download_limit>100000</download_limit>",
    );
    let isOver = false;
    let delivered = 0;
    const statuses = new Set<number>();
    const client = async (server: Service) => {
      while (!isOver) {
        const response = await fetch(server.url + order.link);
        statuses.add(response.status);
        if (response.status === 200 && (await response.text()) === "abc") delivered += 1;
      }
    };
    const clients = servers.flatMap((server) => [client(server), client(server), client(server)]);
    await Promise.all([db, await database.open()].map((one) => partitionExisting(one, 1_000)));
    for (let added = 0; added < 3; added += (await addPartitionIfDue(db, 1_000)) ? 1 : 0) await addDownloads(db, 300);
    isOver = true;
    await Promise.all(clients);
    expect([...statuses]).toEqual([200]);
    const { rows } = await sql`select count(*) as rows, count(distinct id) as ids,
      (select sum(taken) from allowances) as taken, (select sum(downloads) from product_days) as counted
      from downloads where order_id is not null`.execute(db.read);
    expect(rows).toEqual([{ rows: delivered, ids: delivered, taken: delivered, counted: delivered }]);
    const partitions = await partitionsOfDownloads(db.read);
    expect(partitions?.length).toBeGreaterThan(3);
    const { stdout } = await runOn(database, ["partition-downloads", "--json"]);
    expect(JSON.parse(stdout).partitions).toEqual(await partitionsOfDownloads(db.read));
  });

  test("delivers also if a server was stopped so long ago that the numbers have come to the limit that it left", async () => {
    const [server] = servers as [Service];
    const order = await orderFiles(server, { "b.txt": "b" });
    const last = (await partitionsOfDownloads(db.read))?.at(-1)?.name ?? "";
    const { rows } = await sql<{ next: number }>`select max(id) + 1 as next from downloads`.execute(db.read);
    const limit = `${last}_below_${rows[0]?.next}`;
    await sql`alter table ${sql.table(last)} add constraint ${sql.ref(limit)} check (id < ${sql.lit(rows[0]?.next)}) not valid`.execute(
      db.autocommit,
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(server.url + order.link)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await stateOf(server, order)).toEqual({ recorded: 5, counted: 5, remaining: 0 });
  });
});
