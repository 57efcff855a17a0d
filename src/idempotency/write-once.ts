import type { Database, Tx } from "../database/database.ts";
import { DomainError } from "../errors.ts";

/** How long the first answer to a key is kept (docs/v3-interface.md, Send a paid order). */
const keptMilliseconds = 24 * 3_600_000;

export interface Answer {
  status: number;
  body: unknown;
  /** Row number of the order that the body tells of. */
  orderId: number;
}

type KeptAnswer = Omit<Answer, "orderId">;

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
 * it is there exactly when what it says is true. Throws `invalid` for a key that was used with another request, and
 * `in_use` for one whose order was deleted since.
 */
export async function writeOnce(
  db: Database,
  request: KeyedRequest,
  unit: (tx: Tx) => Promise<Answer>,
  now: number,
): Promise<KeptAnswer> {
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
      .values({ account_id: accountId, key, request_hash: hash, status: 0, body: "", order_id: null, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    if (!claimed) return firstAnswer(tx, request);
    const answer = await unit(tx);
    await tx
      .updateTable("idempotency_keys")
      .set({ status: answer.status, body: JSON.stringify(answer.body), order_id: answer.orderId })
      .where("account_id", "=", accountId)
      .where("key", "=", key)
      .execute();
    return answer;
  });
}

/** Removes the answers of every account that are kept no longer. `now` in milliseconds since 1970. */
export async function removeOldAnswers(db: Database, now: number): Promise<void> {
  await db.write((tx) =>
    tx
      .deleteFrom("idempotency_keys")
      .where("created_at", "<", now - keptMilliseconds)
      .execute(),
  );
}

/** For a deleted order (row number): the answer holds its customer's data. Its key makes no second order all the same. */
export async function forgetAnswer(tx: Tx, orderId: number): Promise<void> {
  await tx.updateTable("idempotency_keys").set({ body: "" }).where("order_id", "=", orderId).execute();
}

async function firstAnswer(tx: Tx, { accountId, key, hash }: KeyedRequest): Promise<KeptAnswer> {
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
  if (first.body === "") throw new DomainError("in_use", "The order that this Idempotency-Key made was deleted.");
  return { status: first.status, body: JSON.parse(first.body) };
}
