import { giveWay, nextTurn } from "../../platform/give-way.ts";

/** A response whose end matters. */
export interface WatchedResponse {
  request: Request;
  /** Whether it may take long, so that a disconnected client should be noticed at once. */
  isLong: boolean;
  /** Called once, after the response has ended, with whether the client received all of it, as far as the system knows. */
  ended(isComplete: boolean): void;
}

/** Milliseconds between two checks of current responses. */
const interval = 1_000;

/** After this many new responses, they are checked at once: most have ended by then, and their requests need not be kept. */
const soon = 64;

/**
 * Finds out how responses end. The runtime reports only clients that disconnect. When a response was sent completely, its request
 * no longer has an address. A client that disconnects just as the runtime hands a file's bytes to the system (Bun 1.4.5,
 * `sendfile`) looks like one that received all of them.
 */
export class TransferWatch {
  #watched: WatchedResponse[] = [];
  #fresh = 0;
  #timer: Timer | null = null;
  #looking: Promise<void> | null = null;

  constructor(private readonly addressOf: (request: Request) => unknown) {}

  watch(response: WatchedResponse): void {
    this.#watched.push(response.isLong ? promptly(response) : response);
    this.#fresh += 1;
    if (this.#fresh >= soon) void this.look();
    else this.#timer ??= setTimeout(() => void this.look(), interval);
  }

  /** Reports all responses that have ended. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#fresh = 0;
    const looked = this.#watched;
    const over: WatchedResponse[] = [];
    this.#watched = [];
    for (const [index, response] of looked.entries()) {
      (this.addressOf(response.request) === null ? over : this.#watched).push(response);
      if (index % 64 === 63) await giveWay();
    }
    // A connection that the client has reset also has no address; the runtime reports it in its next round.
    if (over.length > 0) await nextTurn();
    for (const [index, { request, ended }] of over.entries()) {
      ended(!request.signal.aborted);
      if (index % 64 === 63) await giveWay();
    }
    if (this.#watched.length > 0) this.#timer ??= setTimeout(() => void this.look(), interval);
  }
}

function promptly({ request, ended }: WatchedResponse): WatchedResponse {
  let isOver = false;
  const end = (isComplete: boolean) => {
    if (!isOver) ended(isComplete);
    isOver = true;
  };
  request.signal.addEventListener("abort", () => end(false));
  return { request, isLong: true, ended: end };
}
