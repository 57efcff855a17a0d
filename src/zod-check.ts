import type { z } from "zod";

/** The schema with one more check: `problem` says in words what is wrong with a value, null when nothing is. */
export function withCheck<Schema extends z.ZodType>(
  schema: Schema,
  problem: (value: z.output<Schema>) => string | null,
): Schema {
  return schema.superRefine((value, context) => {
    const message = problem(value);
    if (message) context.addIssue({ code: "custom", message });
  });
}
