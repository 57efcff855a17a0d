import { Database as SqliteConnection } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import fc from "fast-check";
import { Kysely, sql } from "kysely";
import { type Database, isUniqueViolation, type Reader, type Tx } from "../../src/database/database.ts";
import { GroupCommitter } from "../../src/database/group-committer.ts";
import type { Schema } from "../../src/database/schema.ts";
import { openSqlite } from "../../src/database/sqlite.ts";
import { sqliteDialect } from "../../src/database/sqlite-dialect.ts";
import { DomainError } from "../../src/errors.ts";
import { accountRow } from "../support/account-row.ts";
import { afterTests, temporaryFolder } from "../support/cleanup.ts";

const insert = (tx: Tx, handle: string) => tx.insertInto("accounts").values(accountRow(handle)).execute();

/** As many characters as make a row of about 200 pages. */
const large = "x".repeat(800_000);
const insertLarge = (tx: Tx, handle: string) =>
  tx
    .insertInto("accounts")
    .values({ ...accountRow(handle), name: large })
    .execute();

async function handles(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom("accounts").select("handle").orderBy("handle").execute();
  return rows.map((row) => row.handle);
}

/** What stands in the file for whoever opens it next. */
async function handlesOnDisk(path: string): Promise<string[]> {
  const db = await openSqlite(path);
  try {
    return await handles(db.read);
  } finally {
    await db.close();
  }
}

async function newDatabase(): Promise<{ path: string; db: Database }> {
  const path = join(temporaryFolder(), "waybill.sqlite");
  const db = await openSqlite(path);
  return { path, db };
}

/** "fulfilled" or what the promise was rejected with. */
function outcomes(promises: Promise<unknown>[]): Promise<unknown[]> {
  return Promise.all(
    promises.map((promise) =>
      promise.then(
        () => "fulfilled",
        (error: unknown) => error,
      ),
    ),
  );
}

type Pause = "none" | "microtasks" | "timer";

async function pause(kind: Pause): Promise<void> {
  if (kind === "microtasks") for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  if (kind === "timer") await new Promise((resolve) => setTimeout(resolve, 0));
}

const fates = ["succeed", "survive constraint", "throw first", "throw last", "domain error", "constraint"] as const;

interface Plan {
  start: Pause;
  rows: Pause[];
  fate: (typeof fates)[number];
}

const pauses = fc.constantFrom<Pause>("none", "microtasks", "timer");
const plans = fc.array(
  fc.record<Plan>({
    start: pauses,
    rows: fc.array(pauses, { minLength: 1, maxLength: 4 }),
    fate: fc.constantFrom(...fates),
  }),
  { minLength: 1, maxLength: 60 },
);

const handlesOf = (plan: Plan, unit: number) => plan.rows.map((_, row) => `${unit}-${row}`);
const isToSucceed = ({ fate }: Plan) => fate === "succeed" || fate === "survive constraint";

async function runPlan(tx: Tx, plan: Plan, unit: number): Promise<number> {
  if (plan.fate === "throw first") throw new Error("first");
  for (const [row, kind] of plan.rows.entries()) {
    await insert(tx, `${unit}-${row}`);
    await pause(kind);
  }
  switch (plan.fate) {
    case "throw last":
      throw new Error("last");
    case "domain error":
      throw new DomainError("used_up", "None is left.");
    case "constraint":
      await insert(tx, "taken");
      break;
    case "survive constraint":
      await insert(tx, "taken").catch((error) => {
        if (!isUniqueViolation(error)) throw error;
      });
  }
  return unit;
}

function expectedError(plan: Plan): unknown {
  if (plan.fate === "domain error") return expect.objectContaining({ code: "used_up" });
  if (plan.fate === "constraint") return expect.objectContaining({ code: "SQLITE_CONSTRAINT_UNIQUE" });
  return expect.objectContaining({ message: plan.fate === "throw first" ? "first" : "last" });
}

/** Looks at the table again and again, and returns a way to stop that tells how often a unit stood there in part. */
function watch(db: Database, planned: Plan[]): () => Promise<number> {
  let [watching, partial] = [true, 0];
  const watcher = (async () => {
    while (watching) {
      const seen = new Set(await handles(db.read));
      for (const [unit, plan] of planned.entries()) {
        const there = handlesOf(plan, unit).filter((handle) => seen.has(handle)).length;
        if (there !== 0 && !(there === plan.rows.length && isToSucceed(plan))) partial++;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  return async () => {
    watching = false;
    await watcher;
    return partial;
  };
}

describe("grouped commits", () => {
  test("exactly the acknowledged units are in the file, whatever the others did", async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (planned) => {
        const { path, db } = await newDatabase();
        await db.write((tx) => insert(tx, "taken"));
        const stop = watch(db, planned);
        const results = await outcomes(
          planned.map(async (plan, unit) => {
            await pause(plan.start);
            expect(await db.write((tx) => runPlan(tx, plan, unit))).toBe(unit);
            expect(await handles(db.read)).toEqual(expect.arrayContaining(handlesOf(plan, unit)));
          }),
        );
        expect(await stop()).toBe(0);
        await db.close();

        expect(results).toEqual(planned.map((plan) => (isToSucceed(plan) ? "fulfilled" : expectedError(plan))));
        const acknowledged = planned.flatMap((plan, unit) => (isToSucceed(plan) ? handlesOf(plan, unit) : []));
        expect(await handlesOnDisk(path)).toEqual(["taken", ...acknowledged].sort());
      }),
      { numRuns: 40 },
    );
  }, 300_000);

  test("closing waits for the units that are under way", async () => {
    const { path, db } = await newDatabase();
    const writes = Array.from({ length: 300 }, (_, unit) => db.write((tx) => insert(tx, `${unit}`)));
    await db.close();
    await Promise.all(writes);
    expect(await handlesOnDisk(path)).toHaveLength(300);
  });

  test("a process killed in the middle of its writes has kept each unit that it acknowledged", async () => {
    const path = join(temporaryFolder(), "waybill.sqlite");
    const script = join(import.meta.dir, "../support/programs/endless-writes.ts");
    const child = Bun.spawn([process.execPath, script, path], { stdin: "ignore", stdout: "pipe" });
    let printed = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      printed += decoder.decode(chunk);
      if (printed.length > 20_000) child.kill("SIGKILL");
    }
    await child.exited;
    const acknowledged = printed.slice(0, printed.lastIndexOf("\n")).split("\n");
    expect(acknowledged.length).toBeGreaterThan(3_000);

    const kept = new Set(await handlesOnDisk(path));
    for (const unit of acknowledged) expect(kept.has(`${unit}-first`)).toBe(true);
    for (const handle of kept) expect(kept.has(handle.replace(/-.*/, "-first"))).toBe(true);
    for (const handle of kept) expect(kept.has(handle.replace(/-.*/, "-second"))).toBe(true);
  });
});

test("a unit runs in the context of its own caller, whoever began the group", async () => {
  const { db } = await newDatabase();
  const request = new AsyncLocalStorage<string>();
  const write = () =>
    db.write(async (tx) => {
      const before = request.getStore();
      await handles(tx);
      return [before, request.getStore()];
    });
  const callers = ["one", "two", "three"];
  const nobody = write();
  const seen = await Promise.all(callers.map((caller) => request.run(caller, write)));
  expect(seen).toEqual(callers.map((caller) => [caller, caller]));
  expect(await nobody).toEqual([undefined, undefined]);
  await db.close();
});

test("another process that writes keeps only writes waiting, and reads and timers go on", async () => {
  const { path, db } = await newDatabase();
  const other = new SqliteConnection(path, { strict: true });
  afterTests(() => other.close());
  other.run("begin immediate");
  let written = false;
  const writing = db.write((tx) => insert(tx, "waits")).then(() => (written = true));
  // If the writer held the event loop while it waits, the other could not commit, and it would wait in vain.
  for (let turn = 0; turn < 10; turn++) {
    await pause("timer");
    expect(await handles(db.read)).toEqual([]);
  }
  expect(written).toBe(false);
  other.run("commit");
  await writing;
  await db.close();
  expect(await handlesOnDisk(path)).toEqual(["waits"]);
});

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
