import type { Context, MiddlewareHandler } from "hono";
import type { Database, Tx } from "../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { freeKey, KeyTaken, keepAnswer, knownKey, takeKey } from "../../store/idempotency/answers.ts";
import type { V3Env } from "./environment.ts";
import { answerOf, firstAnswer, type Once, rejectOtherRequest, responseOf, sealAnswer } from "./kept-answer.ts";
import { hashRequest, type RequestHash } from "./request-hash.ts";

/** Characters of a key. */
const longestKey = 255;

/** The requests in progress in this process, by account and key. */
const running = new Map<string, Promise<void>>();

/**
 * Carries out a POST or a PUT with an `Idempotency-Key` once: for 24 hours, the same key with the same request gets the
 * first response again, and with a different request 422. Each API key has its own. The first transaction of the request that writes anything
 * also stores the key, so that a crash cannot separate the two. Responses are stored once something has changed, except
 * for 5xx. Uploads accept no key.
 */
export const idempotent: MiddlewareHandler<V3Env> = async (c, next) => {
  const key = c.req.header("idempotency-key");
  if (!key || !takesKey(c.req.method, c.req.path)) return next();
  const message = key.length > longestKey ? `must have at most ${longestKey} characters` : null;
  rejectFields([{ field: "Idempotency-Key", message }]);
  const hash = await hashRequest(c);
  const name = `${c.var.account.id} ${callerOf(c)} ${key}`;
  for (let before = running.get(name); before; before = running.get(name)) await before;
  const carriedOut = carryOut(c, next, key, hash);
  const over = carriedOut.then(
    () => void running.delete(name),
    () => void running.delete(name),
  );
  running.set(name, over);
  return carriedOut;
};

/** Whether an operation accepts an `Idempotency-Key`. */
export const takesKey = (method: string, path: string) =>
  /^(POST|PUT)$/i.test(method) && !/^\/api\/v3\/(files|uploads)(\/|$)/.test(path);

/** An API key stays the same when its secret is replaced. */
function callerOf({ var: { key, user } }: Context<V3Env>): string {
  if (key) return `key ${key.id}`;
  return user ? `user ${user.id}` : "";
}

async function carryOut(c: Context<V3Env>, next: () => Promise<void>, key: string, hash: RequestHash): Promise<void> {
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
    if (!isInParts(c)) return answerWith(c, responseOf(await firstAnswer(services, request, now)));
  }
  const once: Once = { request, taken: known !== null, kept: isInParts(c), orderId: null };
  c.set("once", once);
  c.set("services", { ...services, db: takingKey(services.db, once, { inParts: isInParts(c), now }) });
  await next();
  if (c.error instanceof KeyTaken) return answerWith(c, responseOf(await firstAnswer(services, request, now)));
  if (!once.kept) await keepOrFree(c, once, services.db);
}

/** The orders of a bulk request are stored one by one, so that an interrupted request continues where it stopped. */
const isInParts = (c: Context<V3Env>) => c.req.path === "/api/v3/orders/bulk";

/** The database; its first unit that writes also stores the request's key. */
function takingKey(db: Database, once: Once, { inParts, now }: { inParts: boolean; now: Instant }): Database {
  let first: Promise<unknown> | null = null;
  const withKey = async (tx: Tx) => {
    try {
      await takeKey(tx, once.request, now);
    } catch (error) {
      // Each part is then checked on its own.
      if (!inParts || !(error instanceof KeyTaken)) throw error;
    }
  };
  return {
    ...db,
    async write(unit) {
      while (first) await first.catch(() => {});
      if (once.taken) return db.write(unit);
      const writing = db.write(async (tx) => {
        await withKey(tx);
        return unit(tx);
      });
      first = writing;
      try {
        const result = await writing;
        once.taken = true;
        return result;
      } finally {
        first = null;
      }
    },
  };
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
  const answer = sealAnswer(services.vault, await answerOf(c.res));
  const kept = db.write(async (tx) => {
    if (!taken) await takeKey(tx, request, now);
    await keepAnswer(tx, request, { answer, orderId });
  });
  await kept.catch((error) => {
    if (!(error instanceof KeyTaken)) throw error;
    throw new DomainError("in_use", "A request with this Idempotency-Key is still in progress.");
  });
}

/** A unit's response, and the order (row number) it is about. */
export interface UnitAnswer<Body> {
  status: number;
  body: Body;
  location: string;
  orderId: number;
}

/**
 * Runs a unit of a request with an `Idempotency-Key` and stores its response in the same transaction. `part` distinguishes
 * the units of one request; it follows a line break, which no header can contain. Throws what the unit throws. For a part,
 * also throws `invalid` if its key was used with a different one, and `in_use` if its order has been deleted since.
 */
export async function writeWithAnswer<Body>(
  c: Context<V3Env>,
  unit: (tx: Tx) => Promise<UnitAnswer<Body>>,
  part?: number,
): Promise<{ body: Body; location: string }> {
  const { once, services, now } = c.var;
  if (!once) throw new Error("Only a request with an Idempotency-Key has a response to store.");
  const { accountId, caller, key, hash } = once.request;
  const request = { accountId, caller, key: part === undefined ? key : `${key}\n${part}`, hash };
  const write = async (tx: Tx) => {
    if (part !== undefined) await takeKey(tx, request, now);
    const { status, body, location, orderId } = await unit(tx);
    const headers = { "content-type": "application/json", location };
    const answer = sealAnswer(services.vault, { status, headers, body: JSON.stringify(body) });
    await keepAnswer(tx, request, { answer, orderId });
    return { body, location };
  };
  try {
    const answer = await services.db.write(write);
    once.kept = true;
    return answer;
  } catch (error) {
    if (part === undefined || !(error instanceof KeyTaken)) throw error;
    const { body, headers } = await firstAnswer(services, request, now);
    return { body: JSON.parse(body), location: headers.location ?? "" };
  }
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
