import type { SchemaMigration } from "../column-types.ts";

/** Which downloads broke off so early that the client may ask again for free, and which it has asked for again. */
export const repeatedDownloads: SchemaMigration = async ({ schema }, { integer }) => {
  for (const name of ["cut_short", "repeated"]) {
    await schema
      .alterTable("partial_downloads")
      .addColumn(name, integer, (column) => column.notNull().defaultTo(0))
      .execute();
  }
};
