import { beforeAll, describe, expect, test } from "bun:test";
import { forgetPasswordGuesses, passwordGuess } from "../../../src/http/sign-in/limits.ts";
import { tooBusy, tooManyTries } from "../../../src/http/sign-in/refusals.ts";
import { rightGuess } from "../../../src/http/sign-in/right-guess.ts";
import { removeInSteps } from "../../../src/operations/housekeeping/in-steps.ts";
import { clientNetwork } from "../../../src/platform/client-network.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant } from "../../../src/platform/instants.ts";
import { giveBackTries, removeEndedLimits, takeTries } from "../../../src/platform/limits/rate-limits.ts";
import { databasesUnderTest } from "../../support/databases.ts";

describe.each(databasesUnderTest)("wrong passwords on $name", ({ create }) => {
  let db: Database;

  beforeAll(async () => {
    db = await (await create()).open();
  });

  const stranger = (email: string, address: string) =>
    passwordGuess(email, { network: clientNetwork(address), device: null });
  const take = (email: string, address: string, now = instant(0)) => takeTries(db, stranger(email, address), now);

  test("are refused after ten from one network, which keeps nobody else out", async () => {
    const ann = "ann@north.example";
    for (let guess = 0; guess < 10; guess++) expect(await take(ann, `2001:db8::${guess}`)).toBeNull();
    expect(await take(ann, "2001:db8::ffff", instant(60_000))).toBe(840);
    for (const address of ["2001:db8:0:1::1", "192.0.2.1", "192.0.2.2"]) expect(await take(ann, address)).toBeNull();
    expect(await take(ann, "2001:db8::ffff", instant(900_000))).toBeNull();
  });

  test("are refused after fifty from many networks, and a right one forgets only its own network's", async () => {
    const ben = "ben@north.example";
    const from = (number: number) => take(ben, `192.0.2.${number}`);
    for (let number = 0; number < 50; number++) expect(await from(number)).toBeNull();
    expect([await from(50), await from(7)]).toEqual([900, 900]);
    await rightGuess(db, stranger(ben, "192.0.2.7"));
    expect([await from(51), await from(52)]).toEqual([null, 900]);
    await db.write((tx) => forgetPasswordGuesses(tx, ben));
    expect(await from(52)).toBeNull();
  });

  test("of strangers do not count on a device that has signed in before, which has ten of its own", async () => {
    const cem = "cem@north.example";
    for (let number = 0; number < 50; number++) await take(cem, `192.0.2.${number}`);
    const known = passwordGuess(cem, { network: "192.0.2.1", device: "token" });
    for (let guess = 0; guess < 10; guess++) expect(await takeTries(db, known, instant(0))).toBeNull();
    expect([await takeTries(db, known, instant(0)), await take(cem, "192.0.2.99")]).toEqual([900, 900]);
  });

  test("at the same moment are no more than one after the other", async () => {
    const dan = "dan@north.example";
    const waits = await Promise.all(Array.from({ length: 40 }, () => take(dan, "192.0.2.1")));
    expect(waits.filter((wait) => wait === null)).toHaveLength(10);
  });

  test("leave nothing behind once they are taken back, or their time is over", async () => {
    const rows = () => db.read.selectFrom("rate_limits").select("key").execute();
    await removeInSteps(db, removeEndedLimits, { now: instant(3_600_000), most: 500 });
    expect(await rows()).toEqual([]);
    const tries = stranger("eve@north.example", "192.0.2.1");
    await takeTries(db, tries, instant(0));
    expect(await rows()).toHaveLength(2);
    await db.write((tx) => giveBackTries(tx, tries));
    expect(await rows()).toEqual([]);
    await Promise.all(
      Array.from({ length: 1200 }, (_, number) =>
        take(`${number}@north.example`, "192.0.2.1", instant(number < 1100 ? 0 : 1)),
      ),
    );
    await removeInSteps(db, removeEndedLimits, { now: instant(900_000), most: 500 });
    expect(await rows()).toHaveLength(200);
  });
});

test("the wait is said in seconds, of one second too", async () => {
  const words = async (answer: Response) => ((await answer.json()) as { message: string }).message;
  expect([await words(tooManyTries(1)), await words(tooManyTries("1")), await words(tooBusy(2))]).toEqual([
    "Too many attempts. Try again in 1 second.",
    "Too many attempts. Try again in 1 second.",
    "Too many people are signing in at the moment. Try again in 2 seconds.",
  ]);
});
