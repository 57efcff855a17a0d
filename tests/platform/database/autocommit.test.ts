import { describe, expect, test } from "bun:test";
import type { Reader } from "../../../src/platform/database/database.ts";
import { accountRow } from "../../support/account-row.ts";
import { databasesUnderTest } from "../../support/databases.ts";

const insert = (db: Reader, handle: string) =>
  db.insertInto("accounts").values(accountRow(handle)).returning("handle").executeTakeFirstOrThrow();

const handles = async (db: Reader) =>
  (await db.selectFrom("accounts").select("handle").orderBy("id").execute()).map(({ handle }) => handle);

describe.each(databasesUnderTest)("single statements on $name", ({ name, create }) => {
  test("are no part of a unit that is open meanwhile, and outlive it when it fails", async () => {
    const db = await (await create()).open();
    const [opened, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const unit = db.write(async (tx) => {
      await insert(tx, "vanishes");
      opened.resolve();
      await end.promise;
      throw new Error("no");
    });
    const failure = unit.catch((error) => error);
    await opened.promise;
    const written = insert(db.autocommit, "stays");
    expect(await handles(db.autocommit)).not.toContain("vanishes");
    end.resolve();
    expect(await failure).toEqual(new Error("no"));
    expect((await written).handle).toBe("stays");
    expect(await handles(db.read)).toEqual(["demo", "stays"]);
  });

  test("are seen by every reader as soon as they resolve, and are still there after a restart", async () => {
    const { open } = await create();
    const db = await open();
    for (let round = 0; round < 20; round++) {
      await insert(db.autocommit, `round-${round}`);
      expect(await handles(db.read)).toHaveLength(round + 2);
      expect(await handles(db.autocommit)).toHaveLength(round + 2);
    }
    await db.close();
    expect(await handles((await open()).read)).toHaveLength(21);
  });

  test("tell how many rows they changed, and fail alone", async () => {
    const db = await (await create()).open();
    await insert(db.autocommit, "first");
    await insert(db.autocommit, "second");
    const [again, renamed, deleted] = await Promise.allSettled([
      insert(db.autocommit, "first"),
      db.autocommit.updateTable("accounts").set({ name: "Renamed" }).executeTakeFirstOrThrow(),
      db.autocommit.deleteFrom("accounts").where("handle", "=", "nobody").executeTakeFirstOrThrow(),
    ]);
    expect(again.status).toBe("rejected");
    expect(renamed).toMatchObject({ value: { numUpdatedRows: 3n } });
    expect(deleted).toMatchObject({ value: { numDeletedRows: 0n } });
  });

  test.if(name === "sqlite")("have no transactions", async () => {
    const db = await (await create()).open();
    const transaction = db.autocommit.transaction().execute((tx) => insert(tx, "never"));
    expect(String(await transaction.catch((error) => error))).toContain("Database.write");
    expect(await handles(db.read)).toEqual(["demo"]);
  });
});
