import type { z } from "@hono/zod-openapi";

/** A body or an answer that is JSON of this schema. */
export const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });
