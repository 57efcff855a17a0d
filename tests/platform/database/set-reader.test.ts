import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { shared } from "../../../src/platform/database/lookups.ts";
import { prepared } from "../../../src/platform/database/prepared.ts";
import { SetReader } from "../../../src/platform/database/set-reader.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { until } from "../../support/service.ts";

describe("lookups that arrive together", () => {
  function readerOf(find: (keys: number[]) => Promise<number[]>) {
    const sets: number[][] = [];
    const reader = new SetReader<number, number>((keys) => {
      sets.push(keys);
      return find(keys);
    });
    return { reader, sets };
  }

  test("share queries of up to 64, and each gets its own value", async () => {
    const { reader, sets } = readerOf(async (keys) => keys.map((key) => key * 2));
    const keys = Array.from({ length: 150 }, (_, key) => key);
    expect(await Promise.all(keys.map((key) => reader.read(key)))).toEqual(keys.map((key) => key * 2));
    expect(sets.map(({ length }) => length)).toEqual([64, 64, 22]);
    expect(await reader.read(7)).toBe(14);
  });

  test("all fail with their query, and later ones do not", async () => {
    const { reader } = readerOf(async (keys) => {
      if (keys.includes(13)) throw new Error("unlucky");
      return keys;
    });
    const first = await Promise.allSettled([1, 13, 2].map((key) => reader.read(key)));
    expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await reader.read(3)).toBe(3);
  });

  test("do not wait for a query that hangs", async () => {
    const { reader, sets } = readerOf((keys) => (keys.includes(0) ? new Promise(() => {}) : Promise.resolve(keys)));
    void reader.read(0);
    await until("it hangs", () => sets.length === 1);
    expect(await reader.read(1)).toBe(1);
  });
});

describe.each(databasesUnderTest)("queries that are compiled once, on $name", ({ create }) => {
  const named = prepared<{ handle: string }, { name: string }>((reader, { handle }) =>
    reader.selectFrom("accounts").selectAll().where("handle", "=", handle),
  );

  test("see what was committed before they were asked, also if they share", async () => {
    const db = await (await create()).open();
    const together = shared(named);
    for (let round = 0; round < 20; round++) {
      const under = Array.from({ length: 5 }, () => together(db.read, { handle: "demo" }));
      await db.write((tx) =>
        tx
          .updateTable("accounts")
          .set({ name: `round ${round}` })
          .execute(),
      );
      const [row] = await together(db.read, { handle: "demo" });
      expect(row?.name).toBe(`round ${round}`);
      await Promise.all(under);
    }
  });

  test("go on when a newer version adds a column while they run", async () => {
    const db = await (await create()).open();
    const find = (reader: typeof db.read) => named(reader, { handle: "demo" });
    for (let time = 0; time < 10; time++) await find(db.read);
    await db.write((tx) => sql`alter table accounts add column added integer`.execute(tx));
    expect(await find(db.read)).toHaveLength(1);
    await db.write((tx) => sql`alter table accounts add column added_too integer`.execute(tx));
    const inside = await db.write(async (tx) => {
      await tx.updateTable("accounts").set({ name: "Inside" }).execute();
      return find(tx);
    });
    expect(inside.map((row) => row.name)).toEqual(["Inside"]);
  });
});
