import type { Reader } from "../../platform/database/database.ts";
import { hashIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";

/** How long a link to set a new password works, in seconds. */
export const passwordResetSeconds = 3_600;

/** The email of the person who can set a new password with a link's token; null if the token cannot be used. */
export async function emailOfPasswordReset(reader: Reader, token: string, now: Instant): Promise<string | null> {
  const found = await reader
    .selectFrom("verifications as verification")
    .innerJoin("users as user", "user.id", "verification.value")
    .select("user.email")
    // better-auth's name for this record.
    .where("verification.identifier", "=", hashIdentifier(`reset-password:${token}`))
    .where("verification.expires_at", ">", new Date(now).toISOString())
    .executeTakeFirst();
  return found?.email ?? null;
}
