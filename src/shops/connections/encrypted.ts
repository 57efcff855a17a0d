import { inBatches } from "../../platform/database/batches.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import type { TokenVault } from "../../store/accounts/token-vault.ts";

const secretColumns = ["secret", "old_secret", "access"] as const;

/** The secrets of a connection as they are stored. */
type EncryptedConnection = { id: number; name: string } & Record<(typeof secretColumns)[number], string | null>;

const stored = (reader: Reader) => reader.selectFrom("connections").select(["id", "name", ...secretColumns]);

/** Those with a secret that begins with none of these. */
const withOther = (reader: Reader, prefixes: string[]) =>
  stored(reader).where((row) =>
    row.or(
      secretColumns.map((column) =>
        row.and([row(column, "is not", null), ...prefixes.map((prefix) => row(column, "not like", `${prefix}%`))]),
      ),
    ),
  );

/** False when a connection's secret was encrypted with a secret that the vault does not have. */
export async function opensConnections(reader: Reader, { prefixes: [current, old] }: TokenVault): Promise<boolean> {
  const strange = withOther(reader, old === undefined ? [current] : [current, old]);
  return (await strange.limit(1).executeTakeFirst()) === undefined;
}

/** The connections with a secret that was not encrypted with the current one, in batches. */
export function outdatedConnections(
  reader: Reader,
  { prefixes: [current] }: TokenVault,
): AsyncGenerator<EncryptedConnection[]> {
  return inBatches<EncryptedConnection>(({ last, limit }) =>
    withOther(reader, [current])
      .where("id", ">", last?.id ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
}

/**
 * Encrypts the secrets of a connection with the current secret. Returns what writes them, unless they have been changed
 * since they were read. Throws if the vault cannot decrypt them.
 */
export function encryptConnectionAnew(vault: TokenVault, connection: EncryptedConnection): (tx: Tx) => Promise<void> {
  const anew = secretColumns.map((column) => {
    const before = connection[column];
    return { column, before, after: before === null ? null : vault.encrypt(vault.decrypt(before)) };
  });
  return async (tx) => {
    for (const { column, before, after } of anew) {
      if (before === null) continue;
      await tx
        .updateTable("connections")
        .set({ [column]: after })
        .where("id", "=", connection.id)
        .where(column, "=", before)
        .execute();
    }
  };
}

/** Removes the secrets that nothing opens, and returns the names of these connections. */
export async function forgetLostSecrets(db: Pick<Database, "read" | "write">, vault: TokenVault): Promise<string[]> {
  const names: string[] = [];
  for await (const rows of outdatedConnections(db.read, vault)) {
    const lost = rows.filter((row) => secretColumns.some((column) => !opens(vault, row[column])));
    await db.write(async (tx) => {
      for (const { id } of lost) {
        await tx
          .updateTable("connections")
          .set({ secret: null, old_secret: null, access: null })
          .where("id", "=", id)
          .execute();
      }
    });
    names.push(...lost.map(({ name }) => name));
  }
  return names;
}

function opens(vault: TokenVault, encrypted: string | null): boolean {
  try {
    return encrypted === null || vault.decrypt(encrypted) !== "";
  } catch {
    return false;
  }
}
