import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/**
 * Adds an index of an account's emails that still have their content, which housekeeping removes. So housekeeping no longer
 * stores its progress for that.
 */
export const emailContents: SchemaMigration = async (db) => {
  await db.schema
    .createIndex("emails_content")
    .on("emails")
    .columns(["account_id", "id"])
    .where(sql<boolean>`subject is not null`)
    .execute();
  await sql`delete from retention_progress where list like 'emails:%'`.execute(db);
};
