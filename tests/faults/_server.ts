import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../_ports.ts";
import { startPostgres } from "../_postgres-server.ts";

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
  /** All that it has written to standard error. */
  log(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const credentials = new Map<string, string>();

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
    credentials.set(database + folder, `Basic ${btoa(`${value("API key")}:${value("API token")}`)}`);
  }
  return {
    origin,
    port: at,
    process: child,
    authorization: credentials.get(database + folder) ?? [...credentials.values()][0] ?? "",
    log: () => said.log,
    async kill(signal = "SIGKILL") {
      child.kill(signal);
      await child.exited;
      await Promise.all(collecting);
    },
  };
}

const running = new Set<Bun.Subprocess>();
const undo: (() => Promise<void> | void)[] = [];

/** A new folder that is removed at the end. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "waybill-fault-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty installation on this database. PostgreSQL syncs each commit to disk. */
export async function newInstallation(name: string): Promise<Installation> {
  if (name === "sqlite") return { folder: newFolder(), database: "sqlite:" };
  const { url, stop } = await startPostgres({ durable: true });
  undo.push(stop);
  return { folder: newFolder(), database: url };
}

/** Runs `action` at the end of the script, the last one first. */
export function atEnd(action: () => Promise<void> | void): void {
  undo.push(action);
}

/**
 * Runs a script: prints what it returns as one line of JSON, ends all that it started, and exits with status 1 if `problems`
 * is not empty.
 */
export async function run(script: () => Promise<{ problems: string[] } & Record<string, unknown>>): Promise<never> {
  let status = 1;
  try {
    const result = await script();
    process.stdout.write(`${JSON.stringify(result)}\n`);
    status = result.problems.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  } finally {
    for (const child of running) child.kill("SIGKILL");
    await Promise.all([...running].map(({ exited }) => exited));
    for (const action of undo.reverse()) await action();
  }
  process.exit(status);
}

async function collect(stream: ReadableStream<Uint8Array>, into: { out: string; log: string }, name: "out" | "log") {
  const decoder = new TextDecoder();
  for await (const chunk of stream) into[name] += decoder.decode(chunk, { stream: true });
}
