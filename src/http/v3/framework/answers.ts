import { z } from "@hono/zod-openapi";
import { described, pageFields } from "./fields.ts";
import { json } from "./json-content.ts";

/** An answer with one resource: `{NAME: …}`. */
export function answerOf<Name extends string, Schema extends z.ZodType>(
  name: Name,
  schema: Schema,
  description: string,
) {
  const fields = { [name]: described(schema, description) } as Record<Name, z.ZodLazy<Schema>>;
  return { description, content: json(z.object(fields)) };
}

/** An answer with a page of a list: `{NAME: […], page, page_size, total}`. `rows` names the listed things, such as "orders". */
export function pageOf<Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema, rows: string) {
  const list = { [name]: z.array(schema).describe(`The ${rows}.`) } as Record<Name, z.ZodArray<Schema>>;
  return { description: `A page of ${rows}.`, content: json(z.object({ ...list, ...pageFields })) };
}
