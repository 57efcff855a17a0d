import { queueSignInLink } from "../../messages/mail/account-outbox.ts";
import { signInLink } from "../../platform/admin-links.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { hashIdentifier, randomIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { personByEmail, roleOf } from "./queries.ts";

/** How long the link works; the email says so too. */
const signInLinkMilliseconds = 15 * 60_000;

/**
 * Sends a link with which a member of the account can sign in once. For anyone else, nothing happens. `url` is the
 * result of `peopleUrl`.
 */
export async function sendSignInLink(
  tx: Tx,
  account: Account,
  { email, url, language }: { email: string; url: string; language: Language },
  now: Instant,
): Promise<void> {
  const person = await personByEmail(tx, email);
  if (!person || (await roleOf(tx, account.id, person.id)) === null) return;
  const token = randomIdentifier();
  const at = new Date(now).toISOString();
  await tx
    .insertInto("verifications")
    .values({
      id: randomIdentifier(),
      identifier: identifierOf(account.id, token),
      value: person.id,
      expires_at: new Date(now + signInLinkMilliseconds).toISOString(),
      created_at: at,
      updated_at: at,
    })
    .execute();
  await queueSignInLink(tx, account, { recipient: person.email, link: signInLink(url, token), language }, now);
}

/** The email of the person whom a link's token signs in to this account; null if the token cannot be used. */
export async function emailOfSignInLink(
  reader: Reader,
  accountId: number,
  token: string,
  now: Instant,
): Promise<string | null> {
  const found = await reader
    .selectFrom("verifications as verification")
    .innerJoin("users as user", "user.id", "verification.value")
    .select("user.email")
    .where("verification.identifier", "=", identifierOf(accountId, token))
    .where("verification.expires_at", ">", new Date(now).toISOString())
    .executeTakeFirst();
  return found?.email ?? null;
}

/** Uses up a link's token and returns the ID of the person it signs in; null if the token cannot be used. */
export async function takeSignInLink(tx: Tx, accountId: number, token: string, now: Instant): Promise<string | null> {
  const taken = await tx
    .deleteFrom("verifications")
    .where("identifier", "=", identifierOf(accountId, token))
    .where("expires_at", ">", new Date(now).toISOString())
    .returning("value")
    .executeTakeFirst();
  return taken?.value ?? null;
}

function identifierOf(accountId: number, token: string): string {
  return hashIdentifier(`sign-in-link:${accountId}:${token}`);
}
