import { emailOfInvitation } from "../../access/people/invitations.ts";
import { emailOfPasswordReset } from "../../access/people/password-link.ts";
import { emailOfSignInLink } from "../../access/people/sign-in-link.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { giveBackTries, takeTries } from "../../platform/limits/rate-limits.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { linkGuesses } from "./limits.ts";
import { tooManyTries } from "./refusals.ts";

export const checkLinkPath = "/check-link";

type EmailOf = (reader: Reader, accountId: number, token: string, now: Instant) => Promise<string | null>;

/** Looks up the person a token belongs to, by the purpose of its link. */
const emailOf: Record<LinkKind, EmailOf> = {
  invitation: emailOfInvitation,
  password_reset: (reader, _accountId, token, now) => emailOfPasswordReset(reader, token, now),
  sign_in: emailOfSignInLink,
};

export const linkKinds = ["invitation", "password_reset", "sign_in"] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * Answers `POST /admin/auth/check-link`: whether a link's token can still be used and, if so, for which person and
 * store. Wrong tokens are counted by the client's `network`.
 */
export async function checkLink(
  db: Database,
  account: Account,
  { token, kind, network }: { token: string; kind: LinkKind; network: string },
): Promise<Response> {
  const now = instantNow();
  const guess = [{ limit: linkGuesses, subject: "token", source: network }];
  const seconds = await takeTries(db, guess, now);
  if (seconds !== null) return tooManyTries(seconds);
  const email = await emailOf[kind](db.read, account.id, token, now);
  if (email === null) return Response.json({ valid: false });
  await db.write((tx) => giveBackTries(tx, guess));
  return Response.json({ valid: true, email, accountName: account.name });
}
