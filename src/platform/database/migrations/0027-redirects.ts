import type { SchemaMigration } from "../column-types.ts";

/** Which downloads go to the S3 store by a redirect. */
export const redirects: SchemaMigration = async ({ schema }, { text }) => {
  await schema
    .alterTable("accounts")
    .addColumn("redirect_downloads", text, (column) => column.notNull().defaultTo("unlimited"))
    .execute();
};
