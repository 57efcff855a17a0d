import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** The account that the service domain itself names: the first that was made. */
export const mainAccount: SchemaMigration = async (db, { integer }) => {
  await db.schema
    .alterTable("accounts")
    .addColumn("is_main", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update accounts set is_main = 1 where id = (select min(id) from accounts)`.execute(db);
  await sql`create unique index accounts_main on accounts (is_main) where is_main = 1`.execute(db);
};
