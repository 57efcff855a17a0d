import type { Role } from "../../platform/database/schema.ts";

export type { Role };

/**
 * The kind of access a request needs: to view, to do the store's daily work, or to change settings, credentials and
 * people.
 */
export type Action = "read" | "work" | "administer";

const allowed: Record<Role, Action[]> = {
  owner: ["read", "work", "administer"],
  staff: ["read", "work"],
  read_only: ["read"],
};

export const roles = Object.keys(allowed) as [Role, ...Role[]];

/** Whether a member with this role may do it. */
export function allows(role: Role, action: Action): boolean {
  return allowed[role].includes(action);
}
