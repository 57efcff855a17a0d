import { z } from "@hono/zod-openapi";
import { dayOf } from "../../days.ts";
import { readInstant } from "../../instants.ts";

const notADay = "must be a date from 1970-01-01 to 9999-12-31, such as 2026-11-20";

/** An ISO 8601 date, read as days since 1970-01-01. */
export const rangeDay = z
  .string({ error: notADay })
  .transform((value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? dayOf(readInstant(value) ?? Number.NaN) : Number.NaN))
  .refine((day) => day >= 0, notADay)
  .openapi({ type: "string", format: "date" });
