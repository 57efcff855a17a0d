import type { SchemaMigration } from "../column-types.ts";

/** Adds earlier texts of license keys, as hashes. */
export const licenseKeyHashes: SchemaMigration = async ({ schema }, { integer, text }) => {
  await schema
    .createTable("license_key_hashes")
    .addColumn("account_id", integer, (column) => column.notNull())
    .addColumn("hash", text, (column) => column.notNull())
    .addColumn("license_key_id", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("license_key_hashes_pk", ["account_id", "hash"])
    .execute();
};
