import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { inBatches } from "../../platform/database/batches.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { type Secrets, secretNumber } from "../../store/accounts/token-vault.ts";

/** A person's second factor as better-auth stores it. */
interface EncryptedSecondFactor {
  id: string;
  secret: string;
  backupCodes: string;
}

/**
 * The secrets as better-auth takes them. It writes the number of the secret in front of what it encrypts. What has no
 * number was written by an earlier version, which knew one secret: the old one while there are two.
 */
export function numberedSecrets({ current, old }: Secrets) {
  const secrets = old === null ? [current] : [current, old];
  return {
    secrets: secrets.map((value) => ({ version: secretNumber(value), value })),
    withoutNumber: old ?? current,
  };
}

/** False when somebody's second factor was encrypted with a secret that is neither of these. */
export async function opensSecondFactors(reader: Reader, secrets: Secrets): Promise<boolean> {
  const strange = await secondFactors(reader)
    .where("secret", "like", "$ba$%")
    .where((row) => row.and(prefixesOf(secrets).map((prefix) => row("secret", "not like", `${prefix}%`))))
    .limit(1)
    .executeTakeFirst();
  if (strange) return false;
  const plain = await secondFactors(reader).where("secret", "not like", "$ba$%").limit(1).executeTakeFirst();
  if (!plain) return true;
  try {
    await symmetricDecrypt({ key: keyOf(secrets), data: plain.secret });
    return true;
  } catch {
    return false;
  }
}

/** The second factors that were not encrypted with the current secret, in batches. */
export function outdatedSecondFactors(reader: Reader, secrets: Secrets): AsyncGenerator<EncryptedSecondFactor[]> {
  const [current] = prefixesOf(secrets);
  return inBatches<EncryptedSecondFactor>(({ last, limit }) =>
    secondFactors(reader)
      .where("id", ">", last?.id ?? "")
      .where((row) =>
        row.or([row("secret", "not like", `${current}%`), row("backup_codes", "not like", `${current}%`)]),
      )
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
}

/**
 * Encrypts with the current secret. Returns what writes it, unless a backup code has been used or the factor replaced
 * since it was read. Rejects if neither secret decrypts it.
 */
export async function encryptSecondFactorAnew(
  secrets: Secrets,
  { id, secret, backupCodes }: EncryptedSecondFactor,
): Promise<(tx: Tx) => Promise<void>> {
  const key = keyOf(secrets);
  const encrypt = async (data: string) => symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  const anew = { secret: await encrypt(secret), backup_codes: await encrypt(backupCodes) };
  return async (tx) => {
    await tx
      .updateTable("two_factors")
      .set(anew)
      .where("id", "=", id)
      .where("secret", "=", secret)
      .where("backup_codes", "=", backupCodes)
      .execute();
  };
}

/**
 * Removes the second factors that neither secret opens, in steps of a few people, who then sign in without one. Returns their
 * emails.
 */
export async function removeLostSecondFactors(
  db: Pick<Database, "read" | "write">,
  secrets: Secrets,
): Promise<string[]> {
  const emails: string[] = [];
  for await (const rows of outdatedSecondFactors(db.read, secrets)) {
    const lost: string[] = [];
    for (const row of rows) {
      const opened = await encryptSecondFactorAnew(secrets, row).catch(() => null);
      if (!opened) lost.push(row.id);
    }
    if (lost.length > 0) emails.push(...(await db.write((tx) => removeSecondFactors(tx, lost))));
  }
  return emails;
}

async function removeSecondFactors(tx: Tx, ids: string[]): Promise<string[]> {
  const removed = await tx.deleteFrom("two_factors").where("id", "in", ids).returning("user_id").execute();
  const users = tx.updateTable("users").set({ two_factor_enabled: 0 });
  const owners = removed.map(({ user_id }) => user_id);
  return (await users.where("id", "in", owners).returning("email").execute()).map(({ email }) => email);
}

const secondFactors = (reader: Reader) =>
  reader.selectFrom("two_factors").select(["id", "secret", "backup_codes as backupCodes"]);

const prefixesOf = (secrets: Secrets) => numberedSecrets(secrets).secrets.map(({ version }) => `$ba$${version}$`);

function keyOf(all: Secrets) {
  const { secrets, withoutNumber: legacySecret } = numberedSecrets(all);
  const keys = new Map(secrets.map(({ version, value }) => [version, value]));
  return { keys, currentVersion: secretNumber(all.current), legacySecret };
}
