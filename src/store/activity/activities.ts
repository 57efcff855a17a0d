import type { Reader, Tx } from "../../platform/database/database.ts";
import { dayStart } from "../../platform/days.ts";
import type { Instant } from "../../platform/instants.ts";
import { type Actor, actorOf, storedActor } from "./actors.ts";
import type { ActivityKind } from "./kinds.ts";

/** The changed object, with the interfaces' name for it: an order by its ID, a product by its row number or SKU. */
interface Subject {
  type: string;
  id: string;
}

export interface NewActivity {
  kind: ActivityKind;
  actor: Actor;
  /** Null for the account itself. */
  subject: Subject | null;
  /** The names of the fields that were sent. Never their values, which can be personal or secret. */
  fields: string[];
  ipAddress: string;
  at: Instant;
}

export interface Activity extends NewActivity {
  id: number;
}

/** Which activities to list. All present criteria must match. */
export interface ActivityFilter {
  subject?: Subject | undefined;
  /** The person's email address in any case, or a program. */
  actor?: Actor | undefined;
  kind?: ActivityKind | undefined;
  /** UTC days, inclusive. */
  from?: number | undefined;
  to?: number | undefined;
}

export async function recordActivity(tx: Tx, accountId: number, activity: NewActivity): Promise<void> {
  const { subject } = activity;
  await tx
    .insertInto("activities")
    .values({
      account_id: accountId,
      kind: activity.kind,
      actor: storedActor(activity.actor),
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      fields: JSON.stringify(activity.fields),
      ip_address: activity.ipAddress,
      at: activity.at,
    })
    .execute();
}

/** One page of the account's activities, newest first, and their total number. */
export async function listActivities(
  reader: Reader,
  accountId: number,
  filter: ActivityFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ activities: Activity[]; total: number }> {
  const found = matching(reader, accountId, filter);
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { activities: rows.map(activityOf), total };
}

/** Up to `limit` activities after the row number `after`, oldest first. */
export async function nextActivities(
  reader: Reader,
  accountId: number,
  filter: ActivityFilter,
  { after, limit }: { after: number; limit: number },
): Promise<Activity[]> {
  const found = matching(reader, accountId, filter).where("id", ">", after);
  return (await found.selectAll().orderBy("id").limit(limit).execute()).map(activityOf);
}

/** Deletes up to `limit` activities before the instant. Resolves with the number of deleted ones. */
export async function deleteActivities(tx: Tx, accountId: number, before: Instant, limit: number): Promise<number> {
  const old = await tx
    .selectFrom("activities")
    .select("id")
    .where("account_id", "=", accountId)
    .where("at", "<", before)
    .orderBy("id")
    .limit(limit)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("activities").where("id", "in", ids).execute();
  return ids.length;
}

function matching(reader: Reader, accountId: number, { subject, actor, kind, from, to }: ActivityFilter) {
  let found = reader.selectFrom("activities").where("account_id", "=", accountId);
  if (subject) found = found.where("subject_type", "=", subject.type).where("subject_id", "=", subject.id);
  if (actor) {
    const stored = storedActor(actor);
    found = stored === null ? found.where("actor", "is", null) : found.where("actor", "=", stored);
  }
  if (kind) found = found.where("kind", "=", kind);
  if (from !== undefined) found = found.where("at", ">=", dayStart(from));
  if (to !== undefined) found = found.where("at", "<", dayStart(to + 1));
  return found;
}

interface ActivityRow {
  id: number;
  kind: string;
  actor: string | null;
  subject_type: string | null;
  subject_id: string | null;
  fields: string;
  ip_address: string;
  at: Instant;
}

const activityOf = (row: ActivityRow): Activity => ({
  id: row.id,
  kind: row.kind as ActivityKind,
  actor: actorOf(row.actor),
  subject: row.subject_type === null || row.subject_id === null ? null : { type: row.subject_type, id: row.subject_id },
  fields: JSON.parse(row.fields),
  ipAddress: row.ip_address,
  at: row.at,
});
