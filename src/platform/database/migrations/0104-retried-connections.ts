import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** How far what waits for a connection was looked at since it was changed. */
export const retriedConnections: SchemaMigration = async ({ schema }, { text }) => {
  await schema.alterTable("connections").addColumn("retry", text).execute();
  await schema
    .createIndex("connections_retry")
    .on("connections")
    .column("id")
    .where(sql.ref("retry"), "is not", null)
    .execute();
};
