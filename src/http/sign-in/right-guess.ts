import type { Database } from "../../platform/database/database.ts";
import { forgetTries, giveBackTries, type Try } from "../../platform/limits/rate-limits.ts";

/** Forgets a source's wrong guesses after a correct one. The first entry is for the source alone. */
export async function rightGuess(db: Database, [own, ...all]: Try[]): Promise<void> {
  if (!own) return;
  await db.write(async (tx) => {
    const forgotten = await forgetTries(tx, own);
    if (forgotten > 0) await giveBackTries(tx, all, forgotten);
  });
}
