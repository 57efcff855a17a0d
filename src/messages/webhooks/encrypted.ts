import { inBatches } from "../../platform/database/batches.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import type { TokenVault } from "../../store/accounts/token-vault.ts";
import { newSecret } from "./secrets.ts";

/** An endpoint's secrets, or a delivery's payload, as it is stored. */
export interface EncryptedWebhook {
  table: "webhook_endpoints" | "webhook_deliveries";
  id: number;
  encrypted: string;
}

/** Secrets of endpoints, and payloads that show license keys and links, that do not begin with `prefix`, in batches. */
export async function* webhooksWithout(prefix: string, reader: Reader): AsyncGenerator<EncryptedWebhook[]> {
  const deliveries = inBatches<{ id: number; encrypted: string }>(({ last, limit }) =>
    reader
      .selectFrom("webhook_deliveries")
      .select("id")
      .select(({ ref }) => ref("payload").$notNull().as("encrypted"))
      .where("id", ">", last?.id ?? 0)
      .where("payload", "not like", "{%")
      .where("payload", "not like", `${prefix}%`)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
  for await (const rows of deliveries) yield rows.map((row) => ({ ...row, table: "webhook_deliveries" }));
  const endpoints = inBatches<{ id: number; encrypted: string }>(({ last, limit }) =>
    reader
      .selectFrom("webhook_endpoints")
      .select(["id", "secrets as encrypted"])
      .where("id", ">", last?.id ?? 0)
      .where("secrets", "not like", `${prefix}%`)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
  for await (const rows of endpoints) yield rows.map((row) => ({ ...row, table: "webhook_endpoints" }));
}

/** Puts `by` in the place of what was read, unless it has changed since. */
export async function replaceEncrypted(tx: Tx, { table, id, encrypted }: EncryptedWebhook, by: string | null) {
  if (table === "webhook_deliveries") {
    await tx
      .updateTable("webhook_deliveries")
      .set({ payload: by })
      .where("id", "=", id)
      .where("payload", "=", encrypted)
      .execute();
  } else if (by !== null) {
    await tx
      .updateTable("webhook_endpoints")
      .set({ secrets: by })
      .where("id", "=", id)
      .where("secrets", "=", encrypted)
      .execute();
  }
}

/**
 * Gives endpoints whose secrets the vault does not open new ones, and forgets such payloads, in steps of a few. Returns the
 * addresses of these endpoints.
 */
export async function replaceLostWebhookSecrets(
  db: Pick<Database, "read" | "write">,
  vault: Pick<TokenVault, "prefixes" | "encrypt" | "decrypt">,
): Promise<string[]> {
  const ids: number[] = [];
  for await (const rows of webhooksWithout(vault.prefixes[0], db.read)) {
    const lost = rows.filter(({ encrypted }) => !opens(vault, encrypted));
    await db.write(async (tx) => {
      for (const row of lost) {
        const isEndpoint = row.table === "webhook_endpoints";
        await replaceEncrypted(tx, row, isEndpoint ? vault.encrypt(JSON.stringify([newSecret()])) : null);
        if (isEndpoint) ids.push(row.id);
      }
    });
  }
  if (ids.length === 0) return [];
  const endpoints = db.read.selectFrom("webhook_endpoints").select("url").where("id", "in", ids).orderBy("id");
  return (await endpoints.where("deleted_at", "is", null).execute()).map(({ url }) => url);
}

function opens(vault: Pick<TokenVault, "decrypt">, encrypted: string): boolean {
  try {
    vault.decrypt(encrypted);
    return true;
  } catch {
    return false;
  }
}
