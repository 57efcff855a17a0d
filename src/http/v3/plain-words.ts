import type { z } from "@hono/zod-openapi";

/** What zod says of one wrong value. */
export type Issue = z.core.$ZodIssue;

const kinds: Record<string, string> = {
  object: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** A schema's own message, or, in place of zod's, words that say the same to whoever has not heard of zod. */
export function inPlainWords(issue: Issue): string {
  // Our own follow the field's name in a sentence; zod's begin one.
  if (/^[^A-Z]/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return "is required";
      return issue.expected in kinds ? `must be ${kinds[issue.expected]}` : "has the wrong type";
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_big":
      return `must ${amountOf(issue, "at most", issue.maximum)}`;
    case "too_small":
      return `must ${amountOf(issue, "at least", issue.minimum)}`;
    case "unrecognized_keys":
      return `has fields that do not exist: ${issue.keys.join(", ")}`;
    default:
      return "cannot be read";
  }
}

function amountOf({ origin }: { origin: string }, bound: string, count: number | bigint): string {
  if (origin === "string") return `have ${bound} ${count} characters`;
  return origin === "array" ? `have ${bound} ${count} entries` : `be ${bound} ${count}`;
}
