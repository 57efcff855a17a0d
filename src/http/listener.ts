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

/** Milliseconds between two checks of the descriptors. */
const interval = 100;

/**
 * The same while at least `plenty` are free. That many connections cannot arrive in between: on two cores, 38 arrived in a
 * millisecond.
 */
const longInterval = 500;
const plenty = 19_000;

/**
 * Listens, and pauses when descriptors run out: the runtime would otherwise try to accept the next connection again and again,
 * and leave none for current requests. During a pause, the system refuses connections, and current requests continue. The runtime
 * closes silent connections after ten seconds, and finished ones at once. `listen` throws when the address cannot be listened on.
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
