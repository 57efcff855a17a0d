import { writeSync } from "node:fs";
import { join } from "node:path";
import { afterTests, cleanUp, temporaryFolder } from "../support/cleanup.ts";
import { freePort } from "../support/ports.ts";
import { startPostgres } from "../support/postgres-server.ts";

const main = join(import.meta.dir, "../../src/main.ts");

/** Where an installation is, and what else it is started with. */
export interface Installation {
  folder: string;
  /** The value of `WAYBILL_DATABASE`. */
  database: string;
  environment?: Record<string, string>;
  /** Words before the command, such as those of strace. */
  under?: string[];
}

/** A server in a process of its own. */
export interface Server {
  origin: string;
  port: number;
  process: Bun.Subprocess;
  /** Basic authentication of the first account. */
  authorization: string;
  /** Who signs in as its owner. */
  owner: { email: string; password: string };
  /** All that it has written to standard error. */
  log(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

type Credentials = Pick<Server, "authorization" | "owner">;

const credentials = new Map<string, Credentials>();

/** Starts the server and waits until it is ready; the first start on a folder makes the installation. */
export async function startServer(installation: Installation, port?: number): Promise<Server> {
  const { folder, database, environment = {}, under = [] } = installation;
  const at = port ?? (await freePort());
  const child = Bun.spawn([...under, process.execPath, main, "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      WAYBILL_DATA: folder,
      WAYBILL_DATABASE: database,
      WAYBILL_PORT: String(at),
      WAYBILL_LOG: "warn",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  void child.exited.then(() => running.delete(child));
  const said = { out: "", log: "" };
  const collecting = [collect(child.stdout, said, "out"), collect(child.stderr, said, "log")];
  const origin = `http://localhost:${at}`;
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (Date.now() > deadline) throw new Error(`The server does not get ready: ${said.log}`);
    if (child.exitCode !== null) {
      await Promise.all(collecting);
      throw new Error(`The server ended with status ${child.exitCode}: ${said.log}`);
    }
    const ready = await fetch(`${origin}/readyz`).catch(() => null);
    if (ready?.status === 200 && said.out !== "") break;
    await Bun.sleep(20);
  }
  const value = (name: string) => new RegExp(`${name} +(\\S+)`).exec(said.out)?.[1] ?? "";
  if (said.out.includes("API token")) {
    credentials.set(database + folder, {
      authorization: `Basic ${btoa(`${value("API key")}:${value("API token")}`)}`,
      owner: { email: value("Owner's email"), password: value("Password") },
    });
  }
  const [first] = credentials.values();
  const known = credentials.get(database + folder) ?? first;
  if (!known) throw new Error(`The server printed no credentials: ${said.out}`);
  return {
    ...known,
    origin,
    port: at,
    process: child,
    log: () => said.log,
    async kill(signal = "SIGKILL") {
      child.kill(signal);
      await child.exited;
      await Promise.all(collecting);
    },
  };
}

const running = new Set<Bun.Subprocess>();

/** An empty installation on this database. PostgreSQL syncs each commit to disk. */
export async function newInstallation(name: string): Promise<Installation> {
  if (name === "sqlite") return { folder: temporaryFolder(), database: "sqlite:" };
  const { url, stop } = await startPostgres({ durable: true });
  afterTests(stop);
  return { folder: temporaryFolder(), database: url };
}

/** What ends a script from outside: a key, a time limit, a terminal that is closed. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a script: prints what it returns as one line of JSON, ends all that it started, and exits with status 1 if `problems`
 * is not empty, if it fails, or if it is ended from outside, which it says.
 */
export async function run(script: () => Promise<{ problems: string[] } & Record<string, unknown>>): Promise<never> {
  let status = 1;
  const ended = Promise.withResolvers<never>();
  for (const signal of endings) process.on(signal, () => ended.reject(new Error(`Ended by ${signal}: no result.`)));
  try {
    const result = await Promise.race([script(), ended.promise]);
    writeSync(1, `${JSON.stringify(result)}\n`);
    status = result.problems.length === 0 ? 0 : 1;
  } catch (error) {
    writeSync(2, `${error instanceof Error ? error.stack : error}\n`);
  } finally {
    for (const child of running) child.kill("SIGKILL");
    await Promise.all([...running].map(({ exited }) => exited));
    await cleanUp();
  }
  process.exit(status);
}

async function collect(stream: ReadableStream<Uint8Array>, into: { out: string; log: string }, name: "out" | "log") {
  const decoder = new TextDecoder();
  for await (const chunk of stream) into[name] += decoder.decode(chunk, { stream: true });
}
