import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { ensureProgram } from "../../scripts/ensure-program.ts";
import { afterTests, temporaryFolder } from "./cleanup.ts";
import { freePort } from "./ports.ts";
import { until } from "./service.ts";

const program = ensureProgram("pgbouncer");

/**
 * Starts PgBouncer in transaction mode in front of the database at `address` (`postgres://…`), with so many connections to it;
 * stopped after the tests. Returns the database's address behind it.
 */
export async function startPgbouncer(address: string, { connections }: { connections: number }): Promise<string> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(address);
  const [port, folder] = [await freePort(), temporaryFolder()];
  const configuration = join(folder, "pgbouncer.ini");
  writeFileSync(
    configuration,
    `[databases]
    * = host=${hostname} port=${serverPort} user=${username} password=${password}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    pool_mode = transaction
    default_pool_size = ${connections}
    max_client_conn = 200`,
  );
  // It refuses to run as root.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const bouncer = Bun.spawn([program, ...user, configuration], { stdio: ["ignore", "ignore", "pipe"] });
  afterTests(async () => {
    bouncer.kill("SIGKILL");
    await bouncer.exited;
  });
  const behind = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  await until("PgBouncer answers", async () => {
    if (bouncer.exitCode !== null) throw new Error(await new Response(bouncer.stderr).text());
    const client = new pg.Client({ connectionString: behind });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("select 1");
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  });
  return behind;
}
