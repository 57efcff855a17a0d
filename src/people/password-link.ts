import { createHash } from "node:crypto";
import type { Reader } from "../database/database.ts";

/** How long the link to a new password works, in seconds. */
export const passwordResetSeconds = 3_600;

/** As what proves something once is stored, so that who reads the database cannot use it. */
export function hashIdentifier(identifier: string): string {
  return createHash("sha256").update(identifier).digest("base64url");
}

/** True for the token of a link with which a new password can be set. `now` in milliseconds since 1970. */
export async function isPasswordReset(reader: Reader, token: string, now: number): Promise<boolean> {
  const found = await reader
    .selectFrom("verifications")
    .select("id")
    // As better-auth names what it asks for here.
    .where("identifier", "=", hashIdentifier(`reset-password:${token}`))
    .where("expires_at", ">", new Date(now).toISOString())
    .executeTakeFirst();
  return found !== undefined;
}
