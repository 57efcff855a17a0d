import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Tx } from "../../database/database.ts";
import { DomainError } from "../../errors.ts";
import type { V3Env } from "./routes.ts";

/** How long the first answer to a key is kept (contract.md section 6). */
const keptMilliseconds = 24 * 3_600_000;

export interface Answer {
  status: number;
  body: unknown;
}

/**
 * Runs a unit that writes and answers, once per `Idempotency-Key`: the same key with the same request gets the first
 * answer again, also when both arrive at the same instant. The answer is kept in the unit's own transaction, so it
 * is there exactly when what it says is true. `part` tells the units of one request apart. Throws `invalid` for a key that was used with another request.
 */
export async function writeOnce(c: Context<V3Env>, unit: (tx: Tx) => Promise<Answer>, part?: number): Promise<Answer> {
  const { services, account, now } = c.var;
  const given = c.req.header("idempotency-key");
  if (!given) return services.db.write(unit);
  rejectLongKey(given);
  const key = part === undefined ? given : `${given} ${part}`;
  const request_hash = hashRequest(c);
  return services.db.write(async (tx) => {
    await tx
      .deleteFrom("idempotency_keys")
      .where("created_at", "<", now - keptMilliseconds)
      .execute();
    const claimed = await tx
      .insertInto("idempotency_keys")
      .values({ account_id: account.id, key, request_hash, status: 0, body: "", created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    if (!claimed) return firstAnswer(tx, account.id, key, request_hash);
    const answer = await unit(tx);
    await tx
      .updateTable("idempotency_keys")
      .set({ status: answer.status, body: JSON.stringify(answer.body) })
      .where("account_id", "=", account.id)
      .where("key", "=", key)
      .execute();
    return answer;
  });
}

async function firstAnswer(tx: Tx, accountId: number, key: string, requestHash: string): Promise<Answer> {
  const first = await tx
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (first.request_hash !== requestHash) {
    throw new DomainError("invalid", "The Idempotency-Key was used with another request.", [
      { field: "Idempotency-Key", message: "was used with another request" },
    ]);
  }
  return { status: first.status, body: JSON.parse(first.body) };
}

function rejectLongKey(key: string): void {
  if (key.length <= 255) return;
  const message = "must have at most 255 characters";
  throw new DomainError("invalid", `Idempotency-Key ${message}.`, [{ field: "Idempotency-Key", message }]);
}

function hashRequest(c: Context<V3Env>): string {
  return createHash("sha256").update(`${c.req.method} ${c.req.path}\n${c.var.requestBody}`).digest("hex");
}
