import type { Database } from "../../platform/database/database.ts";
import { Gathering } from "../../platform/gathering.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { UsedKey } from "./find-key.ts";
import { type ApiRequest, keptRequests, writeRequests } from "./requests.ts";
import { shownPath } from "./shown-path.ts";

/** Most calls that wait in memory, of all accounts. Further calls are lost. */
const mostWaiting = 20_000;

/** Calls that one transaction writes. A larger insert would block the event loop for too long. */
const callsAtOnce = 250;

/** Milliseconds from a call to its transaction. Calls that arrive in between are written together. */
const gatheringTime = 2_000;

/** A call as it is first recorded. Slow work is left for later. */
interface Call {
  accountId: number;
  key: Pick<UsedKey, "id" | "name"> | null;
  method: string;
  url: string;
  status: number;
  duration: number;
  requestId: string;
  at: Instant;
}

/**
 * Writes the calls of APIs in the background, many at once. Writes at most as many calls of an account at once as are kept: with
 * a thousand calls a second, only a fraction. Calls in memory are lost when the process is killed.
 */
export class RequestRecorder {
  /** By account: a ring of its last calls, with the position of the next. */
  #waiting = new Map<number, { calls: Call[]; next: number }>();
  #count = 0;
  readonly #gathering = new Gathering(gatheringTime, () => this.#writeAll());

  constructor(private readonly settings: { db: Pick<Database, "write">; log: Log }) {}

  note(call: Call): void {
    let ring = this.#waiting.get(call.accountId);
    if (!ring) {
      ring = { calls: [], next: 0 };
      this.#waiting.set(call.accountId, ring);
    }
    if (ring.calls.length === keptRequests) {
      ring.calls[ring.next] = call;
      ring.next = (ring.next + 1) % keptRequests;
    } else if (this.#count < mostWaiting) {
      ring.calls.push(call);
      this.#count++;
    }
    this.#gathering.begin();
  }

  /** Writes all recorded calls. Resolves when that is done. */
  flush(): Promise<void> {
    return this.#gathering.flush();
  }

  async #writeAll(): Promise<void> {
    const { db, log } = this.settings;
    const rings = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#count = 0;
    const calls = rings.flatMap(({ calls, next }) => [...calls.slice(next), ...calls.slice(0, next)]);
    for (let first = 0; first < calls.length; first += callsAtOnce) {
      const requests = calls.slice(first, first + callsAtOnce).map(requestOf);
      await db
        .write((tx) => writeRequests(tx, requests))
        .catch((error) => log.warn({ err: error, calls: requests.length }, "could not write the log of API calls"));
    }
  }
}

const requestOf = ({ key, url, duration, ...call }: Call): ApiRequest => ({
  ...call,
  keyId: key?.id ?? null,
  keyName: key?.name ?? null,
  path: shownPath(url),
  duration: Math.round(duration),
});
