import { type Metrics, reportOfAll } from "../operations/metrics/metrics.ts";
import { DomainError } from "../platform/errors.ts";

// One of several processes that share the port. `processes.ts` starts them and passes messages between them.

export type FromServerProcess =
  | { kind: "serving" }
  | { kind: "metrics"; request: number; metrics: object[] }
  | { kind: "collect metrics"; request: number };

export type ToServerProcess =
  | { kind: "tell metrics"; request: number }
  | { kind: "all metrics"; request: number; metrics: object[][] };

/** What a process needs from its parent process. */
export interface ServerProcess {
  /** Metrics whose report covers all processes. */
  sharing(metrics: Metrics): Metrics;
  /** Tells the parent process that this one serves. */
  serving(): void;
  /** Resolves if the process that started this one is gone. */
  abandoned: Promise<void>;
  /** Allows the process to exit. */
  leave(): void;
}

/** Throws `invalid` if this process has no parent process to join. */
export function joinProcesses(): ServerProcess {
  if (!process.send) throw new DomainError("invalid", "--server-process is for processes that --processes starts.");
  const asked = new Map<number, (metrics: object[][]) => void>();
  let latest = 0;
  let own: Metrics | null = null;
  const send = (message: FromServerProcess) => void process.send?.(message);
  process.on("message", async (message: ToServerProcess) => {
    if (message.kind === "all metrics") return asked.get(message.request)?.(message.metrics);
    send({ kind: "metrics", request: message.request, metrics: (await own?.values()) ?? [] });
  });
  return {
    sharing(metrics) {
      own = metrics;
      return {
        ...metrics,
        async report() {
          const request = ++latest;
          const { promise, resolve } = Promise.withResolvers<object[][]>();
          asked.set(request, resolve);
          send({ kind: "collect metrics", request });
          const all = await promise;
          asked.delete(request);
          return reportOfAll(all);
        },
      };
    },
    serving: () => send({ kind: "serving" }),
    abandoned: new Promise((resolve) => process.once("disconnect", () => resolve())),
    leave() {
      if (process.connected) process.disconnect?.();
    },
  };
}
