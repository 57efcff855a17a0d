import { z } from "@hono/zod-openapi";
import { readDay } from "../../platform/days.ts";

const notADay = "must be a date from 1970-01-01 to 9999-12-31, such as 2026-11-20";

/** An ISO 8601 date, read as days since 1970-01-01. */
export const rangeDay = z
  .string({ error: notADay })
  .transform(readDay)
  .pipe(z.number(notADay))
  .openapi({ type: "string", format: "date" });
