import type { Account } from "../accounts/accounts.ts";
import type { Reader, Tx } from "../database/database.ts";
import type { Role } from "../database/schema.ts";
import { DomainError, rejectFields } from "../errors.ts";
import { queueInvitation } from "../mail/outbox.ts";
import { createInvitationToken } from "./password-link.ts";
import { ensurePerson, personNameProblem, signInEmailProblem } from "./people.ts";
import { countMembers, type Member, membersOf } from "./queries.ts";

export type { Role } from "../database/schema.ts";
export type { Member } from "./queries.ts";
export { roleOf } from "./queries.ts";

export async function listMembers(
  reader: Reader,
  accountId: number,
  page: { offset: number; limit: number },
): Promise<{ members: Member[]; total: number }> {
  return { members: await membersOf(reader, accountId, page), total: await countMembers(reader, accountId) };
}

/** Throws `not_found`. */
export async function requireMember(reader: Reader, accountId: number, userId: string): Promise<Member> {
  const [member] = await membersOf(reader, accountId, { userId });
  if (!member) throw new DomainError("not_found", `There is no member ${userId}.`);
  return member;
}

/** Makes a person a member; returns false, with nothing changed, for one who is already. */
export async function addMember(
  tx: Tx,
  accountId: number,
  { userId, role }: { userId: string; role: Role },
  now: number,
): Promise<boolean> {
  const added = await tx
    .insertInto("members")
    .values({ account_id: accountId, user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Adds a person by email. Whoever has a password is a member at once; anyone else is sent a link to set one, made from
 * the account's address `url`. Throws `invalid`, and `taken` for a member.
 */
export async function inviteMember(
  tx: Tx,
  account: Account,
  { url, ...input }: { email: string; name?: string | undefined; role: Role; url: string },
  now: number,
): Promise<Member> {
  rejectFields([
    { field: "email", message: signInEmailProblem(input.email) },
    { field: "name", message: input.name === undefined ? null : personNameProblem(input.name) },
  ]);
  const { person } = await ensurePerson(tx, { ...input, passwordHash: null }, now);
  if (!(await addMember(tx, account.id, { userId: person.id, role: input.role }, now))) {
    const message = "is a member's already";
    throw new DomainError("taken", `${person.email} is a member already.`, [{ field: "email", message }]);
  }
  const member = await requireMember(tx, account.id, person.id);
  if (!member.hasPassword) {
    const token = await createInvitationToken(tx, person.id, now);
    const link = `${url}/admin/reset-password?token=${token}&invitation=1`;
    await queueInvitation(tx, account, { recipient: person.email, link }, now);
  }
  return member;
}

/** Throws `not_found`, and `in_use` for the last owner. Takes effect with the person's next request. */
export async function changeRole(tx: Tx, accountId: number, userId: string, role: Role): Promise<Member> {
  await holdMembers(tx, accountId);
  const member = await requireMember(tx, accountId, userId);
  if (role !== "owner") await rejectLastOwner(tx, accountId, member);
  await tx
    .updateTable("members")
    .set({ role })
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .execute();
  return { ...member, role };
}

/**
 * Ends a membership and the person's sessions in this account; a person who is no member anywhere any more is
 * forgotten. Throws `not_found`, and `in_use` for the last owner.
 */
export async function removeMember(tx: Tx, accountId: number, userId: string): Promise<void> {
  await holdMembers(tx, accountId);
  await rejectLastOwner(tx, accountId, await requireMember(tx, accountId, userId));
  for (const table of ["members", "sessions"] as const) {
    await tx.deleteFrom(table).where("account_id", "=", accountId).where("user_id", "=", userId).execute();
  }
  const forgotten = await tx
    .deleteFrom("users")
    .where("id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("members").select("user_id").where("user_id", "=", userId))),
    )
    .returning("id")
    .executeTakeFirst();
  if (forgotten) await tx.deleteFrom("verifications").where("value", "=", userId).execute();
}

/** An update that changes nothing holds the account, so that of two last owners not both go at once. */
async function holdMembers(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable("accounts")
    .set((row) => ({ handle: row.ref("handle") }))
    .where("id", "=", accountId)
    .execute();
}

async function rejectLastOwner(tx: Tx, accountId: number, member: Member): Promise<void> {
  if (member.role !== "owner" || (await countMembers(tx, accountId, "owner")) > 1) return;
  throw new DomainError("in_use", `${member.email} is the last owner. Make another person an owner first.`);
}
