import { accountsWithOlderRequests, removeOlderRequests } from "../../access/api-keys/requests.ts";
import type { Database } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import { removeInSteps } from "./in-steps.ts";

/** Calls removed in one transaction. */
const callsPerStep = 500;

/** Removes old entries from each account's log of API calls, in steps. */
export async function removeApiRequests(db: Pick<Database, "scan" | "write">, stopping: AbortSignal): Promise<void> {
  for (const accountId of await accountsWithOlderRequests(db.scan)) {
    await removeInSteps(db, (tx, _now, most) => removeOlderRequests(tx, accountId, most), {
      now: instantNow(),
      most: callsPerStep,
      stopping,
    });
    if (stopping.aborted) return;
  }
}
