import { z } from "@hono/zod-openapi";

const kinds: Record<string, string> = {
  object: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** What is wrong with a value, for schemas that do not say it themselves: it follows the field's name in a sentence. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
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
};

function amountOf({ origin }: { origin: string }, bound: string, count: number | bigint): string {
  if (origin === "string") return `have ${bound} ${count} characters`;
  return origin === "array" ? `have ${bound} ${count} entries` : `be ${bound} ${count}`;
}

// Takes the place of zod's English; messages that a schema gives itself still win.
z.config({ localeError: plainWords });
