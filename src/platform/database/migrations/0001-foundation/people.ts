import type { SchemaModule } from "kysely";
import type { ColumnTypes } from "../../column-types.ts";

/** People, their roles in accounts, and what better-auth stores about them (names in http/sign-in/tables.ts). */
export async function createPeople(schema: SchemaModule, { text, integer }: ColumnTypes): Promise<void> {
  await schema
    .createTable("users")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("email", text, (column) => column.notNull().unique())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("email_verified", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("two_factor_enabled", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("updated_at", text, (column) => column.notNull())
    .execute();

  await schema
    .createTable("members")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("user_id", text, (column) => column.notNull().references("users.id"))
    .addColumn("role", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("members_pk", ["account_id", "user_id"])
    .execute();
  await schema.createIndex("members_user").on("members").column("user_id").execute();

  await schema
    .createTable("invitations")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("email", text, (column) => column.notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("role", text, (column) => column.notNull())
    .addColumn("token_hash", text, (column) => column.notNull().unique())
    .addColumn("expires_at", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addUniqueConstraint("invitations_account_email", ["account_id", "email"])
    .execute();

  await schema
    .createTable("credentials")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("provider_id", text, (column) => column.notNull())
    .addColumn("provider_user_id", text, (column) => column.notNull())
    .addColumn("password_hash", text)
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("updated_at", text, (column) => column.notNull())
    .addUniqueConstraint("credentials_user_provider", ["user_id", "provider_id"])
    .execute();

  await schema
    .createTable("sessions")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("token", text, (column) => column.notNull().unique())
    .addColumn("ip_address", text)
    .addColumn("user_agent", text)
    .addColumn("expires_at", text, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("updated_at", text, (column) => column.notNull())
    .execute();
  await schema.createIndex("sessions_user").on("sessions").column("user_id").execute();

  await schema
    .createTable("verifications")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("identifier", text, (column) => column.notNull())
    .addColumn("value", text, (column) => column.notNull())
    .addColumn("expires_at", text, (column) => column.notNull())
    .addColumn("created_at", text, (column) => column.notNull())
    .addColumn("updated_at", text, (column) => column.notNull())
    .execute();
  await schema.createIndex("verifications_identifier").on("verifications").column("identifier").execute();
  await schema.createIndex("verifications_expiry").on("verifications").column("expires_at").execute();

  await schema
    .createTable("two_factors")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("secret", text, (column) => column.notNull())
    .addColumn("backup_codes", text, (column) => column.notNull())
    .addColumn("verified", integer)
    .addColumn("failed_verification_count", integer)
    .addColumn("locked_until", text)
    .execute();
  await schema.createIndex("two_factors_user").on("two_factors").column("user_id").execute();
}
