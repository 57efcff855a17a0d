import type { Scope } from "../../../access/api-keys/scopes.ts";
import type { Role } from "../../../access/people/roles.ts";
import type { ActivityKind } from "../../../store/activity/kinds.ts";

/** What the activity log says of an operation. */
export interface RecordedChange {
  kind: ActivityKind;
  /** What the operation changes; left out for the account itself. */
  subject?: "order" | "product" | "file" | "import" | "member" | "wording" | "connection" | "webhook" | "api_key";
  /** Programs create orders all the time: those of the order itself tell when. */
  peopleOnly?: true;
}

interface Declared {
  /** The lowest role of a member who may carry it out. */
  role: Role;
  /** What an API key needs for it. Null: every key may carry it out. */
  scope: Scope | null;
  /** Values of the document's examples that neither a schema nor the request's body says. */
  examples?: { parameters?: Record<string, unknown>; answer?: Record<string, unknown> };
}

/** An operation that changes nothing. */
export interface Reading extends Declared {
  method: "get" | "options";
}

export interface Changing extends Declared {
  method: "post" | "put" | "patch" | "delete";
  /** What the activity log says of it. Null: it changes nothing of the store, or nothing worth an entry. */
  activity: RecordedChange | null;
  /** Whether it takes an `Idempotency-Key`, by default each POST and PUT does; or the units of its body do, one by one. */
  idempotent?: false | "in_parts";
}

/** What an operation says beside what OpenAPI knows. The generator of the document hands it on. */
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
