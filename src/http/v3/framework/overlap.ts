import { integer, optional } from "./loose-values.ts";

/** Hours for which a replaced secret still works if the caller does not say. */
export const usualOverlap = 24;

/** Most hours for which a replaced secret still works. */
const mostOverlap = 24 * 7;

/** `overlap_hours` of an input that replaces a secret. */
export const overlapHours = (description: string) =>
  optional(integer(0, mostOverlap)).openapi({
    type: "integer",
    minimum: 0,
    maximum: mostOverlap,
    description: `${description} Default: ${usualOverlap}.`,
  });
