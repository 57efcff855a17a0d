import type { Database, Tx } from "../../platform/database/database.ts";

/**
 * The database for one change. Its first transaction that succeeds and changes something also runs `record`, after its own work,
 * so that either both happen or neither does. A transaction that resolves with `unchanged` has changed nothing.
 */
export function recordingChange(db: Database, record: (tx: Tx) => Promise<unknown>): Database {
  let isFirst = true;
  return {
    ...db,
    async write(unit, caller) {
      if (!isFirst) return db.write(unit, caller);
      isFirst = false;
      try {
        return await db.write(async (tx) => {
          const result = await unit(tx);
          isFirst = isUnchanged(result);
          if (!isFirst) await record(tx);
          return result;
        }, caller);
      } catch (error) {
        isFirst = true;
        throw error;
      }
    },
  };
}

/** Part of the result of a change that found nothing to do. It is not added to the activity log. */
export interface Unchanged {
  isUnchanged?: true;
}

/** The result of a change that has changed nothing. */
export const unchanged = <Result extends object>(result: Result): Result & Unchanged => ({
  ...result,
  isUnchanged: true,
});

export const isUnchanged = (result: unknown): boolean =>
  typeof result === "object" && result !== null && (result as Unchanged).isUnchanged === true;
