import type { Transport } from "../transport/transports.ts";
import { isForCustomer } from "./lanes.ts";
import type { ClaimedEmail } from "./leases.ts";
import type { Room } from "./queue.ts";
import type { MailTiming } from "./timing.ts";

/** Messages sent at the same time, not counting those that have waited long for the server's reply. */
const atOnce = 5;

/** Messages in progress in total. */
const mostUnderway = 15;

/** Messages in progress on one store's own mail server. */
const atOnceOfStore = 2;

/** Messages in progress on all such servers. */
const mostOfStores = 200;

interface Sending {
  accountId: number;
  /** By `performance.now()`. */
  since: number;
  /** Whether it goes through a store's own mail server, which holds up nobody else's messages; null until that is known. */
  isStores: boolean | null;
  known: Promise<void>;
  ending: Promise<void>;
}

/** The messages that this worker is sending. */
export class Underway {
  readonly #sendings = new Map<number, Sending>();
  /** By account: whether its last email to a customer went through its own server. */
  readonly #ofStores = new Map<number, boolean>();

  /** Begins to send a message. `send` reports the transport once that is known. */
  add({ id, accountId, kind }: ClaimedEmail, send: (chosen: (transport: Transport) => void) => Promise<void>): void {
    const { promise: known, resolve } = Promise.withResolvers<void>();
    const sending: Sending = { accountId, since: performance.now(), isStores: null, known, ending: known };
    this.#sendings.set(id, sending);
    const chosen = ({ isStores }: Transport) => {
      sending.isStores = isStores;
      if (isForCustomer(kind)) this.#ofStores.set(accountId, isStores);
      resolve();
    };
    sending.ending = send(chosen).finally(() => {
      this.#sendings.delete(id);
      resolve();
    });
  }

  ids(): number[] {
    return [...this.#sendings.keys()];
  }

  endings(): Promise<void>[] {
    return [...this.#sendings.values()].map(({ ending }) => ending);
  }

  /**
   * How many messages can be started now, and in how many milliseconds there may be room for more even if none ends. A mail
   * server may take ten minutes to confirm a message. Five such waits must not block all other messages. Messages on stores' own
   * servers have separate places.
   */
  places({ lendAfter }: MailTiming): { free: number; more: number } {
    const now = performance.now();
    const shared = [...this.#sendings.values()].filter(({ isStores }) => !isStores);
    const busy = shared.map(({ since }) => since + lendAfter - now).filter((left) => left > 0);
    const free = Math.max(0, Math.min(atOnce - busy.length, mostUnderway - shared.length));
    return { free, more: Math.max(1, Math.min(lendAfter, ...busy)) };
  }

  /**
   * Room for messages of each account: two until it is known that they go through the installation's server. While all places of
   * stores' own servers are taken, only accounts that are known to use one have no room.
   */
  room(): Room {
    const own = this.#notShared();
    const isFull = own.length >= mostOfStores;
    const counts = Map.groupBy(own, ({ accountId }) => accountId);
    const left = (accountId: number) => {
      const isStores = this.#ofStores.get(accountId);
      if (isStores === false) return Number.POSITIVE_INFINITY;
      const most = isStores && isFull ? 0 : atOnceOfStore;
      return most - (counts.get(accountId)?.length ?? 0);
    };
    return { of: left, none: [...counts.keys()].filter((accountId) => left(accountId) <= 0) };
  }

  /** When any of these ends, there may be room for another message of a full account. */
  roomMakers(): Promise<void>[] {
    return this.#notShared().map(({ isStores, known, ending }) => (isStores === null ? known : ending));
  }

  #notShared(): Sending[] {
    return [...this.#sendings.values()].filter(({ isStores }) => isStores !== false);
  }
}
