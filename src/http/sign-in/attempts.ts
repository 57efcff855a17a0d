import type { Database } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import { giveBackTries, type Try, takeTries } from "../../platform/limits/rate-limits.ts";
import type { EndpointKind } from "./endpoints.ts";
import { HashQueue } from "./hash-queue.ts";
import { emailWithLink, ownPasswordGuess, pace, passwordGuess, type Source, tokenPace } from "./limits.ts";
import type { SignInRequest } from "./read-request.ts";
import { tooBusy, tooManyTries } from "./refusals.ts";
import { rightGuess } from "./right-guess.ts";

/** The sender of a request, as limits and the queue see them. */
interface Requester {
  source: Source;
  /** The account of the request's host. */
  accountId: number;
  /** Null if they are not signed in. */
  sessionId: string | null;
  /** Aborted when they disconnect. */
  signal: AbortSignal;
}

/** The limits that a request counts toward. */
interface Counted {
  always: Try[];
  /** Counted only if the password is wrong. The first is for the source alone. */
  guess: Try[];
}

type Attempt = (request: SignInRequest, requester: Requester, ask: () => Promise<Response>) => Promise<Response>;

/**
 * Minimum milliseconds for requesting an email, so that the time does not reveal whether the address has an account.
 */
const emailTakes = 400;

const hashingKinds: EndpointKind[] = ["password", "own password", "token for password"];

/** Answers requests with `ask` within their limits. Requests that hash a password wait in a queue. */
export function createAttempts(db: Database): Attempt {
  const queue = new HashQueue();

  return async (request, requester, ask) => {
    const { kind } = request.endpoint;
    const hashes = hashingKinds.includes(kind);
    const asker = {
      isKnown: requester.source.device !== null || requester.sessionId !== null,
      signal: requester.signal,
    };
    const { always, guess } = countedOf(request, requester);
    const tries = [...always, ...guess];

    let isCounted = false;
    const refuse = async () => {
      const seconds = tries.length === 0 ? null : await takeTries(db, tries, instantNow());
      isCounted = seconds === null;
      return seconds === null ? null : tooManyTries(seconds);
    };
    const busy = async (seconds: number) => tooBusy(seconds);
    const response = hashes ? await queue.run(asker, { refuse, work: ask, busy }) : ((await refuse()) ?? (await ask()));
    if (isCounted && guess.length > 0) await settle(guess, response);
    return response;
  };

  async function settle(guess: Try[], response: Response): Promise<void> {
    if (response.ok) await rightGuess(db, guess);
    else if (!(await isWrongPassword(response))) await db.write((tx) => giveBackTries(tx, guess));
  }
}

/** Answers no sooner than it takes to write an email, whether or not one is written. */
export async function hidingTime(kind: EndpointKind, answering: Promise<Response>): Promise<Response> {
  if (kind !== "email") return answering;
  const [response] = await Promise.all([answering, Bun.sleep(emailTakes)]);
  return response;
}

function countedOf({ path, endpoint, input }: SignInRequest, requester: Requester): Counted {
  const { source, sessionId, accountId } = requester;
  const email = String(input?.email);
  switch (endpoint.kind) {
    case "password":
      return { always: [pace(path, source)], guess: passwordGuess(email, source) };
    case "own password":
      return { always: [pace(path, source)], guess: sessionId === null ? [] : ownPasswordGuess(sessionId) };
    case "token":
    case "token for password":
      return { always: [tokenPace(path, source)], guess: [] };
    case "email":
      return { always: emailWithLink(path, { email, accountId }, source), guess: [] };
    case "other":
      return { always: [], guess: [] };
  }
}

async function isWrongPassword(response: Response): Promise<boolean> {
  if (response.status !== 400) return response.status === 401;
  const { code } = (await response.clone().json()) as { code?: unknown };
  return code === "INVALID_PASSWORD";
}
