import type { Server } from "bun";
import type { Log } from "../platform/log.ts";
import { untilNextTick } from "../platform/repeat.ts";
import type { DescriptorUse } from "./descriptors.ts";

type Listening = Server<undefined>;

interface Listener {
  /** Null once the response to the request has ended. */
  addressOf(request: Request): unknown;
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the descriptors. */
const interval = 100;

/** The same while at least `plenty` are free. So many connections cannot come meanwhile: 38 a millisecond came on two cores. */
const longInterval = 500;
const plenty = 19_000;

/**
 * Listens, and stops listening for a while when descriptors run out: the runtime would otherwise try to take the next
 * connection again and again, and have none left for what is under way. Connections are then refused by the system.
 * Requests under way go on; connections that say nothing are closed by the runtime after ten seconds, and those that
 * have nothing more to say at once. `listen` throws when the address cannot be listened on.
 */
export function createListener(listen: () => Listening, descriptors: DescriptorUse, log: Log): Listener {
  let current: Listening | null = listen();
  let last = current;
  const ending = new Set<Promise<void>>();

  function end(server: Listening): void {
    const ended = server
      .stop()
      .catch((error) => log.error({ err: error }, "could not stop listening"))
      .then(() => void ending.delete(ended));
    ending.add(ended);
  }

  function look(): void {
    if (current) {
      if (descriptors.isScarce()) current.closeIdleConnections();
      if (!descriptors.isExhausted()) return;
      log.error("not accepting new connections: the limit of open files is nearly reached; raise it (ulimit -n)");
      end(current);
      current = null;
    } else if (!descriptors.isScarce()) {
      try {
        current = listen();
        last = current;
        log.warn("accepting new connections again");
      } catch (error) {
        log.error({ err: error }, "could not listen again; will try again");
      }
    }
  }

  const untilNext = () => (descriptors.room() < plenty ? interval : untilNextTick(longInterval));
  let timer = setTimeout(repeatedly, untilNext());
  function repeatedly(): void {
    look();
    timer = setTimeout(repeatedly, untilNext());
  }

  return {
    addressOf: (request) => last.requestIP(request),
    async stop() {
      clearTimeout(timer);
      if (current) end(current);
      current = null;
      await Promise.all(ending);
    },
  };
}
