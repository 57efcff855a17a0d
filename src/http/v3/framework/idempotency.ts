import type { Context, MiddlewareHandler } from "hono";
import type { Database, Tx } from "../../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../../platform/errors.ts";
import { freeKey, KeyTaken, keepAnswer, knownKey, takeKey } from "../../../store/idempotency/keyed-answers.ts";
import type { V3Env } from "./environment.ts";
import { firstAnswer, type Once, readAnswer, rejectOtherRequest, responseOf, sealAnswer } from "./kept-answer.ts";
import { hashRequest, type RequestHash } from "./request-hash.ts";

/** Characters of a key. */
const longestKey = 255;

/** The requests in progress in this process, by account and key. */
const running = new Map<string, Promise<void>>();

/**
 * Carries out a POST or a PUT with an `Idempotency-Key` once: for 24 hours, the same key with the same request gets the
 * first response again, and with a different request 422. Each API key has its own. The transaction that carries out the
 * request also stores the key (`writeOnce`), so that a crash cannot separate the two. Responses are stored once something has
 * changed, except for 5xx. The units of a request `inParts` are stored one by one, so that an interrupted request continues
 * where it stopped.
 */
export const idempotent =
  (inParts: boolean): MiddlewareHandler<V3Env> =>
  async (c, next) => {
    const key = c.req.header("idempotency-key");
    if (!key) return next();
    const message = key.length > longestKey ? `must have at most ${longestKey} characters` : null;
    rejectFields([{ field: "Idempotency-Key", message }]);
    const hash = await hashRequest(c);
    const name = `${c.var.account.id} ${callerOf(c)} ${key}`;
    for (let before = running.get(name); before; before = running.get(name)) await before;
    const carriedOut = carryOut(c, next, { key, hash, inParts });
    const over = carriedOut.then(
      () => void running.delete(name),
      () => void running.delete(name),
    );
    running.set(name, over);
    return carriedOut;
  };

/** An API key stays the same when its secret is replaced. */
function callerOf({ var: { key, user } }: Context<V3Env>): string {
  if (key) return `key ${key.id}`;
  return user ? `user ${user.id}` : "";
}

async function carryOut(
  c: Context<V3Env>,
  next: () => Promise<void>,
  { key, hash, inParts }: { key: string; hash: RequestHash; inParts: boolean },
): Promise<void> {
  const { services, account, now } = c.var;
  const request = {
    accountId: account.id,
    caller: callerOf(c),
    key,
    get hash() {
      return hash.value();
    },
  };
  const known = await knownKey(services.db.read, request, now);
  if (known) {
    await hash.readRest();
    rejectOtherRequest(known, request);
    if (!inParts) return answerWith(c, responseOf(await firstAnswer(services, request, now)));
  }
  const once: Once = { request, inParts, taken: known !== null, kept: inParts, orderId: null };
  c.set("once", once);
  await next();
  if (c.error instanceof KeyTaken) return answerWith(c, responseOf(await firstAnswer(services, request, now)));
  if (!once.kept) await keepOrFree(c, once, services.db);
}

/** Carries out a unit in a transaction. The first of a request with an `Idempotency-Key` also stores the key. */
export async function writeOnce<Result>(c: Context<V3Env>, unit: (tx: Tx) => Promise<Result>): Promise<Result> {
  const { once, services, now } = c.var;
  if (!once || once.taken) return services.db.write(unit);
  const result = await services.db.write(async (tx) => {
    await takeKey(tx, once.request, now).catch((error) => {
      // Each part is checked on its own.
      if (!once.inParts || !(error instanceof KeyTaken)) throw error;
    });
    return unit(tx);
  });
  once.taken = true;
  return result;
}

async function keepOrFree(c: Context<V3Env>, { request, taken, orderId }: Once, db: Database): Promise<void> {
  const { now, services } = c.var;
  const { status } = c.res;
  if (status >= 500) {
    if (taken) await db.write((tx) => freeKey(tx, request));
    return;
  }
  // A rejected request has changed nothing and can be corrected and sent with the same key.
  if (status >= 400 && !taken) return;
  const answer = sealAnswer(services.vault, await readAnswer(c.res));
  const kept = db.write(async (tx) => {
    if (!taken) await takeKey(tx, request, now);
    await keepAnswer(tx, request, { answer, orderId });
  });
  await kept.catch((error) => {
    if (!(error instanceof KeyTaken)) throw error;
    throw new DomainError("in_use", "A request with this Idempotency-Key is still in progress.");
  });
}

/** Records which order (row number) the response is about, so that it is deleted with the order. */
export function noteOrder(c: Context<V3Env>, orderId: number): void {
  if (c.var.once) c.var.once.orderId = orderId;
}

function answerWith(c: Context<V3Env>, response: Response): void {
  // Without this, the headers of the previous response would stay.
  c.res = undefined;
  c.res = response;
}
