import { type Config, ConfigError } from "../config/config.ts";
import { inspectDatabase } from "../context.ts";
import { connectionsOfEach } from "../platform/database/postgres/connection-count.ts";
import { createLog, type Log } from "../platform/log.ts";
import { pause } from "../platform/repeat.ts";
import { isContained } from "../platform/single-executable.ts";
import type { FromServerProcess, ToServerProcess } from "./server-process.ts";

/** Pause before a crashed process is restarted. Doubles, up to 30 s. In milliseconds. */
const [firstPause, longestPause] = [1_000, 30_000];

/** Milliseconds to wait for the metrics of all processes. */
const metricsPatience = 2_000;

/**
 * Serves with `count` processes that share the port, until SIGTERM or SIGINT, and restarts those that crash. The first
 * one creates the installation before the others start. Throws `ConfigError` if this is not possible.
 */
export async function serveInProcesses(config: Config, count: number): Promise<void> {
  rejectImpossible(config);
  const connections = config.databaseConnections ?? connectionsOfEach(count);
  await rejectTooManyConnections(config, count, connections);
  const log = createLog(config.log);
  const stopping = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stopping.abort());
  const running = new Set<StartedProcess>();
  const start = (stdout: "inherit" | "ignore") => {
    const started = startProcess({ connections, stdout, siblings: () => [...running] });
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  };

  const first = start("inherit");
  stopping.signal.addEventListener("abort", () => {
    for (const one of running) one.stop();
  });
  if (!(await first.isServing)) {
    // The first process has printed the reason.
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
    // Fails if the port is taken. The processes would otherwise share it with another server.
    void Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response() }).stop(true);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`WAYBILL_PORT: ${port} on ${host} cannot be used: ${reason}`);
  }
}

/** With too many connections, requests would fail at peak times, when every process opens all of its own. */
async function rejectTooManyConnections(config: Config, count: number, ofEach: number): Promise<void> {
  // A pooler has its own limits. If PostgreSQL cannot be reached, the first process says so.
  const inspection = config.databasePooler === null ? await inspectDatabase(config).catch(() => null) : null;
  if (inspection?.kind !== "postgres") return;
  try {
    const { most } = (await inspection.server()).connections;
    if (count * ofEach <= most) return;
    const what = `${count} processes open up to ${count * ofEach} connections together, and PostgreSQL allows ${most}`;
    const next = "Start fewer processes, lower WAYBILL_DATABASE_CONNECTIONS, or raise max_connections";
    throw new ConfigError(`WAYBILL_DATABASE_CONNECTIONS: ${what}. ${next}.`);
  } finally {
    await inspection.close();
  }
}

/** Resolves when the process, or its last replacement, has ended after the service was asked to stop. */
async function keepServing(
  first: StartedProcess,
  start: () => StartedProcess,
  { log, stopping }: { log: Log; stopping: AbortSignal },
): Promise<void> {
  let [current, wait] = [first, firstPause];
  for (;;) {
    const startedAt = performance.now();
    const status = await current.ended;
    if (stopping.aborted) return;
    if (performance.now() - startedAt > longestPause) wait = firstPause;
    log.error({ process: current.pid, status, milliseconds: wait }, "a process ended by itself; starting another");
    await pause(wait, stopping);
    if (stopping.aborted) return;
    wait = Math.min(2 * wait, longestPause);
    current = start();
  }
}

interface StartedProcess {
  pid: number;
  /** Resolves with true once it serves, or with false if it ended before. */
  isServing: Promise<boolean>;
  /** Resolves with its exit status; null if a signal ended it. */
  ended: Promise<number | null>;
  stop(): void;
  /** Its metrics; null if it does not answer in time. */
  metrics(): Promise<object[] | null>;
}

interface StartOptions {
  /** Most connections to PostgreSQL. */
  connections: number;
  stdout: "inherit" | "ignore";
  siblings(): StartedProcess[];
}

function startProcess({ connections, stdout, siblings }: StartOptions): StartedProcess {
  const { promise: isServing, resolve: serving } = Promise.withResolvers<boolean>();
  const asked = new Map<number, (metrics: object[] | null) => void>();
  let latest = 0;
  const child = Bun.spawn([...ownCommand(), "serve", "--server-process"], {
    env: { ...process.env, WAYBILL_DATABASE_CONNECTIONS: String(connections) },
    stdio: ["ignore", stdout, "inherit"],
    serialization: "advanced",
    ipc(message: FromServerProcess) {
      if (message.kind === "serving") serving(true);
      else if (message.kind === "metrics") asked.get(message.request)?.(message.metrics);
      else void tellAll(message.request);
    },
  });

  async function tellAll(request: number): Promise<void> {
    const all = await Promise.all(siblings().map((one) => one.metrics()));
    send({ kind: "all metrics", request, metrics: all.filter((one) => one !== null) });
  }

  /** False if the process has gone. */
  function send(message: ToServerProcess): boolean {
    try {
      child.send(message);
      return true;
    } catch {
      // The channel closes before the exit status is known.
      return false;
    }
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
    async metrics() {
      const request = ++latest;
      const { promise, resolve } = Promise.withResolvers<object[] | null>();
      asked.set(request, resolve);
      if (!send({ kind: "tell metrics", request })) resolve(null);
      const timer = setTimeout(() => resolve(null), metricsPatience);
      void ended.then(() => resolve(null));
      const metrics = await promise;
      clearTimeout(timer);
      asked.delete(request);
      return metrics;
    },
  };
}

/** How this program was started; an executable that contains it needs no path. */
function ownCommand(): string[] {
  return isContained ? [process.execPath] : [process.execPath, Bun.main];
}
