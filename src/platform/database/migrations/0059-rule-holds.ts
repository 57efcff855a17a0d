import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Orders that a rule of their store has put on hold. */
export const ruleHolds: SchemaMigration = async ({ schema }, { id, idType, integer, text }) => {
  await schema
    .createTable("rule_holds")
    .addColumn("id", idType, id)
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("order_id", integer, (column) => column.notNull())
    .addColumn("rules", text, (column) => column.notNull())
    .addColumn("held_at", integer, (column) => column.notNull())
    .addColumn("told", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("rule_holds_order").on("rule_holds").column("order_id").execute();
  await schema
    .createIndex("rule_holds_untold")
    .on("rule_holds")
    .column("account_id")
    .where(sql<boolean>`told = 0`)
    .execute();
};
