import type { Database } from "../../database/database.ts";
import { forgetTries, giveBackTries, type Try } from "../../limits/rate-limits.ts";

/** Forgets the wrong guesses of a source that has guessed right. The first try is of the source alone. */
export async function rightGuess(db: Database, [own, ...all]: Try[]): Promise<void> {
  if (!own) return;
  await db.write(async (tx) => {
    const forgotten = await forgetTries(tx, own);
    if (forgotten > 0) await giveBackTries(tx, all, forgotten);
  });
}
