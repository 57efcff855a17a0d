import { z } from "@hono/zod-openapi";

const kinds: Record<string, string> = {
  object: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** The message for a schema without its own. It follows the field's name in a sentence. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
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
      return `contains unknown fields: ${issue.keys.join(", ")}`;
    default:
      return "is invalid";
  }
};

function amountOf({ origin }: { origin: string }, bound: string, count: number | bigint): string {
  if (origin === "string") return `have ${bound} ${count} characters`;
  return origin === "array" ? `have ${bound} ${count} entries` : `be ${bound} ${count}`;
}

// Replaces zod's own messages. A message given in a schema still wins.
z.config({ localeError: plainWords });
