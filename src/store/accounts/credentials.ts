import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import { randomIdentifier } from "../../platform/identifiers.ts";
import type { Vault } from "../../platform/vault.ts";

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
