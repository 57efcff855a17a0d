import { expect, test } from "bun:test";
import { networkOf } from "../src/http/client.ts";
import { createGuessLimit } from "../src/http/sign-in/guess-limit.ts";
import { tooManyTries } from "../src/http/sign-in/refusals.ts";

const of = "ann@north.example";

test("ten guesses from one network are refused there and keep nobody else out", () => {
  const limit = createGuessLimit();
  const take = (address: string, now = 0) => limit.take({ of, from: networkOf(address) }, now);
  for (let guess = 0; guess < 10; guess++) expect(take(`2001:db8::${guess}`)).toBeNull();
  expect(take("2001:db8::ffff", 60_000)).toBe(840);
  expect([take("2001:db8:0:1::1"), take("192.0.2.1"), take("192.0.2.2")]).toEqual([null, null, null]);
  expect(take("2001:db8::ffff", 900_000)).toBeNull();
});

test("fifty guesses from many networks are refused everywhere, and a right password forgets only its own network's", () => {
  const limit = createGuessLimit();
  const guess = (number: number) => ({ of, from: `192.0.2.${number}` });
  for (let number = 0; number < 50; number++) expect(limit.take(guess(number), 0)).toBeNull();
  expect([limit.take(guess(50), 0), limit.take({ of: of.toUpperCase(), from: "192.0.2.7" }, 0)]).toEqual([900, 900]);
  limit.clear(guess(7));
  expect([limit.take(guess(51), 0), limit.take(guess(52), 0)]).toEqual([null, 900]);
  limit.clearAll(of);
  expect(limit.take(guess(52), 0)).toBeNull();
});

test("the wait is said in seconds, of one second too", async () => {
  const words = async (seconds: number | string) => {
    const { message } = (await tooManyTries(seconds).json()) as { message: string };
    return message;
  };
  expect([await words(1), await words("1"), await words("2")]).toEqual([
    "Too many tries. Try again in 1 second.",
    "Too many tries. Try again in 1 second.",
    "Too many tries. Try again in 2 seconds.",
  ]);
});
