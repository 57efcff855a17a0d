import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../src/platform/database/database.ts";
import { openPostgres } from "../src/platform/database/postgres/postgres.ts";
import { openSqlite } from "../src/platform/database/sqlite/sqlite.ts";
import { startTestPostgres } from "../tests/support/postgres.ts";

/** Runs `measure` on a new database of each kind, one after the other. */
export async function onEachDatabase(measure: (name: string, db: Database) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "waybill-bench-"));
  try {
    const sqlite = await openSqlite(join(folder, "waybill.sqlite"));
    await measure("SQLite", sqlite);
    await sqlite.close();
    const server = await startTestPostgres();
    try {
      const postgres = await openPostgres(server.url);
      await measure("PostgreSQL", postgres);
      await postgres.close();
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What PostgreSQL does by itself, but not at once; SQLite is read without it. */
export async function analyze(db: Database): Promise<void> {
  await sql`vacuum analyze`.execute(db.read).catch(() => {});
}

/** Prints the shortest of so many runs of each, in milliseconds. */
export async function printBestTimes(
  title: string,
  measured: Record<string, () => Promise<unknown>>,
  rounds: number,
): Promise<void> {
  process.stdout.write(`\n${title}, best of ${rounds}:\n`);
  for (const [what, run] of Object.entries(measured)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      await run();
      times.push(performance.now() - began);
    }
    const best = Math.min(...times).toFixed(1);
    process.stdout.write(`${best.padStart(8)} ms  ${what}\n`);
  }
}
