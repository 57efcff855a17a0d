import { expect, spyOn, test } from "bun:test";
import { newBudget } from "../../../src/store/wording/renderer.ts";
import { testRenderer } from "../../support/wording-renderer.ts";

const text = (source: string) => ({ source, format: "text", values: "{}", isBuiltIn: false }) as const;

/** Seconds, in expressions of half a second each; `n` makes texts that differ. */
const slow = (n: number) => {
  const doubled = `{% assign x = "aaaaaaaa" %}${"{% assign x = x | append: x %}".repeat(17)}`;
  const searched = Array(1_500).fill('x contains "aaaaaaaaaaaaaaab"').join(" or ");
  return text(`${n}${doubled}{% for i in (1..1000) %}{% if ${searched} %}b{% endif %}{% endfor %}`);
};

test("slow texts of a store that are asked for at once end one quick renderer, not one each", async () => {
  const spawn = spyOn(Bun, "spawn");
  try {
    const renderer = testRenderer();
    const budget = newBudget();
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((n) => renderer.render(1, slow(n), budget)));
    const started = spawn.mock.calls.filter(([words]) => String(words).includes("renderer"));
    for (const outcome of outcomes) expect(outcome).toBeInstanceOf(Error);
    // Two quick ones, and at most two patient ones: the time of the five is used up with the second text.
    expect([2, 3, 4]).toContain(started.length);
    expect(await renderer.render(2, text("Ahoy"), newBudget())).toBe("Ahoy");
  } finally {
    spawn.mockRestore();
  }
});
