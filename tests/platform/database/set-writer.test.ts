import { describe, expect, test } from "bun:test";
import type { Tx } from "../../../src/platform/database/database.ts";
import { SetWriter } from "../../../src/platform/database/set-writer.ts";
import { DomainError } from "../../../src/platform/errors.ts";

/** A database that runs units one at a time, and whose commits fail while `commit` throws. */
function setsOf(write: (requests: string[]) => (string | DomainError)[], commit: () => void = () => {}) {
  const sets: string[][] = [];
  const writer = new SetWriter<string, string>(
    {
      async write(unit) {
        await new Promise((resolve) => setImmediate(resolve));
        const result = await unit({} as Tx);
        commit();
        return result;
      },
    },
    {
      groupOf: (request) => request.charCodeAt(0),
      weightOf: (request) => request.length,
      async write(_, requests) {
        sets.push(requests);
        return write(requests);
      },
    },
  );
  const all = (requests: string[], caller?: AbortSignal) =>
    Promise.all(requests.map((request) => writer.write(request, caller).catch((error: Error) => error.message)));
  return { sets, all };
}

describe("requests that are written in sets", () => {
  test("share a set with those of their group that wait, up to 64 and to a weight, and keep their order", async () => {
    const { sets, all } = setsOf((requests) => requests.map((request) => `${request}!`));
    const many = Array.from({ length: 70 }, (_, n) => `a${n}`);
    expect(await all(many)).toEqual(many.map((request) => `${request}!`));
    expect(sets.map(({ length }) => length)).toEqual([64, 6]);
    sets.length = 0;
    const heavy = ["b".repeat(900), "b".repeat(200), "b".repeat(2_000), "b"];
    await all(heavy);
    expect(sets.map((set) => set.map(({ length }) => length))).toEqual([[900], [200], [2_000], [1]]);
    sets.length = 0;
    await all(["x1", "y1", "x2"]);
    expect(sets.toSorted()).toEqual([["x1", "x2"], ["y1"]]);
  });

  test("are refused one by one", async () => {
    const { all } = setsOf((requests) =>
      requests.map((one) => (one === "a2" ? new DomainError("invalid", "no") : one)),
    );
    expect(await all(["a1", "a2", "a3"])).toEqual(["a1", "no", "a3"]);
  });

  test("are each tried alone when the set cannot be written, so that one harms no other", async () => {
    const { sets, all } = setsOf((requests) => {
      if (requests.includes("a2")) throw new Error("broken");
      return requests;
    });
    expect(await all(["a1", "a2", "a3"])).toEqual(["a1", "broken", "a3"]);
    expect(sets).toEqual([["a1", "a2", "a3"], ["a1"], ["a2"], ["a3"]]);
  });

  test("are never written again after a commit that failed, because it may have been carried out", async () => {
    let commits = 0;
    const { sets, all } = setsOf(
      (requests) => requests,
      () => {
        if (++commits === 1) throw new Error("no answer");
      },
    );
    expect(await all(["a1", "a2"])).toEqual(["no answer", "no answer"]);
    expect(await all(["a3"])).toEqual(["a3"]);
    expect(sets).toEqual([["a1", "a2"], ["a3"]]);
  });

  test("are dropped with callers who are gone before their set begins", async () => {
    const { sets, all } = setsOf((requests) => requests);
    const caller = new AbortController();
    const gone = all(["a1", "a2"], caller.signal);
    const others = all(["a3"]);
    caller.abort();
    expect((await gone).every((answer) => answer.includes("aborted"))).toBe(true);
    expect(await others).toEqual(["a3"]);
    expect(sets).toEqual([["a3"]]);
  });
});
