import type { Database, Tx } from "../database/database.ts";
import { DomainError } from "../errors.ts";

/** How long the first answer to a key is kept (docs/v3-interface.md, Send a paid order). */
const keptMilliseconds = 24 * 3_600_000;

/** Milliseconds between two removals of the answers that are kept no longer. */
const removalPause = 60_000;
const lastRemovals = new WeakMap<Database, number>();

export interface Answer {
  status: number;
  body: unknown;
}

/** A request that its client names, so that it may send it again. */
interface KeyedRequest {
  accountId: number;
  /** The client's own text, unique within the account. */
  key: string;
  /** Of all that makes the request what it is. */
  hash: string;
}

/**
 * Runs a unit that writes and answers, once for each key: the same key with the same request gets the first answer
 * again for 24 hours, also when both arrive at the same instant. The answer is kept in the unit's own transaction, so
 * it is there exactly when what it says is true. Throws `invalid` for a key that was used with another request.
 */
export async function writeOnce(
  db: Database,
  request: KeyedRequest,
  unit: (tx: Tx) => Promise<Answer>,
  now: number,
): Promise<Answer> {
  await removeOldAnswers(db, now);
  const { accountId, key, hash } = request;
  return db.write(async (tx) => {
    await tx
      .deleteFrom("idempotency_keys")
      .where("account_id", "=", accountId)
      .where("key", "=", key)
      .where("created_at", "<", now - keptMilliseconds)
      .execute();
    const claimed = await tx
      .insertInto("idempotency_keys")
      .values({ account_id: accountId, key, request_hash: hash, status: 0, body: "", created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    if (!claimed) return firstAnswer(tx, request);
    const answer = await unit(tx);
    await tx
      .updateTable("idempotency_keys")
      .set({ status: answer.status, body: JSON.stringify(answer.body) })
      .where("account_id", "=", accountId)
      .where("key", "=", key)
      .execute();
    return answer;
  });
}

/** Of every account and at most once a minute, so that requests do not wait for each other's removals. */
async function removeOldAnswers(db: Database, now: number): Promise<void> {
  if (now - (lastRemovals.get(db) ?? 0) < removalPause) return;
  lastRemovals.set(db, now);
  await db.write((tx) =>
    tx
      .deleteFrom("idempotency_keys")
      .where("created_at", "<", now - keptMilliseconds)
      .execute(),
  );
}

async function firstAnswer(tx: Tx, { accountId, key, hash }: KeyedRequest): Promise<Answer> {
  const first = await tx
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (first.request_hash !== hash) {
    throw new DomainError("invalid", "The Idempotency-Key was used with another request.", [
      { field: "Idempotency-Key", message: "was used with another request" },
    ]);
  }
  return { status: first.status, body: JSON.parse(first.body) };
}
