import { waitingConnections } from "../../messages/connection-events/events.ts";
import { recordEvents } from "../../messages/webhooks/record-events.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** Milliseconds for which a connection must fail before it is reported. */
const patience = 2 * hourMilliseconds;

/** What has failed for hours at a connection. */
export interface Failures {
  /** Since when all requests of the shop have had a wrong signature; null if they have not, or only for a short time. */
  refusedSince: Instant | null;
  /** When the oldest event arrived that could not be processed despite several attempts; null for none. */
  waitingSince: Instant | null;
  /** Why the shop cannot be asked for orders, and until when it could be; null if it can be, or could be until recently. */
  pollProblem: string | null;
  polledUntil: Instant | null;
}

/** Reports connections that have begun to fail, each once until it works again. Several servers may do this at once. */
export async function tellOfFailing({ scan, write }: Pick<Database, "scan" | "write">, now: Instant): Promise<void> {
  for (const { id, accountId, failedAt, failures } of await suspected(scan, now)) {
    const isFailing = failures !== null;
    if (isFailing === (failedAt !== null)) continue;
    await write((tx) => (isFailing ? noteFailing(tx, { id, accountId }, now) : noteWorking(tx, id)));
  }
}

/** What has failed for hours at this connection; null for nothing. */
export async function failuresOf(reader: Reader, id: number, now: Instant): Promise<Failures | null> {
  const [found] = await suspected(reader, now, id);
  return found?.failures ?? null;
}

/** A connection that has failed for hours. */
export interface FailingConnection {
  /** Row numbers. */
  id: number;
  accountId: number;
  name: string;
  failures: Failures;
}

/** The connections of all accounts where something has failed for hours. */
export async function failingConnections(reader: Reader, now: Instant): Promise<FailingConnection[]> {
  const all = await suspected(reader, now);
  return all.flatMap(({ id, accountId, name, failures }) =>
    failures === null ? [] : [{ id, accountId, name, failures }],
  );
}

/** Connections that fail, or failed at the last check. */
async function suspected(reader: Reader, now: Instant, id?: number) {
  const before = instant(now - patience);
  const waiting = await waitingConnections(reader, before);
  let all = reader
    .selectFrom("connections")
    .select([
      "id",
      "account_id as accountId",
      "name",
      "failed_at as failedAt",
      "refused_since as refusedSince",
      "last_refused_at as lastRefusedAt",
      "poll_problem as pollProblem",
      "polled_until as polledUntil",
    ])
    .where("removed_at", "is", null)
    .where((row) =>
      row.or([
        row("failed_at", "is not", null),
        row("refused_since", "is not", null),
        row("poll_problem", "is not", null),
        row("id", "in", valueSet(reader, "integer", JSON.stringify([...waiting.keys()]))),
      ]),
    );
  if (id !== undefined) all = all.where("id", "=", id);
  const rows = await all.orderBy("id").execute();
  return rows.map(({ id, accountId, name, failedAt, lastRefusedAt, ...row }) => {
    // A single wrong request proves nothing, because anyone may have sent it.
    const isRefused = row.refusedSince !== null && (lastRefusedAt ?? 0) - row.refusedSince >= patience;
    const isUnasked = row.pollProblem !== null && (row.polledUntil ?? 0) <= before;
    const waitingSince = waiting.get(id) ?? null;
    const failures: Failures = {
      refusedSince: isRefused ? row.refusedSince : null,
      waitingSince,
      pollProblem: isUnasked ? row.pollProblem : null,
      polledUntil: isUnasked ? row.polledUntil : null,
    };
    const isFailing = isRefused || isUnasked || waitingSince !== null;
    return { id, accountId, name, failedAt, failures: isFailing ? failures : null };
  });
}

async function noteFailing(tx: Tx, { id, accountId }: { id: number; accountId: number }, now: Instant): Promise<void> {
  const noted = await tx
    .updateTable("connections")
    .set({ failed_at: now })
    .where("id", "=", id)
    .where("failed_at", "is", null)
    .where("removed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!noted) return;
  await recordEvents(tx, [{ kind: "connection.failed", accountId, orderId: null, subjectId: id, at: now }]);
}

async function noteWorking(tx: Tx, id: number): Promise<void> {
  await tx.updateTable("connections").set({ failed_at: null }).where("id", "=", id).execute();
}
