import { expect, test } from "bun:test";
import { HashQueue } from "../../../src/http/sign-in/hash-queue.ts";
import { createAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";
import { until } from "../../support/service.ts";
import { password, startForPeople, visit } from "../../support/sign-in.ts";

const here = new AbortController().signal;
const stranger = { isKnown: false, signal: here };
const known = { isKnown: true, signal: here };

/** All that can go on by now has done so. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when the test says so, and a list of what has begun. */
function manualWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => ({
    refuse: async () => null,
    work: () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    busy: async (seconds: number) => `busy for ${seconds}`,
  });
  const endNext = async () => {
    ends.shift()?.();
    await nextTurn();
  };
  return { begun, work, endNext };
}

test("passwords are hashed a few at a time, in order, and those of known devices first", async () => {
  const queue = new HashQueue(2);
  const { begun, work, endNext } = manualWork();
  for (const name of ["a", "b", "c", "d"]) void queue.run(stranger, work(name));
  void queue.run(known, work("owner"));
  await nextTurn();
  expect(begun).toEqual(["a", "b"]);
  for (let ended = 0; ended < 5; ended++) await endNext();
  expect(begun).toEqual(["a", "b", "owner", "c", "d"]);
  void queue.run(stranger, work("e"));
  void queue.run(stranger, work("f"));
  void queue.run(stranger, work("g"));
  await nextTurn();
  expect(begun.slice(5)).toEqual(["e", "f"]);
});

test("a full queue says so at once, and keeps room for known devices", async () => {
  const queue = new HashQueue(1);
  const { begun, work, endNext } = manualWork();
  const waiting = Array.from({ length: 41 }, (_, number) => queue.run(stranger, work(`${number}`)));
  expect(await queue.run(stranger, work("late"))).toMatch(/^busy for \d+$/);
  expect([queue.fullFor(stranger), queue.fullFor(known)]).toEqual([expect.any(Number), null]);
  const owner = queue.run(known, work("owner"));
  await endNext();
  expect(begun).toEqual(["0", "owner"]);
  for (let ended = 0; ended < 41; ended++) await endNext();
  expect(await owner).toBe("owner");
  expect(await Promise.all(waiting)).toHaveLength(41);
});

test("whoever has left is passed over, and a failure frees its place", async () => {
  const queue = new HashQueue(1);
  const { begun, work, endNext } = manualWork();
  const leaving = new AbortController();
  const failing = queue.run(stranger, { ...work("failing"), work: () => Promise.reject(new Error("broken")) });
  const left = queue.run({ isKnown: false, signal: leaving.signal }, work("left"));
  void queue.run(stranger, work("next"));
  leaving.abort();
  expect(await thrownBy(failing)).toThrow("broken");
  expect(await left).toBe("busy for 1");
  await endNext();
  expect(begun).toEqual(["next"]);
});

test("a flood of tries is refused with the time to wait, and the service answers others and then the next person", async () => {
  const [sqlite] = databasesUnderTest;
  if (!sqlite) throw new Error("There is no database.");
  const service = await startForPeople(await sqlite.create());
  const { host } = await createAccount(service, "north", { password });
  const flood = new AbortController();
  const busy: Response[] = [];
  for (let number = 0; number < 150; number++) {
    const request = service.get("/admin/auth/sign-in/email", {
      host,
      method: "POST",
      headers: {
        origin: `http://${host}`,
        "content-type": "application/json",
        "x-forwarded-for": `203.0.113.${number}`,
      },
      body: JSON.stringify({ email: `${number}@flood.example`, password: "a guess" }),
      signal: flood.signal,
    });
    request.then(
      (response) => void (response.status === 429 && busy.push(response)),
      () => {},
    );
  }
  await until("the queue is full", () => busy.length > 50);
  const [refused] = busy;
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ code: "TOO_BUSY" });
  for (const path of ["/healthz", "/admin/auth/get-session"])
    expect((await service.get(path, { host })).status).toBe(200);
  // Those who leave make room at once.
  flood.abort();
  await until("there is room again", async () => {
    const one = visit(service, host);
    const { status, body } = await one.auth("sign-in/email", { email: "owner@north.example", password });
    if (status !== 200) expect(body.code).toBe("TOO_BUSY");
    return status === 200;
  });
});
