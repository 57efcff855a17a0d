import type { SchemaMigration } from "../column-types.ts";

/** Which version of a file a download sent. */
export const downloadedVersions: SchemaMigration = async ({ schema }, { integer }) => {
  await schema
    .alterTable("downloads")
    .addColumn("file_version", integer, (column) => column.notNull().defaultTo(1))
    .execute();
};
