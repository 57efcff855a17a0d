import { inBatches } from "../../platform/database/batches.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { randomIdentifier } from "./credentials.ts";
import type { TokenVault } from "./token-vault.ts";

/** An account's API token as it is stored. */
interface EncryptedToken {
  id: number;
  encrypted: string;
}

/** False when some account's token was encrypted with a secret that the vault does not have. */
export async function opensTokens(reader: Reader, vault: TokenVault): Promise<boolean> {
  const [current, old = current] = vault.prefixes;
  const strange = await tokens(reader)
    .where("api_token_encrypted", "like", "%:%")
    .where("api_token_encrypted", "not like", `${current}%`)
    .where("api_token_encrypted", "not like", `${old}%`)
    .limit(1)
    .executeTakeFirst();
  if (strange) return false;
  // Without a prefix, they are all of one secret.
  const plain = await tokens(reader).where("api_token_encrypted", "not like", "%:%").limit(1).executeTakeFirst();
  if (!plain) return true;
  return opens(vault, plain.encrypted);
}

/** The tokens that were not encrypted with the current secret, in batches. */
export function outdatedTokens(reader: Reader, { prefixes: [current] }: TokenVault): AsyncGenerator<EncryptedToken[]> {
  return inBatches<EncryptedToken>(({ last, limit }) =>
    tokens(reader)
      .where("id", ">", last?.id ?? 0)
      .where("api_token_encrypted", "not like", `${current}%`)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
}

/**
 * Encrypts and hashes a token with the current secret. Returns what writes it, unless the token has been replaced since
 * it was read. Throws if the vault cannot decrypt it.
 */
export function encryptTokenAnew(vault: TokenVault, { id, encrypted }: EncryptedToken): (tx: Tx) => Promise<void> {
  const token = vault.decrypt(encrypted);
  const anew = { api_token_hash: vault.hash(token), api_token_encrypted: vault.encrypt(token) };
  return async (tx) => {
    await tx
      .updateTable("accounts")
      .set(anew)
      .where("id", "=", id)
      .where("api_token_encrypted", "=", encrypted)
      .execute();
  };
}

/**
 * Gives each account whose token neither secret of the vault opens a new one, in steps of a few accounts. Returns them, with
 * their new tokens.
 */
export async function replaceLostTokens(
  db: Pick<Database, "read" | "write">,
  vault: TokenVault,
): Promise<{ handle: string; api_token: string }[]> {
  const replaced: { handle: string; api_token: string }[] = [];
  for await (const rows of outdatedTokens(db.read, vault)) {
    const lost = rows.filter(({ encrypted }) => !opens(vault, encrypted));
    await db.write(async (tx) => {
      for (const { id, encrypted } of lost) {
        const { handle, token } = await newToken(tx, vault, { id, encrypted });
        replaced.push({ handle, api_token: token });
      }
    });
  }
  return replaced;
}

async function newToken(tx: Tx, vault: TokenVault, { id, encrypted }: EncryptedToken) {
  const token = randomIdentifier();
  const { handle } = await tx
    .updateTable("accounts")
    .set({ api_token_hash: vault.hash(token), api_token_encrypted: vault.encrypt(token) })
    .where("id", "=", id)
    .where("api_token_encrypted", "=", encrypted)
    .returning("handle")
    .executeTakeFirstOrThrow();
  return { handle, token };
}

/** Whether a secret of the vault opens the text. */
function opens(vault: TokenVault, encrypted: string): boolean {
  try {
    vault.decrypt(encrypted);
    return true;
  } catch {
    return false;
  }
}

const tokens = (reader: Reader) => reader.selectFrom("accounts").select(["id", "api_token_encrypted as encrypted"]);
