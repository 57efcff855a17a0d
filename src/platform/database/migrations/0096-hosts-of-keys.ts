import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Finds an account by a host name that begins with its API key, which has no capitals there. */
export const hostsOfKeys: SchemaMigration = async ({ schema }) => {
  await schema.createIndex("accounts_key").on("accounts").expression(sql`lower(api_key)`).execute();
};
