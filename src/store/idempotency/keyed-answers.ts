import { sql } from "kysely";
import type { Cipher } from "../../platform/cipher.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { DomainError } from "../../platform/errors.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** Milliseconds for which a key and its answer are kept (docs/reference/v3-interface.md, Sending again). */
const keptMilliseconds = dayMilliseconds;

/** Replaces an answer that was erased with its order or customer. */
export const erasedAnswer = "";

/** Replaces an answer that can no longer be decrypted. No encrypted answer begins like this. */
export const lostAnswer = "lost";

/** Only a few, because answers to bulk requests are long. */
const answersAtOnce = 10;

/** A request with an idempotency key, which its client may send again. */
export interface KeyedRequest {
  accountId: number;
  /** The sender. Nobody else gets the answer. Empty for the account's own credentials. */
  caller: string;
  /** The text that the client chose, unique for the caller. */
  key: string;
  /** Hash that identifies the request. */
  hash: string;
}

/** The stored data of a key. */
export interface KnownKey {
  hash: string;
  /** As passed to `keepAnswer`; null until then. */
  answer: string | null;
}

/** An earlier or simultaneous request has taken the key. */
export class KeyTaken extends DomainError {
  constructor() {
    super("in_use", "A request with this key is still in progress.");
  }
}

type NamedKey = Pick<KeyedRequest, "accountId" | "caller" | "key">;

/** Line breaks cannot occur in a client's text, and no part of a request begins with one. */
const storedKey = ({ caller, key }: NamedKey) => (caller === "" ? key : `${caller}\n\n${key}`);

/** The stored data of a key; null if the key is free. */
export async function knownKey(reader: Reader, named: NamedKey, now: Instant): Promise<KnownKey | null> {
  const row = await reader
    .selectFrom("idempotency_keys")
    .select(["request_hash as hash", "answer"])
    .where("account_id", "=", named.accountId)
    .where("key", "=", storedKey(named))
    .where("created_at", ">=", instant(now - keptMilliseconds))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Takes the key. Call in the transaction that carries out the request, so that both happen or neither. Throws `KeyTaken` if the
 * key is not free.
 */
export async function takeKey(tx: Tx, request: KeyedRequest, now: Instant): Promise<void> {
  const { accountId, hash } = request;
  const key = storedKey(request);
  await tx
    .deleteFrom("idempotency_keys")
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .where("created_at", "<", instant(now - keptMilliseconds))
    .execute();
  const taken = await tx
    .insertInto("idempotency_keys")
    .values({ account_id: accountId, key, request_hash: hash, answer: null, order_id: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!taken) throw new KeyTaken();
}

/**
 * Stores the answer to the request that took the key. `orderId` is the row number of the order in the answer, if any.
 */
export async function keepAnswer(
  tx: Tx,
  named: NamedKey,
  { answer, orderId }: { answer: string; orderId: number | null },
): Promise<void> {
  await tx
    .updateTable("idempotency_keys")
    .set({ answer, order_id: orderId })
    .where("account_id", "=", named.accountId)
    .where("key", "=", storedKey(named))
    .execute();
}

/** Frees the key of a request that failed, so that it can be sent again. */
export async function freeKey(tx: Tx, named: NamedKey): Promise<void> {
  await tx
    .deleteFrom("idempotency_keys")
    .where("account_id", "=", named.accountId)
    .where("key", "=", storedKey(named))
    .execute();
}

/** Roughly how many bytes of answers are removed together. Answers to bulk requests are long. */
const removedAtOnce = 256 * 1024;

/**
 * Removes about `most` expired keys of all accounts, with their answers; fewer if the answers are long. Returns whether there may
 * be more.
 */
export async function removeOldAnswers(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const old = await tx
    .selectFrom("idempotency_keys")
    .select(["created_at as createdAt", sql<number>`coalesce(octet_length(answer), 0)`.as("bytes")])
    .where("created_at", "<", instant(now - keptMilliseconds))
    .orderBy("created_at")
    .limit(most)
    .execute();
  let bytes = 0;
  const end = old.findIndex((one) => {
    bytes += one.bytes;
    return bytes >= removedAtOnce;
  });
  const last = old.at(end);
  if (!last) return false;
  await tx.deleteFrom("idempotency_keys").where("created_at", "<=", last.createdAt).execute();
  return end !== -1 || old.length === most;
}

/** Stored answers, encrypted with `cipher`. If an answer is lost, its key still prevents a second order. */
export const encryptedAnswers = (cipher: Cipher) =>
  encryptedColumns("idempotency_keys", cipher, {
    columns: ["answer"],
    key: ["account_id", "key"],
    plain: [erasedAnswer, lostAnswer],
    atOnce: answersAtOnce,
    async giveUp(tx, { account_id: accountId, key }) {
      const answers = tx.updateTable("idempotency_keys").set({ answer: lostAnswer });
      await answers.where("account_id", "=", accountId).where("key", "=", key).execute();
    },
  });

/**
 * Call when orders (row numbers) are deleted. Erases answers, which contain their customers' data. Their keys still
 * prevent a second order.
 */
export async function forgetAnswers(tx: Tx, orderIds: number[]): Promise<void> {
  await forgetAll(tx, { orderIds: JSON.stringify(orderIds) });
}

const forgetAll = prepared<{ orderIds: string }, never>((db, { orderIds }) =>
  db
    .updateTable("idempotency_keys")
    .set({ answer: erasedAnswer })
    .where("order_id", "in", valueSet(db, "integer", orderIds)),
);

/**
 * Call when a customer is erased. Erases at most `most` answers that belong to no order, because any may name the
 * customer. Returns whether there may be more.
 */
export async function forgetOtherAnswers(tx: Tx, accountId: number, most: number): Promise<boolean> {
  const others = await tx
    .selectFrom("idempotency_keys")
    .select("key")
    .where("account_id", "=", accountId)
    .where("order_id", "is", null)
    .where("answer", "<>", erasedAnswer)
    .limit(most)
    .execute();
  const keys = others.map(({ key }) => key);
  if (keys.length > 0) {
    await tx
      .updateTable("idempotency_keys")
      .set({ answer: erasedAnswer })
      .where("account_id", "=", accountId)
      .where("key", "in", keys)
      .execute();
  }
  return keys.length === most;
}
