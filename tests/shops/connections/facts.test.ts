import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Facts, noFacts } from "../../../src/shops/connections/known/facts.ts";
import { mergeFacts } from "../../../src/shops/connections/known/merge-facts.ts";
import { withdrawalOf } from "../../../src/shops/connections/settling/refunds-and-disputes.ts";

const at = fc.integer({ min: 0, max: 3 });
const line = fc.record({
  id: fc.constantFrom("1", "2"),
  sku: fc.constantFrom("A", null),
  productIds: fc.constant([] as string[]),
  name: fc.constant(""),
  quantity: fc.integer({ min: 1, max: 2 }),
  price: fc.constant(null),
});
const facts: fc.Arbitrary<Facts> = fc.record({
  number: fc.constantFrom(null, "#1", "#2"),
  paid: fc.boolean(),
  paidAt: fc.constantFrom(null, 1, 2),
  test: fc.boolean(),
  content: fc.option(
    fc.record({
      at,
      paid: fc.boolean(),
      email: fc.constantFrom(null, "a@example.com", "b@example.com"),
      firstName: fc.constant(""),
      lastName: fc.constant(""),
      currency: fc.constantFrom(null, "EUR", "JPY"),
      country: fc.constant(null),
      locale: fc.constant(null),
      total: fc.constantFrom(null, 10),
      presented: fc.option(fc.constant({ currency: "JPY", total: 1500 }), { nil: undefined }),
      lines: fc.array(line, { maxLength: 2 }),
    }),
  ),
  withdrawn: fc.record({
    at,
    because: fc.constantFrom(null, "canceled" as const, "refunded" as const, "unpaid" as const),
  }),
  state: fc.record(
    { at, question: fc.constantFrom(null, "Paid?", "Sent?"), refunded: fc.constantFrom(0, 5, 10) },
    { requiredKeys: ["at", "question"] },
  ),
  mostRefunded: fc.constantFrom(0, 5),
  deletedAt: fc.constantFrom(null, 1, 2),
  refunds: fc.dictionary(
    fc.constantFrom("r1", "r2"),
    fc.record({
      amount: fc.constantFrom(null, 0, 5, 10),
      currency: fc.constantFrom(null, "EUR", "JPY"),
      ...{ question: fc.constantFrom(undefined, "How much?", "Which?") },
      lines: fc.array(fc.record({ id: fc.constantFrom("1", "2"), quantity: fc.integer({ min: 1, max: 2 }) }), {
        maxLength: 2,
      }),
    }),
  ),
  refundedTotal: fc.constantFrom(0, 5, 10),
  refundedCurrency: fc.constantFrom(null, "EUR", "JPY"),
  incidents: fc.dictionary(
    fc.constantFrom("d1", "d2"),
    fc.constantFrom(...(["open", "lost", "reversed", "returned", "won", "refund_failed", "refund_undone"] as const)),
  ),
  disputed: fc.dictionary(
    fc.constantFrom("d1", "d2"),
    fc.record({ amount: fc.constantFrom(5, 10), currency: fc.constantFrom(null, "EUR", "JPY") }),
  ),
  subscription: fc.constantFrom(null, "s1"),
  periods: fc.dictionary(
    fc.constantFrom("p1", "p2"),
    fc.record({
      until: fc.constantFrom(null, 1, 2),
      isFirst: fc.boolean(),
      total: fc.constantFrom(null, 5, 10),
      currency: fc.constantFrom(null, "EUR", "JPY"),
    }),
  ),
  over: fc.record({ at, isOver: fc.boolean() }),
  charge: fc.record({ at, isPaid: fc.boolean() }),
  plan: fc.option(
    fc.record({
      at,
      from: fc.constantFrom(null, 1, 2),
      lines: fc.array(line, { maxLength: 2 }),
      kind: fc.constantFrom("first", "whole", "added"),
    }),
    { nil: null },
  ),
});

describe("what is known of a shop's order", () => {
  test("is the same in whatever order, and however often, events arrive", () => {
    fc.assert(
      fc.property(fc.array(facts, { minLength: 1, maxLength: 5 }), fc.infiniteStream(fc.nat()), (all, numbers) => {
        const once = all.reduce(mergeFacts, noFacts);
        const shuffled = all.map((one) => ({ one, rank: numbers.next().value as number }));
        shuffled.sort((a, b) => a.rank - b.rank);
        const again = [...shuffled, ...shuffled].map(({ one }) => one).reduce(mergeFacts, noFacts);
        expect(again).toEqual(once);
      }),
    );
  });

  test("of one time, a value counts more than none, wherever it stands", () => {
    const empty = { firstName: "", lastName: "", currency: null, country: null, locale: null, total: null };
    const line = { id: "1", sku: null, productIds: [], name: "", quantity: 1, price: null };
    const bare = { ...noFacts, content: { at: 5, email: null, ...empty, lines: [line] } };
    const named = { ...noFacts, content: { at: 5, email: "ann@example.com", ...empty, lines: [] } };
    const matched = { ...noFacts, content: { at: 5, email: null, ...empty, lines: [{ ...line, sku: "MAP" }] } };
    const { content } = [bare, named, matched].reduce<Facts>(mergeFacts, noFacts);
    expect([content?.email, content?.lines[0]?.sku]).toEqual(["ann@example.com", "MAP"]);
    const refunded = { ...noFacts, withdrawn: { at: 5, because: "refunded" as const } };
    const still = { ...noFacts, withdrawn: { at: 5, because: null } };
    expect(mergeFacts(still, refunded).withdrawn.because).toBe("refunded");
    expect(mergeFacts({ ...refunded, withdrawn: { at: 4, because: "refunded" } }, still).withdrawn.because).toBeNull();
  });

  test("a refund of everything ends the order, and one of whole lines ends only these", () => {
    const lines = ["1", "2"].map((id) => ({ id, sku: null, productIds: [], name: "", quantity: 2, price: 5 }));
    const content = {
      at: 0,
      email: null,
      firstName: "",
      lastName: "",
      currency: null,
      country: null,
      locale: null,
      total: 20,
      lines,
    };
    const paid = { ...noFacts, paid: true, content };
    const refund = (quantities: number[], amount: number | null = null) => ({
      amount,
      lines: quantities.flatMap((quantity, index) => (quantity > 0 ? [{ id: String(index + 1), quantity }] : [])),
    });
    const of = (...refunds: ReturnType<typeof refund>[]) =>
      withdrawalOf({ ...paid, refunds: Object.fromEntries(refunds.map((one, index) => [String(index), one])) });
    expect(of(refund([2, 0]))).toMatchObject({ whole: false, lines: ["1"], unclear: false });
    expect(of(refund([1, 0]))).toMatchObject({ whole: false, lines: [], unclear: true });
    expect(of(refund([1, 0]), refund([1, 0]))).toMatchObject({ whole: false, lines: ["1"], unclear: false });
    expect(of(refund([2, 2])).whole).toBe(true);
    expect(of(refund([], 5))).toMatchObject({ whole: false, lines: [], unclear: true });
    expect(of(refund([], 12), refund([], 8)).whole).toBe(true);
    expect(withdrawalOf({ ...paid, refundedTotal: 20 }).whole).toBe(true);
    expect(withdrawalOf({ ...paid, refundedTotal: 7 }).unclear).toBe(true);
    expect(withdrawalOf(paid)).toMatchObject({ whole: false, lines: [], unclear: false });
  });
});
