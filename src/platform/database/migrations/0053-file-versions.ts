import type { SchemaMigration } from "../column-types.ts";

/** The number of a file's version, and what is known of it. */
export const fileVersions: SchemaMigration = async ({ schema }, { integer, text }) => {
  for (const column of ["version", "last_version"]) {
    await schema
      .alterTable("files")
      .addColumn(column, integer, (definition) => definition.notNull().defaultTo(1))
      .execute();
  }
  await schema
    .alterTable("files")
    .addColumn("version_note", text, (column) => column.notNull().defaultTo(""))
    .execute();
  await schema.alterTable("files").addColumn("version_added_by", text).execute();
  await schema.alterTable("files").addColumn("version_added_at", integer).execute();
  await schema.alterTable("files").addColumn("updated_at", integer).execute();
};
