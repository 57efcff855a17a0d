import { z } from "@hono/zod-openapi";

/**
 * A list whose length is checked before its first element is: checking hundreds of thousands of elements of a list that is
 * refused anyway would keep the process busy for seconds. `wrong` says that it is no list, `tooMany` that it is too long.
 */
export function boundedList<Element extends z.ZodType>(
  element: Element,
  { most, tooMany, wrong }: { most: number; tooMany: string; wrong: NonNullable<Parameters<typeof z.array>[1]> },
) {
  return z.array(z.unknown(), wrong).max(most, tooMany).pipe(z.array(element));
}
