import { z } from "@hono/zod-openapi";
import { giveWay } from "../../../platform/give-way.ts";

/**
 * A list whose length is checked before its elements. Checking hundreds of thousands of elements of a list that is too
 * long anyway would keep the process busy for seconds. Elements are checked one by one, and others may run in between.
 * `wrong` is the message for a value that is not a list, `tooMany` for a list that is too long.
 */
export function boundedList<Element extends z.ZodType>(
  element: Element,
  { most, tooMany, wrong }: { most: number; tooMany: string; wrong: NonNullable<Parameters<typeof z.array>[1]> },
) {
  return z
    .array(z.unknown(), wrong)
    .max(most, tooMany)
    .transform(async (values, context) => {
      const checked: z.output<Element>[] = [];
      for (const [index, value] of values.entries()) {
        await giveWay();
        const { success, data, error } = element.safeParse(value);
        if (success) checked.push(data);
        for (const { path, message } of error?.issues ?? []) {
          context.addIssue({ code: "custom", path: [index, ...path], message });
        }
      }
      return checked;
    });
}
