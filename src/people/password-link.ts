import { createHash } from "node:crypto";
import type { Reader } from "../database/database.ts";

/** How long the link to a new password works, in seconds. */
export const passwordResetSeconds = 3_600;

/** As what proves something once is stored, so that who reads the database cannot use it. */
export function hashIdentifier(identifier: string): string {
  return createHash("sha256").update(identifier).digest("base64url");
}

/**
 * Who can set a new password with a link's token: their email; null for one that cannot be used. `now` in milliseconds
 * since 1970.
 */
export async function emailOfPasswordReset(reader: Reader, token: string, now: number): Promise<string | null> {
  const found = await reader
    .selectFrom("verifications as verification")
    .innerJoin("users as user", "user.id", "verification.value")
    .select("user.email")
    // As better-auth names what it asks for here.
    .where("verification.identifier", "=", hashIdentifier(`reset-password:${token}`))
    .where("verification.expires_at", ">", new Date(now).toISOString())
    .executeTakeFirst();
  return found?.email ?? null;
}
