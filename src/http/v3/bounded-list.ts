import { z } from "@hono/zod-openapi";

/**
 * A list whose length is checked before its elements. Checking hundreds of thousands of elements of a list that is too
 * long anyway would keep the process busy for seconds. `wrong` is the message for a value that is not a list, `tooMany`
 * for a list that is too long.
 */
export function boundedList<Element extends z.ZodType>(
  element: Element,
  { most, tooMany, wrong }: { most: number; tooMany: string; wrong: NonNullable<Parameters<typeof z.array>[1]> },
) {
  return z.array(z.unknown(), wrong).max(most, tooMany).pipe(z.array(element));
}
