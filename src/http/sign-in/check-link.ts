import { z } from "zod";
import type { Account } from "../../accounts/accounts.ts";
import type { Database } from "../../database/database.ts";
import { emailOfInvitation } from "../../people/invitations.ts";
import { emailOfPasswordReset } from "../../people/password-link.ts";
import type { GuessLimit } from "./guess-limit.ts";
import { refusal, tooManyTries } from "./refusals.ts";
import { jsonIn } from "./request-body.ts";

export const checkLinkPath = "/check-link";

const question = z.object({ token: z.string(), invitation: z.boolean() });

/**
 * Answers `POST /admin/auth/check-link`: whether the token of an invitation or of a password reset can still be used,
 * and to whoever holds one that can, whose it is and for which store. `guesses` counts wrong tokens by the client's
 * `network`.
 */
export async function checkLink(
  db: Database,
  account: Account,
  body: Uint8Array | null,
  { guesses, network }: { guesses: GuessLimit; network: string },
): Promise<Response> {
  const input = question.safeParse(jsonIn(body)).data;
  if (!input) return refusal(400, "INVALID_BODY", "Send the token of the link, and whether it is an invitation.");
  const now = Date.now();
  const guess = { of: network, from: network };
  const seconds = guesses.take(guess, now);
  if (seconds !== null) return tooManyTries(seconds);
  const { token, invitation } = input;
  const email = await (invitation
    ? emailOfInvitation(db.read, account.id, token, now)
    : emailOfPasswordReset(db.read, token, now));
  if (email === null) return Response.json({ valid: false });
  guesses.giveBack(guess);
  return Response.json({ valid: true, email, accountName: account.name });
}
