import type { Selection } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { Role, Schema } from "../../platform/database/schema.ts";
import { canonicalEmail } from "../../platform/email-address.ts";
import type { Instant } from "../../platform/instants.ts";

export const personColumns = ["id", "email"] as const;

/** Someone who can sign in. `email` is in canonical form. */
export type Person = Selection<Schema, "users", (typeof personColumns)[number]>;

/** A person with a role in one account, or an invited person who gets it by accepting. */
export interface Member {
  /** The person's ID, or that of the invitation, so that it reveals nothing about an invited person. */
  id: string;
  email: string;
  name: string;
  role: Role;
  twoFactorEnabled: boolean;
  status: "active" | "invited";
  /** When they became a member or were invited. */
  createdAt: Instant;
}

export async function personByEmail(reader: Reader, email: string): Promise<Person | null> {
  const found = reader.selectFrom("users").select(personColumns).where("email", "=", canonicalEmail(email));
  return (await found.executeTakeFirst()) ?? null;
}

/** The person's role in the account; null if they are not a member. */
export async function roleOf(reader: Reader, accountId: number, userId: string): Promise<Role | null> {
  const member = await reader
    .selectFrom("members")
    .select("role")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member?.role ?? null;
}

/** Whether the person is a member of another account than this one. */
export async function isInOtherAccount(reader: Reader, accountId: number, userId: string): Promise<boolean> {
  const others = reader
    .selectFrom("members")
    .select("account_id")
    .where("user_id", "=", userId)
    .where("account_id", "<>", accountId);
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}

/** In the order in which they joined. */
export async function membersOf(
  reader: Reader,
  accountId: number,
  { userId, offset = 0, limit = 1 }: { userId?: string; offset?: number; limit?: number },
): Promise<Member[]> {
  const rows = await reader
    .selectFrom("members as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .select(["user.id", "user.email", "user.name", "user.two_factor_enabled as twoFactorEnabled"])
    .select(["member.role", "member.created_at as createdAt"])
    .where("member.account_id", "=", accountId)
    .$if(userId !== undefined, (query) => query.where("member.user_id", "=", userId ?? ""))
    .orderBy("member.created_at")
    .orderBy("user.id")
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    twoFactorEnabled: row.twoFactorEnabled === 1,
    status: "active",
    createdAt: row.createdAt,
  }));
}

/** Members of any role, or of one. */
export async function countMembers(reader: Reader, accountId: number, role?: Role): Promise<number> {
  const { count } = await reader
    .selectFrom("members")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .$if(role !== undefined, (query) => query.where("role", "=", role as Role))
    .executeTakeFirstOrThrow();
  return count;
}

/** In the order in which they were invited. */
export async function invitationsOf(
  reader: Reader,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Member[]> {
  const rows = await reader
    .selectFrom("invitations")
    .select(invitedColumns)
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(memberOfInvitation);
}

/** Only the fields that the owner entered, and nothing else that the installation knows about the person. */
export const invitedColumns = ["id", "email", "name", "role", "created_at as createdAt"] as const;

type Invited = Selection<Schema, "invitations", (typeof invitedColumns)[number]>;

export function memberOfInvitation(invited: Invited): Member {
  return { ...invited, twoFactorEnabled: false, status: "invited" };
}

export async function countInvitations(reader: Reader, accountId: number): Promise<number> {
  const { count } = await reader
    .selectFrom("invitations")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}
