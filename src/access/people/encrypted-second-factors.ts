import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Cipher } from "../../platform/cipher.ts";
import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import { type Secrets, secretNumber } from "../../platform/vault.ts";

/** The secrets in better-auth's form. It writes the secret's number in front of each encrypted value. */
export const numberedSecrets = ({ current, old }: Secrets) =>
  (old === null ? [current] : [current, old]).map((value) => ({ version: secretNumber(value), value }));

/** The second factors that better-auth stores. People whose factor is lost sign in without one; returns their emails. */
export const encryptedSecondFactors = (secrets: Secrets) =>
  encryptedColumns("two_factors", cipherOf(secrets), {
    columns: ["secret", "backup_codes"],
    async giveUp(tx, { id }) {
      const factor = tx.deleteFrom("two_factors").where("id", "=", id).returning("user_id");
      const { user_id: userId } = await factor.executeTakeFirstOrThrow();
      const user = tx.updateTable("users").set({ two_factor_enabled: 0 }).where("id", "=", userId);
      return (await user.returning("email").executeTakeFirstOrThrow()).email;
    },
  });

/** Encrypts as better-auth does. */
function cipherOf(all: Secrets): Cipher {
  const keys = new Map(numberedSecrets(all).map(({ version, value }) => [version, value]));
  const key = { keys, currentVersion: secretNumber(all.current) };
  const prefixOf = (secret: string) => `$ba$${secretNumber(secret)}$`;
  return {
    prefixes: all.old === null ? [prefixOf(all.current)] : [prefixOf(all.current), prefixOf(all.old)],
    encrypt: (data) => symmetricEncrypt({ key, data }),
    decrypt: (data) => symmetricDecrypt({ key, data }),
  };
}
