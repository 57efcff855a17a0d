import { DomainError } from "../errors.ts";
import { type Metrics, reportOfAll } from "../metrics/metrics.ts";

// One of several processes that share the port. processes.ts starts them, and passes messages between them.

export type FromMember =
  | { kind: "serving" }
  | { kind: "figures"; request: number; figures: object[] }
  | { kind: "collect figures"; request: number };

export type ToMember =
  | { kind: "tell figures"; request: number }
  | { kind: "all figures"; request: number; figures: object[][] };

export interface Membership {
  /** The metrics, with a report on all processes together. */
  sharing(metrics: Metrics): Metrics;
  /** Tells that this process serves. */
  serving(): void;
  /** Resolves if the process that started this one is gone. */
  abandoned: Promise<void>;
  /** Lets the process end. */
  leave(): void;
}

/** Throws `invalid` if no other process has started this one. */
export function joinProcesses(): Membership {
  if (!process.send) throw new DomainError("invalid", "--member is for processes that serve --processes starts.");
  const asked = new Map<number, (figures: object[][]) => void>();
  let latest = 0;
  let own: Metrics | null = null;
  const send = (message: FromMember) => void process.send?.(message);
  process.on("message", async (message: ToMember) => {
    if (message.kind === "all figures") return asked.get(message.request)?.(message.figures);
    send({ kind: "figures", request: message.request, figures: (await own?.figures()) ?? [] });
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
          send({ kind: "collect figures", request });
          const figures = await promise;
          asked.delete(request);
          return reportOfAll(figures);
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
