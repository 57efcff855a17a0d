import type { Scope } from "../../../access/api-keys/scopes.ts";
import type { Role } from "../../../access/people/roles.ts";
import type { ActivityKind } from "../../../store/activity/kinds.ts";

/** The entry that an operation makes in the activity log. */
export interface RecordedChange {
  kind: ActivityKind;
  /** The kind of thing that the operation changes; left out for the account itself. */
  subject?: "order" | "product" | "file" | "import" | "member" | "wording" | "connection" | "webhook" | "api_key";
  /** Only for people: programs create orders all the time, and each order itself says when it was created. */
  peopleOnly?: true;
}

interface Declared {
  /** The lowest role that a member needs for it. */
  role: Role;
  /** The scope that an API key needs for it. Null: every key may carry it out. */
  scope: Scope | null;
  /** Values for the document's examples that come neither from a schema nor from the request's body. */
  examples?: { parameters?: Record<string, unknown>; answer?: Record<string, unknown> };
}

/** An operation that changes nothing. */
export interface Reading extends Declared {
  method: "get" | "options";
}

export interface Changing extends Declared {
  method: "post" | "put" | "patch" | "delete";
  /** Its entry in the activity log. Null: it changes nothing in the store, or nothing worth an entry. */
  activity: RecordedChange | null;
  /**
   * Whether it takes an `Idempotency-Key`; by default, each POST and PUT does. `in_parts`: the units of its body are stored one
   * by one.
   */
  idempotent?: false | "in_parts";
}

/** The part of an operation's declaration that OpenAPI does not know. The generator of the document passes it on. */
export type Declaration = Pick<Declared, "role" | "scope" | "examples"> & Pick<Changing, "activity" | "idempotent">;

export const declarationFields = [
  "role",
  "scope",
  "examples",
  "activity",
  "idempotent",
] as const satisfies (keyof Declaration)[];

/** Whether an operation accepts an `Idempotency-Key`. `method` in any case. */
export const takesKey = ({ method, idempotent }: { method: string; idempotent?: Changing["idempotent"] | undefined }) =>
  /^(post|put)$/i.test(method) && idempotent !== false;
