import type { Database } from "../../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../../platform/errors.ts";
import { type Instant, instantNow } from "../../../platform/instants.ts";
import type { Vault } from "../../../platform/vault.ts";
import {
  erasedAnswer,
  type KeyedRequest,
  type KnownKey,
  knownKey,
  lostAnswer,
} from "../../../store/idempotency/keyed-answers.ts";

/** A request with an `Idempotency-Key`, and its progress. */
export interface Once {
  request: KeyedRequest;
  /** Whether its units are carried out and stored one by one. */
  inParts: boolean;
  /** Whether the request has changed anything yet. */
  taken: boolean;
  /** Whether its response has been stored, as a whole or in parts. */
  kept: boolean;
  /** Row number of the order that the response is about. */
  orderId: number | null;
}

/** A stored response. */
interface Answer {
  status: number;
  /** Only those about the resource. */
  headers: Record<string, string>;
  body: string;
}

interface Services {
  db: Database;
  vault: Vault;
}

/** Milliseconds that a request waits while another server carries out the same request. */
const patience = 5_000;
const pause = 50;

const shownHeaders = ["content-type", "location", "retry-after"];

/** Encrypts the response, because it can contain keys, links and names. */
export function sealAnswer(vault: Vault, answer: Answer): string {
  return vault.encrypt(JSON.stringify(answer));
}

export async function readAnswer(response: Response): Promise<Answer> {
  const headers = shownHeaders.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.clone().text() };
}

export function responseOf({ status, headers, body }: Answer): Response {
  return new Response(body === "" ? null : body, { status, headers });
}

/** Throws `invalid` if the key was used with another request. */
export function rejectOtherRequest(known: KnownKey, { hash }: KeyedRequest): void {
  const message = known.hash === hash ? null : "has already been used for a different request";
  rejectFields([{ field: "Idempotency-Key", message }]);
}

/**
 * The response to the first request with the key. Throws `invalid` if that was a different request, and `in_use` if its response
 * is no longer available, or not yet.
 */
export async function firstAnswer({ db, vault }: Services, request: KeyedRequest, now: Instant): Promise<Answer> {
  const deadline = instantNow() + patience;
  for (;;) {
    const known = await knownKey(db.read, request, now);
    if (known) rejectOtherRequest(known, request);
    const answer = known?.answer ?? null;
    if (answer === erasedAnswer) {
      throw new DomainError("in_use", "The response to this Idempotency-Key was erased with its order or customer.");
    }
    if (answer === lostAnswer) throw lostWithSecret();
    if (answer !== null) return open(vault, answer);
    if (!known || instantNow() > deadline) throw withoutAnswer();
    await Bun.sleep(pause);
  }
}

function open(vault: Vault, sealed: string): Answer {
  try {
    return JSON.parse(vault.decrypt(sealed));
  } catch {
    // Stored with another secret.
    throw withoutAnswer();
  }
}

const lostWithSecret = () =>
  new DomainError(
    "in_use",
    "This request was received before, but its response was lost when the secret of this service had to be replaced. Check whether the change was made before you retry with a new Idempotency-Key.",
  );

const withoutAnswer = () =>
  new DomainError(
    "in_use",
    "This request was received before, but its response is not available. Check whether the change was made before you retry with a new Idempotency-Key.",
  );
