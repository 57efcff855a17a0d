import type { Role } from "../../platform/database/schema.ts";

export type { Role };

/** The role with the most rights first: change settings, credentials and people; do the store's daily work; view. */
export const roles = ["owner", "staff", "read_only"] as const satisfies Role[];

/** Whether a member with this role may do what `needed` may. */
export const mayActAs = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed);
