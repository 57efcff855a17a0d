import type { Database } from "../../platform/database/database.ts";
import { type NewActivity, recordActivity } from "./activities.ts";

/** A database for one change, and the row number of the activity that it has written; null before. */
interface RecordingChange {
  db: Database;
  entry(): number | null;
}

/**
 * The database for one change. Its first transaction that succeeds also writes the activity, so that neither is there without
 * the other. `describe` is asked after the transaction's own work.
 */
export function recordingChange(db: Database, accountId: number, describe: () => NewActivity): RecordingChange {
  let isFirst = true;
  let entry: number | null = null;
  return {
    entry: () => entry,
    db: {
      ...db,
      async write(unit, caller) {
        if (!isFirst) return db.write(unit, caller);
        isFirst = false;
        try {
          const { result, id } = await db.write(async (tx) => {
            const result = await unit(tx);
            return { result, id: await recordActivity(tx, accountId, describe()) };
          }, caller);
          entry = id;
          return result;
        } catch (error) {
          isFirst = true;
          throw error;
        }
      },
    },
  };
}
