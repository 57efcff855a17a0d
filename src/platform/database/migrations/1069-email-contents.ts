import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Finds an account's emails that still have their content, which housekeeping removes. It needs no progress for that any more. */
export const emailContents: SchemaMigration = async (db) => {
  await db.schema
    .createIndex("emails_content")
    .on("emails")
    .columns(["account_id", "id"])
    .where(sql<boolean>`subject is not null`)
    .execute();
  await sql`delete from retention_progress where list like 'emails:%'`.execute(db);
};
