import { describe, expect, test } from "bun:test";
import { CallerGone, DatabaseBusy, type Tx } from "../../../src/platform/database/database.ts";
import { Semaphore } from "../../../src/platform/database/postgres/semaphore.ts";
import { SetWriter } from "../../../src/platform/database/set-writer.ts";
import { GroupCommitter } from "../../../src/platform/database/sqlite/group-committer.ts";
import { failureOf } from "../../support/failures.ts";

const settled = (works: Promise<unknown>[]) =>
  Promise.all(works.map((work) => work.then(String, (error: Error) => error.constructor.name)));

describe("units that wait for a connection", () => {
  test("are limited in number: what comes after them is rejected at once, and runs later when there is room", async () => {
    const semaphore = new Semaphore(2, 3);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const works = Array.from({ length: 7 }, (_, n) => semaphore.run(() => held.then(() => n)));
    expect(await settled(works.slice(5))).toEqual([DatabaseBusy.name, DatabaseBusy.name]);
    release();
    expect(await settled(works.slice(0, 5))).toEqual(["0", "1", "2", "3", "4"]);
    expect(await semaphore.run(async () => "later")).toBe("later");
  });

  test("leave with their callers, and make room for others", async () => {
    const semaphore = new Semaphore(1, 2);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const caller = new AbortController();
    let ran = 0;
    const first = semaphore.run(() => held);
    const gone = [1, 2].map(() => semaphore.run(async () => ran++, caller.signal));
    caller.abort();
    expect(await settled(gone)).toEqual([CallerGone.name, CallerGone.name]);
    const next = semaphore.run(async () => "next");
    release();
    expect(await next).toBe("next");
    await first;
    expect(ran).toBe(0);
    expect(await failureOf(semaphore.run(async () => ran++, caller.signal))).toBeInstanceOf(CallerGone);
  });
});

test("units that wait for the one writer are limited in number", async () => {
  const committer = new GroupCommitter<null>(
    () => {},
    (unit) => unit(null),
    () => true,
    0,
  );
  const works = Array.from({ length: 5_001 }, (_, n) => committer.run(async () => n));
  expect(await failureOf(works[5_000] as Promise<unknown>)).toBeInstanceOf(DatabaseBusy);
  expect(await settled(works.slice(0, 5_000))).toEqual(Array.from({ length: 5_000 }, (_, n) => String(n)));
  expect(await committer.run(async () => "later")).toBe("later");
});

test("requests of a store that wait for their set are limited in number", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const writer = new SetWriter<number, number>(
    {
      async write(unit) {
        const result = await unit({} as Tx);
        await held;
        return result;
      },
    },
    { groupOf: () => 1, write: async (_, requests) => requests },
  );
  const works = Array.from({ length: 5_002 }, (_, n) => writer.write(n));
  expect(await failureOf(works[5_001] as Promise<unknown>)).toBeInstanceOf(DatabaseBusy);
  release();
  expect(await settled(works.slice(0, 5_001))).toEqual(Array.from({ length: 5_001 }, (_, n) => String(n)));
});
