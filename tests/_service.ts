import type { Subprocess } from "bun";
import { afterTests } from "./_cleanup.ts";
import { freePort } from "./_ports.ts";
import { waybillProgram } from "./_program.ts";

export interface Credentials {
  key: string;
  token: string;
}

/** A real server in a process of its own, on a free port of the loopback interface. */
export interface Service {
  /** `http://localhost:PORT` */
  url: string;
  port: number;
  folder: string;
  /** Of the account `demo`, which the first start made. */
  credentials: Credentials;
  process: Subprocess<"ignore", "pipe", "pipe">;
  /** What it has written to standard output and standard error so far. */
  output: { stdout: string; stderr: string };
  /** A request with the demo account's credentials; `path` begins with a slash. */
  api(path: string, init?: RequestInit & { as?: Credentials | null; host?: string }): Promise<Response>;
  /** A request of a customer: no credentials, redirects not followed. */
  get(path: string, init?: RequestInit & { host?: string }): Promise<Response>;
  /** Runs `waybill …` beside the server, on the same settings. */
  run(...words: string[]): Promise<{ status: number; stdout: string; stderr: string }>;
  /** Asks it to stop, and resolves with its exit status. */
  stop(): Promise<number>;
  /** The same installation again, after `stop` or a kill. */
  restart(environment?: Record<string, string>): Promise<Service>;
}

interface ServiceOptions {
  /** As `databasesUnderTest` makes them. */
  database: { setting: string; folder: string };
  environment?: Record<string, string>;
  port?: number;
  credentials?: Credentials;
  /** What to run in place of `waybill serve`. */
  program?: string[];
}

/** Starts a service and waits until it answers; it is stopped after the test file. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const port = options.port ?? (await freePort());
  const { folder, setting } = options.database;
  const environment = {
    PATH: process.env.PATH ?? "",
    WAYBILL_DATA: folder,
    WAYBILL_DATABASE: setting,
    WAYBILL_PORT: String(port),
    ...options.environment,
  };
  const server = Bun.spawn(options.program ?? [process.execPath, await waybillProgram(), "serve"], {
    cwd: folder,
    env: environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  afterTests(async () => {
    server.kill("SIGKILL");
    await server.exited;
  });
  const output = { stdout: "", stderr: "" };
  const collecting = [collect(server.stdout, output, "stdout"), collect(server.stderr, output, "stderr")];
  const url = `http://localhost:${port}`;
  await untilReady(url, server, output);
  const credentials = options.credentials ?? credentialsIn(output.stdout);

  return {
    url,
    port,
    folder,
    credentials,
    process: server,
    output,
    api(path, { as = credentials, host, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (as) headers.set("authorization", `Basic ${btoa(`${as.key}:${as.token}`)}`);
      if (host) headers.set("host", host);
      return fetch(url + path, { ...init, headers });
    },
    get(path, { host, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (host) headers.set("host", host);
      return fetch(url + path, { redirect: "manual", ...init, headers });
    },
    run: (...words) => runWaybill(words, environment, folder),
    async stop() {
      server.kill("SIGTERM");
      const status = await server.exited;
      await Promise.all(collecting);
      return status;
    },
    restart: (changed) =>
      startService({ ...options, port, credentials, environment: { ...options.environment, ...changed } }),
  };
}

/** Runs `waybill` with these words and settings until it ends. */
export async function runWaybill(words: string[], environment: Record<string, string>, folder: string) {
  const child = Bun.spawn([process.execPath, await waybillProgram(), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...environment },
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
export async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await Bun.sleep(20);
  }
}

async function untilReady(url: string, server: Subprocess, output: Service["output"]): Promise<void> {
  await until("the service answers", async () => {
    if (server.exitCode !== null) throw new Error(`The service ended: ${output.stderr}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    return answer?.status === 200 && output.stdout !== "";
  });
}

async function collect(stream: ReadableStream<Uint8Array>, output: Service["output"], name: "stdout" | "stderr") {
  const decoder = new TextDecoder();
  for await (const chunk of stream) output[name] += decoder.decode(chunk, { stream: true });
}

function credentialsIn(welcome: string): Credentials {
  const value = (name: string) => new RegExp(`${name} +(\\S+)`).exec(welcome)?.[1] ?? "";
  return { key: value("API key"), token: value("API token") };
}
