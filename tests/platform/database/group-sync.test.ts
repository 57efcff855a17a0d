import { Database as SqliteConnection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Kysely } from "kysely";
import type { Tx } from "../../../src/platform/database/database.ts";
import type { Schema } from "../../../src/platform/database/schema.ts";
import { GroupCommitter } from "../../../src/platform/database/sqlite/group-committer.ts";
import { openSqlite } from "../../../src/platform/database/sqlite/sqlite.ts";
import { sqliteDialect } from "../../../src/platform/database/sqlite/sqlite-dialect.ts";
import { accountRow } from "../../support/account-row.ts";
import { afterTests, temporaryFolder } from "../../support/cleanup.ts";
import { thrownBy } from "../../support/failures.ts";
import { until } from "../../support/service.ts";

const insert = (tx: Tx, handle: string) => tx.insertInto("accounts").values(accountRow(handle)).execute();

/** A committer on a new database, with the syncs that it asks for. */
async function withSyncs() {
  const path = join(temporaryFolder(), "waybill.sqlite");
  await (await openSqlite(path)).close();
  const writing = new SqliteConnection(path, { strict: true });
  afterTests(() => writing.close());
  const kysely = new Kysely<Schema>({ dialect: sqliteDialect(writing) });
  const syncs: PromiseWithResolvers<void>[] = [];
  const committer = new GroupCommitter<Tx>(
    (statement) => writing.run(statement),
    (unit) => kysely.transaction().execute(unit),
    () => writing.inTransaction,
    30,
    () => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
  );
  return { committer, syncs };
}

test("a group is acknowledged once it is on disk, and the next one does not wait for that", async () => {
  const { committer, syncs } = await withSyncs();
  const settled: string[] = [];
  const write = (handle: string) => {
    const unit = committer.run((tx) => insert(tx, handle));
    unit.then(
      () => settled.push(handle),
      (error: Error) => settled.push(`${handle}: ${error.message}`),
    );
    return unit;
  };
  const first = write("first");
  await until("it is committed", () => syncs.length === 1);
  const second = write("second");
  await until("the next one is committed", () => syncs.length === 2);
  expect(settled).toEqual([]);
  syncs[0]?.resolve();
  await first;
  expect(settled).toEqual(["first"]);
  syncs[1]?.reject(new Error("The disk is broken."));
  expect(await thrownBy(second)).toThrow("broken");
  expect(await thrownBy(write("third"))).toThrow("broken");
  expect(await thrownBy(committer.runAlone(async () => "bulk"))).toThrow("broken");
  expect(syncs).toHaveLength(2);
  await committer.drain();
});

test("a unit that may be done again asks nothing of the disk, unless one beside it does", async () => {
  const { committer, syncs } = await withSyncs();
  await committer.run((tx) => insert(tx, "again"), { synced: false });
  expect(syncs).toEqual([]);
  const settled: string[] = [];
  const beside = committer.run((tx) => insert(tx, "beside"), { synced: false }).then(() => settled.push("beside"));
  const kept = committer.run((tx) => insert(tx, "kept")).then(() => settled.push("kept"));
  await until("both are committed", () => syncs.length === 1);
  expect(settled).toEqual([]);
  syncs[0]?.resolve();
  await Promise.all([beside, kept]);
  expect(syncs).toHaveLength(1);
});
