import type { Selectable } from "kysely";
import { queueInvitation } from "../../messages/mail/account-outbox.ts";
import { invitationLink } from "../../platform/admin-links.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import type { InvitationsTable, Role } from "../../platform/database/schema.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { canonicalEmail, signInEmailProblem } from "../../platform/email-address.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { hashIdentifier, randomIdentifier } from "../../platform/identifiers.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { namesLink, textProblem } from "../../platform/text.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { addMember } from "./members.ts";
import { ensurePerson, nameFromEmail } from "./people.ts";
import { invitedColumns, type Member, memberOfInvitation, personByEmail, roleOf } from "./queries.ts";

const invitationMilliseconds = 7 * dayMilliseconds;

/** Characters of the name that is given to an invited person. */
export const longestInvitedName = 100;

/** Strangers read the name, so it must not contain a message or a link. */
function invitedNameProblem(name: string): string | null {
  if (namesLink(name)) return "must be a name, without a link";
  return textProblem(name, { longest: longestInvitedName });
}

type Invitation = Selectable<InvitationsTable>;

/**
 * Sends a link with which a person can accept and become a member. A new invitation for the same email replaces the
 * previous one. The member is the same whether or not the installation knows the person, but the link is not. `url` is the result of
 * `peopleUrl`. Throws `invalid`, and `taken` for a member.
 */
export async function inviteMember(
  tx: Tx,
  account: Account,
  { url, role, ...input }: { email: string; name?: string | undefined; role: Role; url: string },
  now: Instant,
): Promise<{ member: Member; link: string }> {
  rejectFields([
    { field: "email", message: signInEmailProblem(input.email) },
    { field: "name", message: input.name === undefined ? null : invitedNameProblem(input.name) },
  ]);
  const email = canonicalEmail(input.email);
  const person = await personByEmail(tx, email);
  if (person && (await roleOf(tx, account.id, person.id)) !== null) {
    const message = "already belongs to a member";
    throw new DomainError("taken", `${email} is already a member.`, [{ field: "email", message }]);
  }
  const token = randomIdentifier();
  const content = { name: input.name ?? nameFromEmail(email), role, token_hash: hashIdentifier(token) };
  const times = { expires_at: instant(now + invitationMilliseconds), created_at: now };
  const invitation = await tx
    .insertInto("invitations")
    .values({ id: randomIdentifier(), account_id: account.id, email, ...content, ...times })
    .onConflict((conflict) => conflict.columns(["account_id", "email"]).doUpdateSet({ ...content, ...times }))
    .returning(invitedColumns)
    .executeTakeFirstOrThrow();
  // Only the recipient of the email learns which of the two it is.
  const link = invitationLink(url, token, person !== null);
  await queueInvitation(tx, account, { recipient: email, link }, now);
  return { member: memberOfInvitation(invitation), link };
}

/** The email, in canonical form, of the person whom a link's token invites; null if it cannot be accepted. */
export async function emailOfInvitation(
  reader: Reader,
  accountId: number,
  token: string,
  now: Instant,
): Promise<string | null> {
  const found = await reader
    .selectFrom("invitations")
    .select("email")
    .where("account_id", "=", accountId)
    .where("token_hash", "=", hashIdentifier(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found?.email ?? null;
}

/**
 * Creates a person with this password for the link's token and makes them a member. If the email already has a
 * password, returns false and changes nothing: that person accepts by signing in. Throws `not_found` if the link was
 * used, has expired, or belongs to another account.
 */
export async function acceptWithPassword(
  tx: Tx,
  accountId: number,
  { token, passwordHash }: { token: string; passwordHash: string },
  now: Instant,
): Promise<boolean> {
  const invitation = await takeInvitation(tx, accountId, token, now);
  if (!invitation) throw new DomainError("not_found", "The invitation has been used or has expired.");
  const { person, isNew } = await ensurePerson(tx, { ...invitation, passwordHash }, now);
  if (!isNew) {
    await tx.insertInto("invitations").values(invitation).execute();
    return false;
  }
  await addMember(tx, accountId, { userId: person.id, role: invitation.role }, now);
  return true;
}

/**
 * Makes a person who has just entered their own password a member. Returns null and changes nothing if the link's token
 * invites nobody, or somebody else.
 */
export async function acceptAsPerson(
  tx: Tx,
  accountId: number,
  { token, userId }: { token: string; userId: string },
  now: Instant,
): Promise<Role | null> {
  const invitation = await takeInvitation(tx, accountId, token, now);
  if (!invitation) return null;
  const person = await personByEmail(tx, invitation.email);
  if (person?.id !== userId) {
    await tx.insertInto("invitations").values(invitation).execute();
    return null;
  }
  await addMember(tx, accountId, { userId, role: invitation.role }, now);
  return invitation.role;
}

/** Deleting it claims it, so that only one of two simultaneous requests succeeds. */
async function takeInvitation(tx: Tx, accountId: number, token: string, now: Instant): Promise<Invitation | null> {
  const taken = await tx
    .deleteFrom("invitations")
    .where("account_id", "=", accountId)
    .where("token_hash", "=", hashIdentifier(token))
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
}
