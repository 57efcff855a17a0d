import { acceptWithPassword, emailOfInvitation } from "../../access/people/invitations.ts";
import { longestPassword, shortestPassword } from "../../access/people/people.ts";
import type { Database } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { refusal } from "./refusals.ts";

export const acceptPath = "/accept-invitation";

/**
 * Answers `POST /admin/auth/accept-invitation` for a person without a password, in the same way as better-auth sets a
 * new one.
 */
export async function acceptInvitation(
  db: Database,
  account: Account,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<Response> {
  if (newPassword.length < shortestPassword) return refusal(400, "PASSWORD_TOO_SHORT", "The password is too short.");
  if (newPassword.length > longestPassword) return refusal(400, "PASSWORD_TOO_LONG", "The password is too long.");
  const now = instantNow();
  // Hashing is expensive, so it is only done for a valid link.
  if ((await emailOfInvitation(db.read, account.id, token, now)) === null) return invalidToken();
  const passwordHash = await Bun.password.hash(newPassword, "argon2id");
  try {
    const accepted = await db.write((tx) => acceptWithPassword(tx, account.id, { token, passwordHash }, now));
    if (accepted) return Response.json({ status: true });
    return refusal(409, "HAS_PASSWORD", "This email address already has a password. Sign in to accept the invitation.");
  } catch (error) {
    if (error instanceof DomainError) return invalidToken();
    throw error;
  }
}

function invalidToken(): Response {
  return refusal(400, "INVALID_TOKEN", "The link is invalid or has expired.");
}
