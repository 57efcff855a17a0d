import type { Subprocess } from "bun";
import { afterTests } from "./cleanup.ts";
import type { CommandResult } from "./commands.ts";
import { demo } from "./demo-account.ts";
import { freePort } from "./ports.ts";
import { shortLived, waybillProgram } from "./program.ts";
import { type RunningService, serveHere } from "./serve-here.ts";
import type { Installation } from "./sqlite.ts";

export interface Credentials {
  key: string;
  token: string;
}

/** A store at its own host, asked through its own interfaces. */
export interface Store {
  handle: string;
  /** `http://localhost:PORT`, or `http://HANDLE.localhost:PORT` */
  url: string;
  port: number;
  credentials: Credentials;
  /** Who signs in as its owner. */
  owner: { email: string; password: string };
  /** A request with the store's credentials; `path` begins with a slash. */
  api(path: string, init?: RequestInit & { as?: Credentials | null; host?: string }): Promise<Response>;
  /** A request of a customer: no credentials, redirects not followed. */
  get(path: string, init?: RequestInit & { host?: string }): Promise<Response>;
}

/** A real server on a free port of the loopback interface, and its account `demo`. */
export interface Service extends Store, RunningService {
  /** The values of `WAYBILL_DATA` and `WAYBILL_DATABASE`. */
  folder: string;
  setting: string;
  /** Runs `waybill …` beside the server, on the same settings, in this process (tests/support/commands.ts). */
  run(...words: string[]): Promise<CommandResult>;
  /** The same in a process of its own. */
  runProcess(...words: string[]): Promise<CommandResult>;
  /** The same installation again, after `stop`. */
  restart(environment?: Record<string, string>): Promise<Service>;
}

/** One in a process of its own. */
export interface ServiceProcess extends Service {
  process: Subprocess<"ignore" | "pipe", "pipe", "pipe">;
  /** Also after a kill. */
  restart(environment?: Record<string, string>): Promise<ServiceProcess>;
}

interface ServiceOptions {
  database: Installation;
  /** For a service in this process, only settings of Waybill. */
  environment?: Record<string, string>;
  port?: number;
  credentials?: Credentials;
  owner?: { email: string; password: string };
}

interface ProcessOptions extends ServiceOptions {
  /** What to run in place of `waybill serve`. */
  program?: string[];
}

/**
 * Starts a service in this process and waits until it answers; it is stopped after the test file. Throws if the
 * environment has more than settings of Waybill, which would be without effect.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const others = Object.keys(options.environment ?? {}).filter((name) => !name.startsWith("WAYBILL_"));
  if (others.length > 0) throw new Error(`Only a process of its own reads ${others.join(", ")}: use startProcess.`);
  const port = options.port ?? (await freePort());
  const environment = environmentOf(options, port);
  const running = await serveHere(environment);
  afterTests(async () => void (await running.stop()));
  const service = serviceOf(options, port, environment, running);
  return {
    ...service,
    restart: (changed) => startService(again(options, service, changed)),
  };
}

/**
 * The same in a process of its own, for what depends on it: a kill, a signal, its exit status, its memory or open files,
 * what it is started with besides settings, or long work of the test that it must not wait for.
 */
export function startProcess(options: ProcessOptions): Promise<ServiceProcess> {
  return start(options, (server) =>
    afterTests(async () => {
      server.kill("SIGKILL");
      await server.exited;
    }),
  );
}

/**
 * Starts a service that ends with this process, however that ends, and then removes its data folder. It believes
 * `X-Forwarded-For`, so that each visit can come from an address of its own.
 */
export async function startSharedService(database: Installation): Promise<Service> {
  // The test runner runs no hooks when it exits, but its end of the pipe closes. Ctrl-C reaches the whole process group.
  const guard = `trap "" INT TERM HUP; "$@" & cat >/dev/null; exec >/dev/null 2>&1; kill -KILL $!; wait; rm -rf "$0"`;
  const serve = [process.execPath, await waybillProgram(), "serve"];
  const program = ["sh", "-c", guard, database.folder, ...serve];
  return start({ database, program, environment: { WAYBILL_TRUSTED_PROXIES: "127.0.0.1" } }, () => {}, "pipe");
}

async function start(
  options: ProcessOptions,
  started: (server: ServiceProcess["process"]) => void,
  stdin: "ignore" | "pipe" = "ignore",
): Promise<ServiceProcess> {
  const port = options.port ?? (await freePort());
  const environment = { PATH: process.env.PATH ?? "", ...shortLived, ...environmentOf(options, port) };
  const server = Bun.spawn(options.program ?? [process.execPath, await waybillProgram(), "serve"], {
    cwd: options.database.folder,
    env: environment,
    stdin,
    stdout: "pipe",
    stderr: "pipe",
  });
  started(server);
  const output = { stdout: "", stderr: "" };
  const collecting = [collect(server.stdout, output, "stdout"), collect(server.stderr, output, "stderr")];
  await untilReady(port, server, output);
  const stop = async () => {
    server.kill("SIGTERM");
    const status = await server.exited;
    await Promise.all(collecting);
    return status;
  };
  const service = serviceOf(options, port, environment, { output, stop });
  return {
    ...service,
    process: server,
    restart: (changed) => startProcess(again(options, service, changed)),
  };
}

const environmentOf = ({ database, environment }: ServiceOptions, port: number): Record<string, string> => ({
  WAYBILL_DATA: database.folder,
  WAYBILL_DATABASE: database.setting,
  WAYBILL_PORT: String(port),
  ...environment,
});

function serviceOf(
  options: ServiceOptions,
  port: number,
  environment: Record<string, string>,
  running: RunningService,
): Omit<Service, "restart"> {
  const printed = valuesIn(running.output.stdout);
  const credentials = options.credentials ?? printed?.credentials ?? { ...demo.credentials };
  const owner = options.owner ?? printed?.owner ?? demo.owner;
  const { folder, setting } = options.database;
  return {
    ...storeAt(port, { handle: "demo", host: "localhost", credentials, owner }),
    ...running,
    folder,
    setting,
    // Loaded by those who need it: it loads most of the sources.
    run: async (...words) => (await import("./commands.ts")).runCommand(words, environment),
    runProcess: (...words) => runWaybill(words, environment, folder),
  };
}

/** The options of the same service with some settings changed. */
function again<Options extends ServiceOptions>(
  options: Options,
  { port, credentials, owner }: Omit<Service, "restart">,
  changed: Record<string, string> = {},
): Options {
  return { ...options, port, credentials, owner, environment: { ...options.environment, ...changed } };
}

/** A store of the service on this port; `host` is without it. */
export function storeAt(
  port: number,
  { handle, host, credentials, owner }: Pick<Store, "handle" | "credentials" | "owner"> & { host: string },
): Store {
  const ownHost = `${host}:${port}`;
  const send = (path: string, host: string, { headers, ...init }: RequestInit) => {
    const all = new Headers(headers);
    if (!all.has("host")) all.set("host", host);
    // Not every system finds names below `localhost`.
    return fetch(`http://localhost:${port}${path}`, { ...init, headers: all });
  };
  return {
    handle,
    url: `http://${ownHost}`,
    port,
    credentials,
    owner,
    api(path, { as = credentials, host = ownHost, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (as) headers.set("authorization", `Basic ${btoa(`${as.key}:${as.token}`)}`);
      return send(path, host, { ...init, headers });
    },
    get: (path, { host = ownHost, ...init } = {}) => send(path, host, { redirect: "manual", ...init }),
  };
}

/** Runs `waybill` with these words and settings in a process of its own until it ends. */
export async function runWaybill(
  words: string[],
  environment: Record<string, string>,
  folder: string,
): Promise<CommandResult> {
  const child = Bun.spawn([process.execPath, await waybillProgram(), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...shortLived, ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { status, stdout, stderr };
}

/** Waits until `check` is true; fails with `what` after a minute. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  milliseconds = 60_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds;
  // Most checks are requests: what takes long is asked less often, so that asking does not keep it from ending.
  for (let pause = 10; !(await check()); pause = Math.min(pause * 1.3, 100)) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await Bun.sleep(pause);
  }
}

async function untilReady(port: number, server: Subprocess, output: Service["output"]): Promise<void> {
  await until("the service answers", async () => {
    if (server.exitCode !== null) throw new Error(`The service ended: ${output.stderr}`);
    // It says where it serves once it does.
    if (output.stdout === "") return false;
    return (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.status === 200;
  });
}

async function collect(stream: ReadableStream<Uint8Array>, output: Service["output"], name: "stdout" | "stderr") {
  const decoder = new TextDecoder();
  for await (const chunk of stream) output[name] += decoder.decode(chunk, { stream: true });
}

/** What a first start tells; null of a later one. */
function valuesIn(welcome: string): Pick<Service, "credentials" | "owner"> | null {
  if (!welcome.includes("API token")) return null;
  const value = (name: string) => new RegExp(`${name} +(\\S+)`).exec(welcome)?.[1] ?? "";
  return {
    credentials: { key: value("API key"), token: value("API token") },
    owner: { email: value("Owner's email"), password: value("Password") },
  };
}
