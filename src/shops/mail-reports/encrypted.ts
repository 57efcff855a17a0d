import { inBatches } from "../../platform/database/batches.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import type { TokenVault } from "../../store/accounts/token-vault.ts";

/** The secret of a mail service as it is stored. */
export interface EncryptedHook {
  id: number;
  encrypted: string;
}

/** Secrets that do not begin with `prefix`, in batches. */
export const hooksWithout = (prefix: string, reader: Reader): AsyncGenerator<EncryptedHook[]> =>
  inBatches<EncryptedHook>(({ last, limit }) =>
    reader
      .selectFrom("mail_hooks")
      .select("id")
      .select(({ ref }) => ref("secret").$notNull().as("encrypted"))
      .where("id", ">", last?.id ?? 0)
      .where("secret", "is not", null)
      .where("secret", "not like", `${prefix}%`)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

/** Puts `by` in the place of what was read, unless it has changed since. */
export async function replaceHookSecret(tx: Tx, { id, encrypted }: EncryptedHook, by: string | null): Promise<void> {
  await tx.updateTable("mail_hooks").set({ secret: by }).where("id", "=", id).where("secret", "=", encrypted).execute();
}

/** Removes the secrets that nothing opens. Returns how many there were. */
export async function forgetLostHookSecrets(
  db: Pick<Database, "read" | "write">,
  vault: Pick<TokenVault, "prefixes" | "decrypt">,
): Promise<number> {
  let count = 0;
  for await (const rows of hooksWithout(vault.prefixes[0], db.read)) {
    const lost = rows.filter(({ encrypted }) => !opens(vault, encrypted));
    await db.write(async (tx) => {
      for (const row of lost) await replaceHookSecret(tx, row, null);
    });
    count += lost.length;
  }
  return count;
}

function opens(vault: Pick<TokenVault, "decrypt">, encrypted: string): boolean {
  try {
    vault.decrypt(encrypted);
    return true;
  } catch {
    return false;
  }
}
