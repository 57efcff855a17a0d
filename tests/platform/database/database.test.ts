import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import { type Database, isUniqueViolation, type Reader, type Tx } from "../../../src/platform/database/database.ts";
import { DomainError } from "../../../src/platform/errors.ts";
import { instant } from "../../../src/platform/instants.ts";
import { accountRow } from "../../support/account-row.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";

const insert = (tx: Tx, handle: string) =>
  tx.insertInto("accounts").values(accountRow(handle)).returning("id").executeTakeFirstOrThrow();

const handles = (db: Database): Promise<string[]> => handlesIn(db.read);

async function handlesIn(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom("accounts").select("handle").orderBy("handle").execute();
  return rows.map((row) => row.handle);
}

const fileRow = (account: number, size: number) => ({
  account_id: account,
  filename: "disk image.iso",
  size_bytes: size,
  content_type: "application/octet-stream",
  sha256: "",
  storage_key: "",
  created_at: instant(1_795_210_620_000),
});

describe.each(databasesUnderTest)("$name", ({ name, createEmpty: create }) => {
  test("opening again changes nothing, also while it is open", async () => {
    const { open } = await create();
    const first = await open();
    await first.write((tx) => insert(tx, "kept"));
    const second = await open();
    expect(await handles(second)).toEqual(["kept"]);
    await second.write((tx) => insert(tx, "second"));
    expect(await handles(first)).toEqual(["kept", "second"]);
    await first.close();
    await second.close();
    expect(await handles(await open())).toEqual(["kept", "second"]);
  });

  test("several processes may open and migrate a new database at the same time", async () => {
    for (let round = 0; round < 3; round++) {
      const { setting, folder, open } = await create();
      const address = name === "sqlite" ? join(folder, "waybill.sqlite") : setting;
      const script = join(import.meta.dir, "../../support/programs/open-and-write.ts");
      const children = Array.from({ length: 4 }, () =>
        Bun.spawn([process.execPath, script, address], { stdin: "ignore", stdout: "ignore", stderr: "pipe" }),
      );
      const complaints = await Promise.all(children.map((child) => new Response(child.stderr).text()));
      expect(complaints).toEqual(["", "", "", ""]);
      const db = await open();
      expect(await handles(db)).toHaveLength(80);
      await db.close();
    }
  });

  test("a unit gives back its result; one that throws changes nothing and rejects with what it threw", async () => {
    const db = await (await create()).open();
    expect(await db.write(async (tx) => (await insert(tx, "first")) && "result")).toBe("result");
    const failure = new DomainError("invalid", "No.");
    const failed = db.write(async (tx) => {
      await insert(tx, "second");
      await tx.updateTable("accounts").set({ name: "changed" }).execute();
      throw failure;
    });
    expect(await failed.catch((error: unknown) => error)).toBe(failure);
    expect(await db.read.selectFrom("accounts").select(["handle", "name"]).execute()).toEqual([
      { handle: "first", name: "" },
    ]);
  });

  test("a bulk unit is whole or nothing, other units run before or after it, and reads do not wait", async () => {
    const db = await (await create()).open();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
    const bulk = db.writeBulk(async (tx) => {
      for (let n = 0; n < 300; n++) await insert(tx, `bulk-${n}`);
      begun();
      await mayEnd;
      return handlesIn(tx);
    });
    await hasBegun;
    const others = ["one", "other"].map((handle) => db.write((tx) => insert(tx, handle)));
    expect((await handles(db)).filter((handle) => handle.startsWith("bulk"))).toEqual([]);
    end();
    expect((await bulk).filter((handle) => handle.startsWith("bulk"))).toHaveLength(300);
    await Promise.all(others);
    expect(await handles(db)).toHaveLength(302);
    const failing = db.writeBulk(async (tx) => {
      await insert(tx, "lost");
      await insert(tx, "one");
    });
    expect(isUniqueViolation(await failing.catch((error) => error))).toBe(true);
    const refused = db.writeBulk(async (tx) => {
      await insert(tx, "lost");
      throw new DomainError("invalid", "no");
    });
    expect(await thrownBy(refused)).toThrow("no");
    await db.write((tx) => insert(tx, "last"));
    expect(await handles(db)).toHaveLength(303);
  });

  test("units that run at the same time count exactly", async () => {
    const db = await (await create()).open();
    const { id } = await db.write((tx) => insert(tx, "shop"));
    const numbers = await Promise.all(
      Array.from({ length: 200 }, () =>
        db.write((tx) =>
          tx
            .updateTable("accounts")
            .set((row) => ({ next_order_number: row("next_order_number", "+", 1) }))
            .where("id", "=", id)
            .returning("next_order_number")
            .executeTakeFirstOrThrow(),
        ),
      ),
    );
    const expected = Array.from({ length: 200 }, (_, index) => 10_000_002 + index);
    expect(numbers.map((row) => row.next_order_number).sort()).toEqual(expected);
  });

  test("tells a taken unique value from other errors", async () => {
    const db = await (await create()).open();
    await db.write((tx) => insert(tx, "taken"));
    const errorOf = (unit: (tx: Tx) => Promise<unknown>) => db.write(unit).catch((error: unknown) => error);
    expect(isUniqueViolation(await errorOf((tx) => insert(tx, "taken")))).toBe(true);
    const foreign = await errorOf((tx) => tx.insertInto("files").values(fileRow(999, 1)).execute());
    expect(foreign).toBeInstanceOf(Error);
    expect(isUniqueViolation(foreign)).toBe(false);
    const syntax = await errorOf((tx) => sql`select from from`.execute(tx));
    expect(syntax).toBeInstanceOf(Error);
    expect(isUniqueViolation(syntax)).toBe(false);
    expect(isUniqueViolation(null)).toBe(false);
  });

  test("ids are numbers that are never given out again", async () => {
    const db = await (await create()).open();
    const first = await db.write((tx) => insert(tx, "first"));
    await db.write((tx) => tx.deleteFrom("accounts").execute());
    const second = await db.write((tx) => insert(tx, "second"));
    expect(typeof first.id).toBe("number");
    expect(second.id).toBeGreaterThan(first.id);
  });

  test("sizes of 5 TiB, instants, counts and sums are exact numbers", async () => {
    const db = await (await create()).open();
    const size = 5 * 2 ** 40 + 1;
    const { id } = await db.write((tx) => insert(tx, "shop"));
    await db.write((tx) =>
      tx
        .insertInto("files")
        .values([fileRow(id, size), fileRow(id, size)])
        .execute(),
    );
    const read = db.read.selectFrom("files");
    expect(await read.select(["size_bytes", "created_at"]).limit(1).executeTakeFirst()).toEqual({
      size_bytes: size,
      created_at: instant(1_795_210_620_000),
    });
    const sums = await read
      .select(({ fn }) => [
        fn.countAll<number>().as("count"),
        fn.sum<number>("size_bytes").as("sum"),
        fn.max("size_bytes").as("max"),
      ])
      .executeTakeFirst();
    expect(sums).toEqual({ count: 2, sum: 2 * size, max: size });
  });

  test("text is compared exactly and sorted byte by byte", async () => {
    const db = await (await create()).open();
    const texts = [
      "a",
      "A",
      "a ",
      "B",
      "b",
      "Ä",
      "ä",
      "a\u0308",
      "_",
      "-",
      "~",
      "10",
      "9",
      "é",
      "Ａ",
      "😀",
      "ß",
      "ss",
      "İ",
      "i",
    ];
    await db.write(async (tx) => {
      for (const text of texts) await insert(tx, text);
    });
    expect(await handles(db)).toEqual([...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    for (const text of texts) {
      const found = await db.read.selectFrom("accounts").select("handle").where("handle", "=", text).execute();
      expect(found).toEqual([{ handle: text }]);
    }
  });
});
