import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** How long domains that were set before verification existed continue to work unverified. */
const graceMilliseconds = 30 * 24 * 3_600_000;

/** Domains that accounts claim, and their verification. Existing domains must be verified, and work meanwhile. */
export const domainClaims: SchemaMigration = async (db, { idType, text, integer }) => {
  await db.schema
    .createTable("domain_claims")
    .addColumn("account_id", idType, (column) => column.primaryKey().references("accounts.id"))
    .addColumn("domain", text, (column) => column.notNull())
    .addColumn("token", text, (column) => column.notNull())
    .addColumn("proved_at", integer)
    .addColumn("failing_since", integer)
    .addColumn("problem", text)
    .addColumn("checked_at", integer)
    .addColumn("next_check_at", integer, (column) => column.notNull())
    .addColumn("serves_until", integer)
    .execute();
  await db.schema.createIndex("domain_claims_due").on("domain_claims").column("next_check_at").execute();
  const existing = db as Kysely<{
    accounts: { id: number; custom_domain: string | null };
    domain_claims: { account_id: number; domain: string; token: string; next_check_at: number; serves_until: number };
  }>;
  const accounts = await existing
    .selectFrom("accounts")
    .select(["id", "custom_domain"])
    .where("custom_domain", "is not", null)
    .execute();
  for (const { id, custom_domain } of accounts) {
    if (custom_domain === null) continue;
    const token = randomBytes(20).toString("base64url");
    const times = { next_check_at: 0, serves_until: Date.now() + graceMilliseconds };
    await existing
      .insertInto("domain_claims")
      .values({ account_id: id, domain: custom_domain, token, ...times })
      .execute();
  }
};
