import { type Kysely, sql } from "kysely";

/** Milliseconds between two PostgreSQL statements, while the other database reads or writes a batch. */
const patience = 120_000;

/** Lets a transaction wait longer for the other database than connections of `openPostgres` usually may. */
export async function extendIdleLimit(tx: Kysely<never>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(patience)}`.execute(tx);
}
