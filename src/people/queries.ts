import type { Selectable } from "kysely";
import type { Reader } from "../database/database.ts";
import type { Role, UsersTable } from "../database/schema.ts";

export type Person = Selectable<UsersTable>;

/** A person with a role in one account. */
export interface Member {
  /** The person's id. */
  id: string;
  email: string;
  name: string;
  role: Role;
  twoFactorEnabled: boolean;
  /** False while an invited person has set no password yet. */
  hasPassword: boolean;
  /** When they became a member, in milliseconds since 1970. */
  createdAt: number;
}

export async function personByEmail(reader: Reader, email: string): Promise<Person | null> {
  const found = reader.selectFrom("users").selectAll().where("email", "=", email.toLowerCase());
  return (await found.executeTakeFirst()) ?? null;
}

export async function roleOf(reader: Reader, accountId: number, userId: string): Promise<Role | null> {
  const member = await reader
    .selectFrom("members")
    .select("role")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member?.role ?? null;
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
    .select(["user.id", "user.email", "user.name", "user.two_factor_enabled", "member.role", "member.created_at"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("credentials as credential")
          .select("credential.id")
          .whereRef("credential.user_id", "=", "user.id")
          .where("credential.password_hash", "is not", null),
      ).as("has_password"),
    )
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
    twoFactorEnabled: row.two_factor_enabled === 1,
    hasPassword: Boolean(row.has_password),
    createdAt: row.created_at,
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
