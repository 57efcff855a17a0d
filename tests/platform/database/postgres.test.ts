import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { Database, Reader, Tx } from "../../../src/platform/database/database.ts";
import { openPostgres } from "../../../src/platform/database/postgres/postgres.ts";
import { takeNextNumbers } from "../../../src/store/accounts/order-numbers.ts";
import { accountRow } from "../../support/account-row.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { failureOf, thrownBy } from "../../support/failures.ts";

const insert = (tx: Tx, handle: string) =>
  tx.insertInto("accounts").values(accountRow(handle)).returning("id").executeTakeFirstOrThrow();

const handles = (db: Database): Promise<string[]> => handlesIn(db.read);

async function handlesIn(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom("accounts").select("handle").orderBy("handle").execute();
  return rows.map((row) => row.handle);
}

describe("postgres alone", () => {
  const create = databasesUnderTest[1]?.createEmpty;
  const open = async () => {
    if (!create) throw new Error("There is no PostgreSQL to test.");
    return (await create()).open();
  };

  test("runs a unit again that lost a deadlock", async () => {
    const db = await open();
    await db.write(async (tx) => {
      await insert(tx, "left");
      await insert(tx, "right");
    });
    const add = (tx: Tx, handle: string) =>
      tx
        .updateTable("accounts")
        .set((row) => ({ next_order_number: row("next_order_number", "+", 1) }))
        .where("handle", "=", handle)
        .execute();
    let [attempts, holding] = [0, 0];
    const bothHold = Promise.withResolvers<void>();
    const addBoth = (first: string, second: string) =>
      db.write(async (tx) => {
        attempts++;
        await add(tx, first);
        if (++holding === 2) bothHold.resolve();
        await bothHold.promise;
        await add(tx, second);
      });
    await Promise.all([addBoth("left", "right"), addBoth("right", "left")]);
    // The loser may run into the winner a second time.
    expect(attempts).toBeGreaterThan(2);
    const rows = await db.read.selectFrom("accounts").select("next_order_number").execute();
    expect(rows).toEqual([{ next_order_number: 10_000_003 }, { next_order_number: 10_000_003 }]);
  });

  test("runs a unit again that could not be serialized, but not for ever, and no other error", async () => {
    const db = await open();
    const runs = { once: 0, always: 0, other: 0 };
    const raise = (tx: Tx, code: string) =>
      sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`.execute(tx);
    await db.write(async (tx) => {
      await insert(tx, "shop");
      if (++runs.once === 1) await raise(tx, "40001");
    });
    expect(await handles(db)).toEqual(["shop"]);
    const always = db.write((tx) => {
      runs.always++;
      return raise(tx, "40001");
    });
    expect(await failureOf(always)).toMatchObject({ code: "40001" });
    const other = db.write((tx) => {
      runs.other++;
      return raise(tx, "22000");
    });
    expect(await failureOf(other)).toMatchObject({ code: "22000" });
    expect(runs).toEqual({ once: 2, always: 5, other: 1 });
  });

  test("goes on after its connections were cut", async () => {
    const db = await open();
    await db.write((tx) => insert(tx, "before"));
    const cut = db.write((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    expect(await thrownBy(cut)).toThrow();
    await db.write((tx) => insert(tx, "after"));
    expect(await handles(db)).toEqual(["after", "before"]);
  });

  test("gives out order numbers at once with as few connections as it takes", async () => {
    if (!create) throw new Error("There is no PostgreSQL to test.");
    const database = await create();
    const db = await database.open();
    const { id } = await db.write((tx) => insert(tx, "shop"));
    const few = await openPostgres(database.setting, { connections: 2 });
    const numbers = await Promise.all(Array.from({ length: 10 }, () => few.write((tx) => takeNextNumbers(tx, id, 2))));
    await few.close();
    expect(numbers.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => 10_000_001 + 2 * index));
  });

  test("says at once that no server is there", async () => {
    expect(await thrownBy(openPostgres("postgres://nobody@127.0.0.1:1/none"))).toThrow();
  });
});
