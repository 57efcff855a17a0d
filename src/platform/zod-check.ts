import { z } from "zod";
import type { Instant } from "./instants.ts";

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

/** What `readInstant` makes of a text; `message` is for a text of which it makes null. */
export const readableInstant = (message: string) => z.number(message) as unknown as z.ZodType<Instant, Instant | null>;
