import { createHash, randomBytes } from "node:crypto";
import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Vault } from "../../platform/vault.ts";

/** A random identifier of 160 bits in URL-safe text; for permalinks, keys and tokens. */
export function randomIdentifier(): string {
  const identifier = randomBytes(20).toString("base64url");
  // An identifier that begins with a hyphen would look like a command-line option.
  return identifier.startsWith("-") ? randomIdentifier() : identifier;
}

/** A random API key of 130 bits, in lowercase letters and digits: two published clients write it into the host name. */
export function randomApiKey(): string {
  return Array.from(randomBytes(26), (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte % 32]).join("");
}

/**
 * An identifier for an order's links (docs/reference/delivery.md, Links), in the same form: 31 bits of the time, in steps of 16
 * ms, and 128 random bits. Identifiers created together are neighbors in an index, so many new rows change few pages.
 */
export function linkIdentifier(now: Instant): string {
  const bytes = randomBytes(20);
  bytes.writeUInt32BE(Math.floor(now / 16) % 2 ** 31);
  return bytes.toString("base64url");
}

/** The stored form of identifiers that prove something. People who can read the database cannot use it. */
export function hashIdentifier(identifier: string): string {
  return createHash("sha256").update(identifier).digest("base64url");
}

/** An account's API credentials, as stored. `Vault` checks and shows the token. */
export interface StoredCredentials {
  apiKey: string;
  tokenHash: string;
  encryptedToken: string;
}

/** An account's API token as stored: a hash for checking, and the encrypted text for showing it. */
export const storedToken = (vault: Vault, token: string) => ({
  api_token_hash: vault.hash(token),
  api_token_encrypted: vault.encrypt(token),
});

/** API tokens. An account whose token cannot be decrypted gets a new one. */
export const encryptedTokens = (vault: Vault) =>
  encryptedColumns("accounts", vault, {
    columns: ["api_token_encrypted"],
    madeOf: (token) => ({ api_token_hash: vault.hash(token) }),
    async giveUp(tx, { id }) {
      const token = randomIdentifier();
      const account = tx.updateTable("accounts").set(storedToken(vault, token)).where("id", "=", id);
      return { ...(await account.returning("handle").executeTakeFirstOrThrow()), token };
    },
  });
