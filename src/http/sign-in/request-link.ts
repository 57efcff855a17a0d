import { sendSignInLink } from "../../access/people/sign-in-link.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";

export const requestLinkPath = "/request-sign-in-link";

/** Answers `POST /admin/auth/request-sign-in-link`, in the same way whether or not the email belongs to a member. */
export async function requestLink(
  db: Database,
  account: Account,
  to: { email: string; url: string; language: Language },
): Promise<Response> {
  await db.write((tx) => sendSignInLink(tx, account, to, instantNow()));
  return Response.json({ status: true });
}
