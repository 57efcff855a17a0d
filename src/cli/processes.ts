import { setTimeout as pause } from "node:timers/promises";
import { type Config, ConfigError } from "../config.ts";
import { isContained } from "../contained.ts";
import { createLog, type Log } from "../log.ts";
import type { FromMember, ToMember } from "./member.ts";

/** Connections to PostgreSQL of all processes together, which is less than its usual limit of 100. */
const connectionsOfAll = 80;
const [fewestConnections, usualConnections] = [4, 20];

/** Milliseconds before a process that ended by itself is started again; doubled each time, until one has served for a while. */
const [firstPause, longestPause] = [1_000, 30_000];

/** Milliseconds that the figures of all processes may take. */
const figuresPatience = 2_000;

/**
 * Serves with that many processes, which share the port, until SIGTERM or SIGINT, and starts those again that end by
 * themselves. The first one makes the installation before the others start. Throws `ConfigError` where that is not possible.
 */
export async function serveInProcesses(config: Config, count: number): Promise<void> {
  rejectImpossible(config);
  const log = createLog(config.log);
  const stopping = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stopping.abort());
  const members = new Set<Member>();
  const start = (stdout: "inherit" | "ignore") => {
    const member = startMember({ count, stdout, siblings: () => [...members] });
    members.add(member);
    void member.ended.then(() => members.delete(member));
    return member;
  };

  const first = start("inherit");
  stopping.signal.addEventListener("abort", () => {
    for (const member of members) member.stop();
  });
  if (!(await first.isServing)) {
    // It has said why.
    process.exitCode = (await first.ended) || Number(!stopping.signal.aborted);
    return;
  }
  const kept = Array.from({ length: count }, (_, index) =>
    keepServing(index === 0 ? first : start("ignore"), () => start("ignore"), { log, stopping: stopping.signal }),
  );
  log.info({ processes: count }, "serving with several processes");
  await Promise.all(kept);
}

function rejectImpossible({ database, host, port }: Config): void {
  if (database === null) {
    const why = "SQLite has one writer, so a second process would not make it faster";
    throw new ConfigError(`WAYBILL_DATABASE: sqlite: cannot be used with --processes: ${why}. Use PostgreSQL.`);
  }
  if (process.platform !== "linux") {
    const instead = "Start servers with ports of their own behind a reverse proxy";
    throw new ConfigError(`WAYBILL_PORT: ${port} cannot be shared by processes on this system. ${instead}.`);
  }
  try {
    // The processes would share the port with any other server that shares it.
    void Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response() }).stop(true);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`WAYBILL_PORT: ${port} on ${host} cannot be used: ${reason}`);
  }
}

/** Resolves when the member, or the last that took its place, has ended after the service was asked to stop. */
async function keepServing(
  first: Member,
  start: () => Member,
  { log, stopping }: { log: Log; stopping: AbortSignal },
): Promise<void> {
  let [member, wait] = [first, firstPause];
  for (;;) {
    const startedAt = performance.now();
    const status = await member.ended;
    if (stopping.aborted) return;
    if (performance.now() - startedAt > longestPause) wait = firstPause;
    log.error({ process: member.pid, status, milliseconds: wait }, "a process ended by itself; starting another");
    await pause(wait, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return;
    wait = Math.min(2 * wait, longestPause);
    member = start();
  }
}

interface Member {
  pid: number;
  /** Resolves with whether it has begun to serve, or has ended without. */
  isServing: Promise<boolean>;
  /** Resolves with its exit status; null if a signal ended it. */
  ended: Promise<number | null>;
  stop(): void;
  /** Its metrics; null if it does not tell them in time. */
  figures(): Promise<object[] | null>;
}

interface MemberOptions {
  count: number;
  stdout: "inherit" | "ignore";
  siblings(): Member[];
}

function startMember({ count, stdout, siblings }: MemberOptions): Member {
  const { promise: isServing, resolve: serving } = Promise.withResolvers<boolean>();
  const asked = new Map<number, (figures: object[]) => void>();
  let latest = 0;
  const child = Bun.spawn([...ownCommand(), "serve", "--member"], {
    env: { ...process.env, WAYBILL_DATABASE_CONNECTIONS: process.env.WAYBILL_DATABASE_CONNECTIONS || share(count) },
    stdio: ["ignore", stdout, "inherit"],
    serialization: "advanced",
    ipc(message: FromMember) {
      if (message.kind === "serving") serving(true);
      else if (message.kind === "figures") asked.get(message.request)?.(message.figures);
      else void tellAll(message.request);
    },
  });

  async function tellAll(request: number): Promise<void> {
    const all = await Promise.all(siblings().map((member) => member.figures()));
    send({ kind: "all figures", request, figures: all.filter((one) => one !== null) });
  }

  function send(message: ToMember): void {
    if (child.exitCode === null && child.signalCode === null) child.send(message);
  }

  const ended = child.exited.then(() => {
    serving(false);
    return child.exitCode;
  });
  return {
    pid: child.pid,
    isServing,
    ended,
    stop: () => child.kill("SIGTERM"),
    async figures() {
      const request = ++latest;
      const { promise, resolve } = Promise.withResolvers<object[] | null>();
      asked.set(request, resolve);
      send({ kind: "tell figures", request });
      const timer = setTimeout(() => resolve(null), figuresPatience);
      void ended.then(() => resolve(null));
      const figures = await promise;
      clearTimeout(timer);
      asked.delete(request);
      return figures;
    },
  };
}

/** Each process's share of the connections to PostgreSQL. */
function share(count: number): string {
  return String(Math.max(fewestConnections, Math.min(usualConnections, Math.floor(connectionsOfAll / count))));
}

/** How this program was started; an executable that contains it needs no path. */
function ownCommand(): string[] {
  return isContained ? [process.execPath] : [process.execPath, Bun.main];
}
