import { inBatches } from "../../platform/database/batches.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";

/** The key and token of a run as they are stored. */
interface EncryptedCredentials {
  id: number;
  encrypted: string;
}

/** Credentials that do not begin with `prefix`, in batches. */
export const runsWithout = (prefix: string, reader: Reader): AsyncGenerator<EncryptedCredentials[]> =>
  inBatches<EncryptedCredentials>(({ last, limit }) =>
    reader
      .selectFrom("move_runs")
      .select("id")
      .select(({ ref }) => ref("credentials").$notNull().as("encrypted"))
      .where("id", ">", last?.id ?? 0)
      .where("credentials", "is not", null)
      .where("credentials", "not like", `${prefix}%`)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

/** Puts `by` in the place of what was read, unless it has changed since. */
export async function replaceCredentials(tx: Tx, { id, encrypted }: EncryptedCredentials, by: string): Promise<void> {
  const stored = tx.updateTable("move_runs").set({ credentials: by }).where("id", "=", id);
  await stored.where("credentials", "=", encrypted).execute();
}
