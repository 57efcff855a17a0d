import { describe, expect, test } from "bun:test";
import { linkIdentifier } from "../../../src/platform/identifiers.ts";
import { instant } from "../../../src/platform/instants.ts";

describe("the identifier of an order's link", () => {
  test("has 128 random bits beside its time, which two of one instant share", () => {
    const now = instant(Date.UTC(2026, 10, 22));
    const made = Array.from({ length: 2_000 }, () => Buffer.from(linkIdentifier(now), "base64url"));
    expect(new Set(made.map((bytes) => bytes.toString("hex", 0, 4))).size).toBe(1);
    const random = made.map((bytes) => bytes.subarray(4));
    expect(random[0]?.length).toBe(16);
    expect(new Set(random.map((bytes) => bytes.toString("hex"))).size).toBe(made.length);
    for (let bit = 0; bit < 128; bit++) {
      const set = random.filter((bytes) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
      // Ten standard deviations from the mean.
      expect(Math.abs(set - made.length / 2)).toBeLessThan(10 * Math.sqrt(made.length / 4));
    }
  });

  test("never looks like an option of the command line, whenever it is made", () => {
    for (let day = 0; day < 3_000; day++) {
      expect(linkIdentifier(instant(day * 86_400_000 * 7))).toMatch(/^[A-Za-f][\w-]{26}$/);
    }
  });
});
