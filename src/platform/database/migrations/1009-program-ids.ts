import type { SchemaMigration } from "../column-types.ts";

/** Adds the ids by which programs in customers' hands know a product. */
export const programIds: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema
    .createTable("product_program_ids")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("product_id", integer, (column) => column.notNull())
    .addColumn("program_id", text, (column) => column.notNull())
    .addColumn("position", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("product_program_ids_pk", ["account_id", "program_id"])
    .execute();
  await schema
    .createIndex("product_program_ids_product")
    .on("product_program_ids")
    .columns(["product_id", "position"])
    .execute();
};
