import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { stat } from "node:fs/promises";
import { giveWay, nextTurn, turnIsOver } from "../../../src/platform/give-way.ts";

/** The clock stands still but for work. */
let clock: ReturnType<typeof spyOn<Performance, "now">>;
let now: number;

beforeEach(() => {
  now = performance.now();
  clock = spyOn(performance, "now").mockImplementation(() => now);
});

afterEach(() => {
  clock.mockRestore();
});

/** Works until this round of the event loop has taken as long as it may. */
function workUntilTurnIsOver(): void {
  while (!turnIsOver()) now += 1;
}

/** Counts the rounds of the event loop until `work` is done. */
async function roundsOf(work: Promise<unknown>): Promise<number> {
  let rounds = 0;
  let done = false;
  const ended = work.then(() => {
    done = true;
  });
  const count = () => {
    rounds += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  await ended;
  return rounds;
}

test("short works that had to wait share the next rounds instead of one round each", async () => {
  workUntilTurnIsOver();
  const works = Array.from({ length: 1_000 }, () => giveWay());
  expect(await roundsOf(Promise.all(works))).toBeLessThan(500);
});

test("works go on in the order in which they asked, also beside work that never ends its turn early", async () => {
  const order: number[] = [];
  const long = (async () => {
    for (let step = 0; step < 5; step++) {
      workUntilTurnIsOver();
      await giveWay();
    }
  })();
  await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      await nextTurn();
      order.push(number);
    }),
  );
  await long;
  expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

test("work that does not end is interrupted by what arrives", async () => {
  let stopped = false;
  const endless = (async () => {
    for (; !stopped; now += 1) await giveWay();
  })();
  await stat(import.meta.path);
  stopped = true;
  await endless;
});
