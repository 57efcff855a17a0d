import { createHash } from "node:crypto";

/** How long the link to a new password works, in seconds. */
export const passwordResetSeconds = 3_600;

/** As what proves something once is stored, so that who reads the database cannot use it. */
export function hashIdentifier(identifier: string): string {
  return createHash("sha256").update(identifier).digest("base64url");
}
