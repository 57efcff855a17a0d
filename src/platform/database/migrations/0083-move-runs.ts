import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Moves from other services that owners have begun in the administration area or with v3, and how far each came. */
export const moveRuns: SchemaMigration = async ({ schema }, { id, idType, integer, text }) => {
  await schema
    .createTable("move_runs")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("credentials", text)
    .addColumn("dry_run", integer, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("step", text)
    .addColumn("step_done", integer, (column) => column.notNull())
    .addColumn("step_total", integer, (column) => column.notNull())
    .addColumn("notice", text)
    .addColumn("problem", text)
    .addColumn("report", text)
    .addColumn("actor", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("finished_at", integer)
    .addColumn("lease_expires_at", integer)
    .execute();
  await schema.createIndex("move_runs_account").on("move_runs").columns(["account_id", "id"]).execute();
  // An account has one at a time.
  await schema
    .createIndex("move_runs_running")
    .unique()
    .on("move_runs")
    .column("account_id")
    .where(sql.ref("state"), "=", sql.lit("running"))
    .execute();
};
