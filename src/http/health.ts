import type { Database } from "../platform/database/database.ts";
import type { PartialFiles } from "../platform/files/partial-files.ts";
import type { FileStore } from "../platform/files/store.ts";
import type { Log } from "../platform/log.ts";

/**
 * Milliseconds for which a result is reused. Anyone can send these requests, and each check writes and syncs a file.
 */
const keptFor = 1_000;

interface Findings {
  database: boolean;
  files: boolean;
}

/**
 * Answers `/healthz` (the process is running) and `/readyz` (the database, the file store and the folder of uploads work,
 * and the service is not stopping); null for every other path. Only one check runs at a time, and its result is reused for a second.
 */
export function createHealth({
  db,
  files,
  partials,
  log,
}: {
  db: Database;
  files: FileStore;
  partials: PartialFiles;
  log: Log;
}): (path: string, stopping: boolean) => Promise<Response | null> {
  let latest: { findings: Promise<Findings>; endedAt: number } | null = null;

  function check(): Promise<Findings> {
    if (latest && performance.now() - latest.endedAt < keptFor) return latest.findings;
    const findings = Promise.all([
      works(() => db.check(), log),
      works(() => files.check(), log),
      works(() => partials.check(), log),
    ]).then(([database, store, uploads]) => {
      current.endedAt = performance.now();
      return { database, files: store && uploads };
    });
    // All requests wait until this check ends.
    const current = { findings, endedAt: Number.POSITIVE_INFINITY };
    latest = current;
    return findings;
  }

  return async (path, stopping) => {
    if (path === "/healthz") return answer(200, { status: "ok" });
    if (path !== "/readyz") return null;
    const { database, files } = await check();
    const ready = database && files && !stopping;
    return answer(ready ? 200 : 503, { status: stopping ? "stopping" : ready ? "ok" : "failing", database, files });
  };
}

async function works(check: () => Promise<unknown>, log: Log): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    log.error({ err: error }, "not ready");
    return false;
  }
}

const answer = (status: number, body: object) =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });
