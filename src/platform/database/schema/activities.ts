import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A change that a member or a program made in an account. */
export interface ActivitiesTable {
  id: Generated<number>;
  account_id: number;
  at: Instant;
  /** One of `src/store/activity/kinds.ts`. */
  kind: string;
  /** The member's email address in lower case; null for a program that uses v3, `xml` or `command_line` for others. */
  actor: string | null;
  /** What was changed; both are null for the account itself. */
  subject_type: string | null;
  subject_id: string | null;
  /** JSON: the names of the fields that were sent. */
  fields: string;
  ip_address: string;
}
