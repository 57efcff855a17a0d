import { Database as SqliteConnection } from "bun:sqlite";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "../src/platform/database/database.ts";
import { openPostgres } from "../src/platform/database/postgres/postgres.ts";
import { openSqlite } from "../src/platform/database/sqlite/sqlite.ts";
import { startTestPostgres } from "../tests/support/postgres.ts";
import { heavyRequests } from "./_heavy-requests.ts";

// What `/healthz` takes beside each heavy request, and the longest piece of work in it: `npx bun bench/fairness.ts`, with
// `sqlite` or `postgresql` for one of them, then the number of downloads, and then what is in the names of the requests.

/** Orders of the store, those that wait for a key, downloads, and keys that nobody has. */
const [orders, waiting, downloads, keys] = [100_000, 10_000, Number(process.argv[3] ?? 100_000), 600_000];

const root = join(import.meta.dir, "..");
const only = process.argv[2];
if (only !== "postgresql") await withFolder((folder) => measure("SQLite", folder, "sqlite:"));
if (only !== "sqlite") {
  const server = process.env.TEST_POSTGRES_URL ? null : await startTestPostgres();
  const address = process.env.TEST_POSTGRES_URL ?? server?.url ?? "";
  const name = `fairness_${Date.now()}`;
  const admin = new pg.Client(address);
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const setting = Object.assign(new URL(address), { pathname: `/${name}` }).href;
    await withFolder((folder) => measure("PostgreSQL", folder, setting));
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await server?.stop();
  }
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "waybill-bench-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(name: string, folder: string, setting: string): Promise<void> {
  const port = 3998;
  const probe = join(import.meta.dir, "_longest-piece.ts");
  const pieces = join(folder, "pieces");
  const server = Bun.spawn([process.execPath, "--preload", probe, join(root, "src/main.ts"), "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      WAYBILL_DATA: folder,
      WAYBILL_DATABASE: setting,
      WAYBILL_PORT: String(port),
      WAYBILL_LOG: "warn",
      BENCH_PIECES: pieces,
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  try {
    const { value } = await server.stdout.getReader().read();
    const store = new URL(/STORE=(\S+)/.exec(new TextDecoder().decode(value))?.[1] ?? "");
    const authorization = `Basic ${btoa(`${store.username}:${store.password}`)}`;
    const db = setting === "sqlite:" ? await openSqlite(join(folder, "waybill.sqlite")) : await openPostgres(setting);
    await fill(db);
    await db.close();
    // Else the first commit of the server would carry all of it over into the database file.
    if (setting === "sqlite:")
      new SqliteConnection(join(folder, "waybill.sqlite")).run("pragma wal_checkpoint(truncate)");
    const heavy = heavyRequests(store.origin, authorization, { orders, waiting });
    process.stdout.write(`\n${name}: /healthz every 5 ms beside each, in milliseconds\n`);
    for (const [what, run] of Object.entries(heavy)) {
      if (!what.includes(process.argv[4] ?? "")) continue;
      await beside(store.origin, what, run, async () => {
        const told = await linesOf(pieces);
        server.kill("SIGUSR2");
        for (;;) {
          const lines = await linesOf(pieces);
          if (lines.length > told.length) return Number(lines.at(-1));
          await Bun.sleep(10);
        }
      });
    }
  } finally {
    server.kill();
    await server.exited;
  }
}

async function linesOf(path: string): Promise<string[]> {
  const file = Bun.file(path);
  return (await file.exists()) ? (await file.text()).trim().split("\n") : [];
}

/** `longestPiece` resolves with that since it was last called. */
async function beside(
  origin: string,
  what: string,
  run: () => Promise<void>,
  longestPiece: () => Promise<number>,
): Promise<void> {
  const poller = Bun.spawn([process.execPath, join(import.meta.dir, "_health-poller.ts"), origin], {
    stdin: "pipe",
    stdout: "pipe",
  });
  await Bun.sleep(300);
  await longestPiece();
  const began = performance.now();
  await run();
  const took = performance.now() - began;
  const piece = await longestPiece();
  poller.stdin.end();
  const { worst, p99 } = JSON.parse(await new Response(poller.stdout).text());
  const cells = [worst, p99, took, piece].map((time: number) => time.toFixed(1).padStart(10));
  process.stdout.write(`worst ${cells[0]}  p99 ${cells[1]}  took ${cells[2]}  piece ${cells[3]}  ${what}\n`);
}

/** One item in each order; the first product's are the oldest and wait for keys, the second product has keys to remove. */
async function fill(db: Database): Promise<void> {
  const numbers = (count: number) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;
  await db.write(async (tx) => {
    await sql`${numbers(1001)} insert into products (account_id, sku, name, guid, created_at)
      select 1, 'SKU-' || (i - 1), 'Product ' || i, 'guid-' || i, 0 from n`.execute(tx);
    await sql`${numbers(orders)} insert into orders (account_id, public_id, guid, title, first_name, last_name, email,
      email_search, name_search, surname_search, source, created_at)
      select 1, cast(10000000 + i as text), 'guid-' || i, '', 'Ann', 'Lee', 'ann@example.com', 'ann@example.com',
        'ann lee', 'lee ann', 'api', i from n`.execute(tx);
    await sql`${numbers(orders)} insert into order_items (order_id, product_id, guid, quantity, created_at)
      select i, case when i <= ${sql.lit(waiting)} then 1 else 3 end, 'item-' || i, 1, 0 from n`.execute(tx);
    await sql`${numbers(downloads)} insert into downloads (account_id, product_id, order_id, order_item_id, file_id, filename,
      size_bytes, ip_address, user_agent, downloaded_at)
      select 1, 3, (i - 1) % ${sql.lit(orders)} + 1, (i - 1) % ${sql.lit(orders)} + 1, 1, 'file.bin', 1, '192.0.2.1', '', i from n`.execute(
      tx,
    );
    await sql`${numbers(keys)} insert into license_keys (account_id, product_id, key, created_at)
      select 1, 2, 'OLD-' || i, 0 from n`.execute(tx);
  });
  await sql`analyze`.execute(db.read).catch(() => {});
}
