import { inBatches } from "../../platform/database/batches.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";

/** The logo of an account, with what is recorded of its bytes. */
interface StoredLogo {
  accountId: number;
  /** Lowercase hexadecimal. */
  sha256: string;
  storageKey: string;
}

/** The logos of all accounts, in batches, by the account's row number. */
export function allStoredLogos(reader: Reader): AsyncGenerator<StoredLogo[]> {
  return inBatches<StoredLogo>(({ last, limit }) =>
    reader
      .selectFrom("accounts")
      .select("id as accountId")
      .select(({ ref }) => [
        ref("logo_sha256").$notNull().as("sha256"),
        ref("logo_storage_key").$notNull().as("storageKey"),
      ])
      .where("logo_storage_key", "is not", null)
      .where("id", ">", last?.accountId ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
}

/** Records the new key of a logo whose bytes were stored again. */
export async function changeLogoKey(tx: Tx, accountId: number, storageKey: string): Promise<void> {
  await tx.updateTable("accounts").set({ logo_storage_key: storageKey }).where("id", "=", accountId).execute();
}
