import type { Context } from "hono";
import type { Database, Tx } from "../../../platform/database/database.ts";
import { recordActivity } from "../../../store/activity/activities.ts";
import type { Actor } from "../../../store/activity/actors.ts";
import { isUnchanged, recordingChange } from "../../../store/activity/recording-change.ts";
import type { V3Env } from "./environment.ts";
import { writeOnce } from "./idempotency.ts";

/** The name of the changed thing in the activity log: an order's ID, a product's SKU, a file's name. */
export type SubjectName = string | number | null;

/**
 * Carries out a request's change, in one transaction with its `Idempotency-Key` and with the entry in the activity log that its
 * operation declares: either all are written or none. `name` returns the subject's name, once `unit` has resolved. No entry is
 * made if `unit` resolves with `unchanged`, or if a request that changes fields has none.
 */
export function change<Result>(
  c: Context<V3Env>,
  unit: (tx: Tx) => Promise<Result>,
  name?: (result: Result) => SubjectName,
): Promise<Result> {
  return writeOnce(c, async (tx) => {
    const result = await unit(tx);
    if (!isUnchanged(result)) await record(c, tx, name?.(result));
    return result;
  });
}

/** As `change`, for changes in several steps: a database whose first transaction also writes key and entry. */
export function changeInSteps(c: Context<V3Env>, name?: SubjectName): Database {
  const db: Database = { ...c.var.services.db, write: (unit) => writeOnce(c, unit) };
  return recordingChange(db, (tx) => record(c, tx, name));
}

/** Records a change that was carried out elsewhere and has succeeded. If it cannot be recorded, only the log says so. */
export async function noteChange(c: Context<V3Env>, name?: SubjectName): Promise<void> {
  const { db, log } = c.var.services;
  try {
    await db.write((tx) => record(c, tx, name));
  } catch (error) {
    log.error({ err: error, kind: c.var.recorded?.kind }, "could not note a change in the activity log");
  }
}

async function record(c: Context<V3Env>, tx: Tx, name: SubjectName | undefined): Promise<void> {
  const { recorded, account, user, now } = c.var;
  if (!recorded || (recorded.peopleOnly && !user)) return;
  const { kind, subject } = recorded;
  const body: unknown = c.req.valid("json" as never);
  const fields = sentFields(body);
  if (c.req.method === "PUT" && body !== undefined && fields.length === 0) return;
  await recordActivity(tx, account.id, {
    kind,
    actor: requestActor(c.var),
    subject: subject ? { type: subject, id: String(name ?? "") } : null,
    fields,
    ipAddress: c.env.client.ipAddress,
    at: now,
  });
}

/** The sender of a request. */
export function requestActor({ user, key }: Pick<V3Env["Variables"], "user" | "key">): Actor {
  if (user) return { type: "person", email: user.email };
  return key ? { type: "api_key", name: key.name } : { type: "api" };
}

/** The sent fields, without those that only confirm the change. */
const sentFields = (body: unknown): string[] =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.entries(body).flatMap(([name, value]) =>
        value === undefined || name === "current_password" ? [] : [name],
      )
    : [];
