import type { SchemaMigration } from "../column-types.ts";

/** Rate limits shared by all servers, and the browsers in which people have signed in before. */
export const signInLimits: SchemaMigration = async ({ schema }, { text, integer }) => {
  await schema
    .createTable("rate_limits")
    .addColumn("key", text, (column) => column.primaryKey())
    .addColumn("tries", integer, (column) => column.notNull())
    .addColumn("ends_at", integer, (column) => column.notNull())
    .execute();
  await schema.createIndex("rate_limits_end").on("rate_limits").column("ends_at").execute();

  await schema
    .createTable("devices")
    .addColumn("token_hash", text, (column) => column.notNull())
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("signed_in_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("devices_pk", ["token_hash", "user_id"])
    .execute();
  await schema.createIndex("devices_user").on("devices").column("user_id").execute();
};
