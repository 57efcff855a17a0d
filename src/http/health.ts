import type { Database } from "../database/database.ts";
import type { FileStore } from "../files/store.ts";
import type { Log } from "../log.ts";

/**
 * Answers `/healthz` (the process works) and `/readyz` (it can do its job: database and file store answer, and it is
 * not stopping); null for every other path.
 */
export async function health(
  path: string,
  { db, files, log, stopping }: { db: Database; files: FileStore; log: Log; stopping: boolean },
): Promise<Response | null> {
  if (path === "/healthz") return answer(200, { status: "ok" });
  if (path !== "/readyz") return null;
  const [database, store] = await Promise.all([works(() => db.check(), log), works(() => files.check(), log)]);
  const ready = database && store && !stopping;
  return answer(ready ? 200 : 503, {
    status: stopping ? "stopping" : ready ? "ok" : "failing",
    database,
    files: store,
  });
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
