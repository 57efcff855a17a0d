import { Database as SqliteConnection } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import fc from "fast-check";
import { type Database, isUniqueViolation, type Tx } from "../../../src/platform/database/database.ts";
import { DomainError } from "../../../src/platform/errors.ts";
import { afterTests, temporaryFolder } from "../../support/cleanup.ts";
import { handles, handlesOnDisk, insert, newDatabase, outcomes } from "../../support/grouped-units.ts";

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
    const script = join(import.meta.dir, "../../support/programs/endless-writes.ts");
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
