import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Whether a store still shows the steps of its set-up. Those that have had orders do not. */
export const setup: SchemaMigration = async (db, { integer }) => {
  await db.schema.alterTable("accounts").addColumn("setup_dismissed_at", integer).execute();
  await sql`
    update accounts set setup_dismissed_at = created_at
    where exists (select 1 from orders where orders.account_id = accounts.id)
  `.execute(db);
};
