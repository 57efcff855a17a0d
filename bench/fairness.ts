import { Database as SqliteConnection } from "bun:sqlite";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../src/database/database.ts";
import { openPostgres } from "../src/database/postgres.ts";
import { openSqlite } from "../src/database/sqlite.ts";
import { startTestPostgres } from "../tests/_postgres.ts";

// What `/healthz` takes beside each heavy request: `npx bun bench/fairness.ts`, with `sqlite` or `postgres` for one of them.

/** Orders, and downloads, of the store; those that wait for a key. */
const [orders, waiting] = [100_000, 10_000];

const root = join(import.meta.dir, "..");
const only = process.argv[2];
if (only !== "postgres") await withFolder((folder) => measure("SQLite", folder, "sqlite:"));
if (only !== "sqlite") {
  const server = process.env.TEST_POSTGRES_URL ? null : await startTestPostgres();
  const address = process.env.TEST_POSTGRES_URL ?? server?.url ?? "";
  const name = `fairness_${Date.now()}`;
  const admin = new Bun.SQL(address);
  try {
    await admin.unsafe(`create database ${name}`);
    const setting = Object.assign(new URL(address), { pathname: `/${name}` }).href;
    await withFolder((folder) => measure("PostgreSQL", folder, setting));
  } finally {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
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
  const server = Bun.spawn([process.execPath, join(root, "src/main.ts"), "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      WAYBILL_DATA: folder,
      WAYBILL_DATABASE: setting,
      WAYBILL_PORT: String(port),
      WAYBILL_LOG: "warn",
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
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { authorization, ...(body ? { "content-type": "application/json" } : {}) };
      const answer = await fetch(`${store.origin}/api${path}`, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      });
      for await (const _ of answer.body ?? []);
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    };
    const keys = { license_keys: Array.from({ length: waiting }, (_, n) => `NEW-${n}`) };
    const lines = Array.from({ length: 1000 }, (_, n) => ({ sku: `SKU-${n}` }));
    const heavy: Record<string, () => Promise<void>> = {
      "nothing else": () => Bun.sleep(2_000),
      "GET /api/orders": () => ask("GET", "/orders"),
      "HEAD /api/orders": () => ask("HEAD", "/orders"),
      "GET /api/orders?filter=expired": () => ask("GET", "/orders?filter=expired"),
      "GET /api/downloads": () => ask("GET", "/downloads"),
      "v3 orders, the last page of 500": () => ask("GET", `/v3/orders?page_size=500&page=${orders / 500}`),
      "v3 orders?q=a": () => ask("GET", "/v3/orders?q=a"),
      "an order of 1,000 lines": () => ask("POST", "/v3/orders", { email: "a@example.com", order_items: lines }),
      "a number past 20,000 taken ones": () =>
        ask("POST", "/v3/orders", { email: "a@example.com", order_items: [{ sku: "SKU-1" }] }),
      "10,000 keys for waiting orders": () => ask("POST", "/v3/products/1/license_keys", keys),
      "DELETE of 100,000 keys": () => ask("DELETE", "/v3/products/2/license_keys?all=true"),
    };
    process.stdout.write(`\n${name}: /healthz every 5 ms beside each, in milliseconds\n`);
    for (const [what, run] of Object.entries(heavy)) await beside(store.origin, what, run);
  } finally {
    server.kill();
    await server.exited;
  }
}

async function beside(origin: string, what: string, run: () => Promise<void>): Promise<void> {
  const poller = Bun.spawn([process.execPath, join(import.meta.dir, "_health-poller.ts"), origin], {
    stdin: "pipe",
    stdout: "pipe",
  });
  await Bun.sleep(300);
  const began = performance.now();
  await run();
  const took = performance.now() - began;
  poller.stdin.end();
  const { worst, p99 } = JSON.parse(await new Response(poller.stdout).text());
  const cells = [worst, p99, took].map((time: number) => time.toFixed(1).padStart(10));
  process.stdout.write(`worst ${cells[0]}  p99 ${cells[1]}  took ${cells[2]}  ${what}\n`);
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
    await sql`${numbers(orders)} insert into downloads (account_id, product_id, order_id, order_item_id, file_id, filename,
      size_bytes, ip_address, user_agent, downloaded_at)
      select 1, 3, i, i, 1, 'file.bin', 1, '192.0.2.1', '', i from n`.execute(tx);
    await sql`${numbers(100_000)} insert into license_keys (account_id, product_id, key, created_at)
      select 1, 2, 'OLD-' || i, 0 from n`.execute(tx);
  });
  await sql`analyze`.execute(db.read).catch(() => {});
}
