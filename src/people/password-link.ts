import { createHash } from "node:crypto";
import { randomIdentifier } from "../accounts/credentials.ts";
import type { Tx } from "../database/database.ts";

/** How long the links in emails work, in seconds. */
export const passwordResetSeconds = 3_600;
const invitationSeconds = 7 * 24 * 3_600;

/**
 * Makes the token of an invitation's link, with which the person sets their first password: one that better-auth's
 * `POST /reset-password` takes once. Only its hash is stored. `now` in milliseconds since 1970.
 */
export async function createInvitationToken(tx: Tx, userId: string, now: number): Promise<string> {
  const token = randomIdentifier();
  const at = new Date(now).toISOString();
  await tx
    .insertInto("verifications")
    .values({
      id: randomIdentifier(),
      identifier: hashIdentifier(`reset-password:${token}`),
      value: userId,
      expires_at: new Date(now + invitationSeconds * 1000).toISOString(),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return token;
}

/** As the identifiers of verifications are stored, so that who reads the database cannot use them. */
export function hashIdentifier(identifier: string): string {
  return createHash("sha256").update(identifier).digest("base64url");
}
