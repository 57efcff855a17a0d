import type { Reader, Tx } from "../../platform/database/database.ts";
import type { Role } from "../../platform/database/schema.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { lockAccount } from "../../store/accounts/accounts.ts";
import {
  countInvitations,
  countMembers,
  invitationsOf,
  invitedColumns,
  isInOtherAccount,
  type Member,
  memberOfInvitation,
  membersOf,
  personByEmail,
  roleOf,
} from "./queries.ts";

/** One page of the members, followed by the invited people. */
export async function listMembers(
  reader: Reader,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ members: Member[]; total: number }> {
  const active = await countMembers(reader, accountId);
  const members = await membersOf(reader, accountId, { offset, limit });
  const rest = { offset: Math.max(0, offset - active), limit: limit - members.length };
  const invited = rest.limit === 0 ? [] : await invitationsOf(reader, accountId, rest);
  return { members: [...members, ...invited], total: active + (await countInvitations(reader, accountId)) };
}

/** Throws `not_found`. */
async function requireMember(reader: Reader, accountId: number, userId: string): Promise<Member> {
  const [member] = await membersOf(reader, accountId, { userId });
  if (!member) throw new DomainError("not_found", `There is no member ${userId}.`);
  return member;
}

/** Makes a person a member. Returns false and changes nothing if they already are one. */
export async function addMember(
  tx: Tx,
  accountId: number,
  { userId, role }: { userId: string; role: Role },
  now: Instant,
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
 * Changes the role of a member, from their next request on, or of an invited person. Throws `not_found`, and `in_use`
 * for the last owner.
 */
export async function changeRole(tx: Tx, accountId: number, userId: string, role: Role): Promise<Member> {
  const invited = await tx
    .updateTable("invitations")
    .set({ role })
    .where("account_id", "=", accountId)
    .where("id", "=", userId)
    .returning(invitedColumns)
    .executeTakeFirst();
  if (invited) return memberOfInvitation(invited);
  await lockMembers(tx, accountId);
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
 * Revokes an invitation, or ends a membership and the person's sessions in this account. A person who is no longer a
 * member of any account is deleted. Returns the email address. Throws `not_found`, and `in_use` for the last owner.
 */
export async function removeMember(tx: Tx, accountId: number, userId: string): Promise<string> {
  const takenBack = await tx
    .deleteFrom("invitations")
    .where("account_id", "=", accountId)
    .where("id", "=", userId)
    .returning("email")
    .executeTakeFirst();
  if (takenBack) return takenBack.email;
  await lockMembers(tx, accountId);
  const member = await requireMember(tx, accountId, userId);
  await rejectLastOwner(tx, accountId, member);
  await tx.deleteFrom("members").where("account_id", "=", accountId).where("user_id", "=", userId).execute();
  await tx.deleteFrom("sessions").where("account_id", "=", accountId).where("user_id", "=", userId).execute();
  await forgetWithoutAccount(tx, userId);
  return member.email;
}

/** Likewise for up to `most` members of an account that is being removed. Returns whether there may be more. */
export async function removeSomeMembers(tx: Tx, accountId: number, most: number): Promise<boolean> {
  const members = await tx
    .deleteFrom("members")
    .where("account_id", "=", accountId)
    .where("user_id", "in", ({ selectFrom }) =>
      selectFrom("members").select("user_id").where("account_id", "=", accountId).limit(most),
    )
    .returning("user_id as userId")
    .execute();
  await endSessions(tx, accountId);
  for (const { userId } of members) await forgetWithoutAccount(tx, userId);
  return members.length === most;
}

/** Signs everybody out of the account. */
export async function endSessions(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom("sessions").where("account_id", "=", accountId).execute();
}

async function forgetWithoutAccount(tx: Tx, userId: string): Promise<void> {
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

/** Locks the account, so that the last two owners cannot both leave at once. */
async function lockMembers(tx: Tx, accountId: number): Promise<void> {
  await lockAccount(tx, accountId);
}

async function rejectLastOwner(tx: Tx, accountId: number, member: Member): Promise<void> {
  if (member.role !== "owner" || (await countMembers(tx, accountId, "owner")) > 1) return;
  throw new DomainError("in_use", `${member.email} is the last owner. Make another person an owner first.`);
}

/** Whether the address is that of a member of the account. */
export async function isMemberAddress(reader: Reader, accountId: number, email: string): Promise<boolean> {
  const person = await personByEmail(reader, email);
  return person !== null && (await roleOf(reader, accountId, person.id)) !== null;
}

/** Whether a person with this address is a member of another account than this one. */
export async function isMemberElsewhere(reader: Reader, accountId: number, email: string): Promise<boolean> {
  const person = await personByEmail(reader, email);
  return person !== null && (await isInOtherAccount(reader, accountId, person.id));
}
