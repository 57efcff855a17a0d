import type { Database } from "../database/database.ts";
import { instantNow } from "../instants.ts";
import { refreshChanged } from "./refresh.ts";

/** Milliseconds that a list may wait for the index. */
const patience = 50;

/**
 * Brings the index up to date before it is read, so that a list shows what its reader has just done. While very many
 * orders change at once it gives up, and the worker goes on.
 */
export async function settleIndex(db: Database): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end && (await refreshChanged(db, instantNow())));
}
