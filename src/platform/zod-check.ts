import { z } from "zod";
import type { Instant } from "./instants.ts";

/** The schema with an additional check: `problem` says what is wrong with a value, or returns null. */
export function withCheck<Schema extends z.ZodType>(
  schema: Schema,
  problem: (value: z.output<Schema>) => string | null,
): Schema {
  return schema.superRefine((value, context) => {
    const message = problem(value);
    if (message) context.addIssue({ code: "custom", message });
  });
}

/** Converts a text with `readInstant`; `message` is for texts that it cannot read. */
export const readableInstant = (message: string) => z.number(message) as unknown as z.ZodType<Instant, Instant | null>;
