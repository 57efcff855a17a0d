import { startPostgres } from "./postgres-server.ts";

let started: ReturnType<typeof startTestPostgres> | null = null;

/**
 * Returns the address (`postgres://…`, as superuser) of a running PostgreSQL with nothing of value in it: the one
 * that TEST_POSTGRES_URL names, else one that is started at the first call and stops when this process ends.
 */
export async function postgresAddress(): Promise<string> {
  if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
  started ??= startTestPostgres();
  return (await started).url;
}

/**
 * Starts a server that does not outlive this process, however it ends: a guard process of its own session keeps it,
 * and stops it once its standard input closes. Throws with the server's log when it does not start.
 */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const guard = Bun.spawn([process.execPath, import.meta.path], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
  guard.unref();
  const { value } = await guard.stdout.getReader().read();
  if (!value) throw new Error(`PostgreSQL did not start: ${await new Response(guard.stderr).text()}`);
  return {
    url: new TextDecoder().decode(value).trim(),
    async stop() {
      guard.stdin.end();
      await guard.exited;
    },
  };
}

if (import.meta.main) {
  const ended = Promise.race([
    new Response(Bun.stdin.stream()).arrayBuffer(),
    ...["SIGTERM", "SIGINT", "SIGHUP"].map((signal) => new Promise((resolve) => process.once(signal, resolve))),
  ]);
  const server = await startPostgres();
  process.stdout.write(`${server.url}\n`);
  await ended;
  await server.stop();
  process.exit();
}
