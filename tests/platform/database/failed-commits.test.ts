import { Database as SqliteConnection } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { Kysely, sql } from "kysely";
import type { Database, Tx } from "../../../src/platform/database/database.ts";
import type { Schema } from "../../../src/platform/database/schema.ts";
import { GroupCommitter } from "../../../src/platform/database/sqlite/group-committer.ts";
import { sqliteDialect } from "../../../src/platform/database/sqlite/sqlite-dialect.ts";
import { accountRow } from "../../support/account-row.ts";
import { afterTests } from "../../support/cleanup.ts";
import { handles, handlesOnDisk, insert, newDatabase, outcomes } from "../../support/grouped-units.ts";

/** As many characters as make a row of about 200 pages. */
const large = "x".repeat(800_000);
const insertLarge = (tx: Tx, handle: string) =>
  tx
    .insertInto("accounts")
    .values({ ...accountRow(handle), name: large })
    .execute();

describe("a group whose commit fails", () => {
  test("rejects each unit that waits when the transaction cannot begin, after one wait; later ones work", async () => {
    const { path, db } = await newDatabase();
    await db.close();
    const writing = new SqliteConnection(path, { strict: true });
    const other = new SqliteConnection(path, { strict: true });
    for (const connection of [writing, other]) afterTests(() => connection.close());
    const kysely = new Kysely<Schema>({ dialect: sqliteDialect(writing) });
    let tries = 0;
    const committer = new GroupCommitter<Tx>(
      (statement) => {
        if (statement === "begin immediate") tries += 1;
        writing.run(statement);
      },
      (unit) => kysely.transaction().execute(unit),
      () => writing.inTransaction,
      0,
    );

    other.run("begin immediate");
    const units = Array.from({ length: 1_000 }, (_, unit) => committer.run((tx) => insert(tx, `${unit}`)));
    expect(await outcomes(units)).toEqual(Array(1_000).fill(expect.objectContaining({ code: "SQLITE_BUSY" })));
    expect(tries).toBe(1);
    // A check finds out with a write of its own whether that goes on, and writes nothing more once it does not.
    const check = () => committer.check((tx) => insert(tx, "checked"));
    expect(await outcomes([check()])).toEqual([expect.objectContaining({ code: "SQLITE_BUSY" })]);
    other.run("commit");
    expect(await outcomes([check(), committer.drain()])).toEqual(["fulfilled", "fulfilled"]);
    await check();

    await committer.run((tx) => insert(tx, "later"));
    await committer.drain();
    expect(await handlesOnDisk(path)).toEqual(["checked", "later"]);
  });

  test("rejects each of its units when the commit is refused; later ones work", async () => {
    const { path, db } = await newDatabase();
    const results = await outcomes([
      db.write((tx) => insert(tx, "before")),
      db.write(async (tx) => {
        await sql`pragma defer_foreign_keys = on`.execute(tx);
        await tx.insertInto("email_allowances").values({ account_id: 999, day: 0, queued: 1 }).execute();
      }),
      db.write((tx) => insert(tx, "after")),
    ]);
    expect(results).toEqual(Array(3).fill(expect.objectContaining({ code: "SQLITE_CONSTRAINT_FOREIGNKEY" })));
    expect(await handles(db.read)).toEqual([]);
    await db.write((tx) => insert(tx, "later"));
    await db.close();
    expect(await handlesOnDisk(path)).toEqual(["later"]);
  });
});

describe("a full disk", () => {
  /** Lets the file grow by 100 pages at most. */
  async function fill(db: Database): Promise<void> {
    await db.write(async (tx) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx);
      await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 100)}`.execute(tx);
    });
  }

  test("rejects what does not fit with its reason, keeps what was acknowledged, and later units work", async () => {
    const { path, db } = await newDatabase();
    await db.write((tx) => insert(tx, "before"));
    await fill(db);
    const names = ["small-1", "large", "small-2"];
    const results = await outcomes(
      names.map((name) => db.write((tx) => (name === "large" ? insertLarge(tx, name) : insert(tx, name)))),
    );
    expect(results[1]).toMatchObject({ code: "SQLITE_FULL" });
    const acknowledged = names.filter((_, unit) => results[unit] === "fulfilled");
    expect(await handles(db.read)).toEqual(["before", ...acknowledged].sort());

    await db.write((tx) => insert(tx, "later"));
    await db.close();
    expect(await handlesOnDisk(path)).toEqual(["before", "later", ...acknowledged].sort());
  });

  test("a unit that goes on after the error keeps nothing", async () => {
    const { path, db } = await newDatabase();
    await fill(db);
    const unit = db.write(async (tx) => {
      await insert(tx, "first");
      await insertLarge(tx, "large").catch(() => {});
      await insert(tx, "last");
    });
    expect(await outcomes([unit])).toEqual([expect.objectContaining({ code: "SQLITE_FULL" })]);
    await db.write((tx) => insert(tx, "later"));
    await db.close();
    expect(await handlesOnDisk(path)).toEqual(["later"]);
  });
});
