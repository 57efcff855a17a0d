import { describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { resultWhenDue, whenDue } from "../../../src/platform/database/when-due.ts";
import { type Instant, instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { failureOf } from "../../support/failures.ts";

describe.each(databasesUnderTest)("looks for work on $name", ({ name, create }) => {
  /** A look that counts, and a clock that the test moves. */
  function counted(db: Database, dueAt: Instant | null) {
    const clock = { now: instant(1_000_000) };
    let count = 0;
    const look = async () => {
      count += 1;
      return dueAt;
    };
    return { clock, look: whenDue(db, look, () => clock.now), count: () => count };
  }

  const add = (db: Database, key: string) =>
    db.write((tx) => tx.insertInto("file_removals").values({ storage_key: key }).execute());

  // Others on the same PostgreSQL may write meanwhile, which costs a look and nothing else.
  test.if(name === "sqlite")("do not happen while nobody writes", async () => {
    const database = await create();
    const db = await database.open();
    const { look, count } = counted(db, null);
    expect([await look(), await look(), await look()]).toEqual([true, false, false]);
    await db.write((tx) => tx.selectFrom("file_removals").select("id").execute());
    expect(await look()).toBe(false);
    expect(count()).toBe(1);
  });

  test("happen after a write of this process and of another", async () => {
    const database = await create();
    const [db, other] = [await database.open(), await database.open()];
    const { look } = counted(db, null);
    for (const writer of [db, other, other, db]) {
      await look();
      await add(writer, `${Math.random()}`);
      expect(await look()).toBe(true);
    }
  });

  // Others on the same PostgreSQL may write meanwhile.
  test.if(name === "sqlite")("get what the caller gives and answer it, and null without a look", async () => {
    const database = await create();
    const db = await database.open();
    const look = resultWhenDue(db, async (_, count: number) => ({ dueAt: null, result: 2 * count }));
    expect([await look(4), await look(5)]).toEqual([8, null]);
    await add(db, "any");
    expect(await look(0)).toBe(0);
  });

  test("happen after a write during the look before", async () => {
    const database = await create();
    const [db, other] = [await database.open(), await database.open()];
    const look = whenDue(db, async () => {
      await add(other, `${Math.random()}`);
      return null;
    });
    expect([await look(), await look()]).toEqual([true, true]);
  });

  test("happen after the end of a transaction that was open during the look before, and as others began and ended", async () => {
    const database = await create();
    const [db, other] = [await database.open(), await database.open()];
    const { look } = counted(db, null);
    const [written, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const open = other.write(async (tx) => {
      await tx.insertInto("file_removals").values({ storage_key: "open" }).execute();
      written.resolve();
      await end.promise;
    });
    await written.promise;
    // On SQLite, one transaction at a time writes.
    if (name === "postgres") await add(db, "began later");
    await look();
    end.resolve();
    await open;
    expect(await look()).toBe(true);
  });

  test("happen when something is due, a minute later, and when the clock was set back", async () => {
    const database = await create();
    const db = await database.open();
    const { look, clock } = counted(db, instant(1_030_000));
    await look();
    clock.now = instant(1_030_000);
    expect(await look()).toBe(true);
    const { look: never, clock: other } = counted(db, null);
    await never();
    other.now = instant(1_060_000);
    expect(await never()).toBe(true);
    other.now = instant(1_059_999);
    expect(await never()).toBe(true);
  });
});

test("a look happens after a failure to ask for the version, or of the look before", async () => {
  let [isDown, count] = [false, 0];
  const version = async () => {
    if (isDown) throw new Error("down");
    return "1";
  };
  const look = whenDue({ version }, async () => {
    count += 1;
    if (count === 2) throw new Error("look failed");
    return null;
  });
  expect([await look(), await look()]).toEqual([true, false]);
  isDown = true;
  expect(await failureOf(look())).toMatchObject({ message: "down" });
  isDown = false;
  expect(await failureOf(look())).toMatchObject({ message: "look failed" });
  expect([await look(), await look()]).toEqual([true, false]);
});
