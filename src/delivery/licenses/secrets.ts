import {
  createHash,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { sharing } from "../../platform/database/row-locks.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { equalInConstantTime } from "../../platform/text.ts";
import type { Vault } from "../../platform/vault.ts";

/** An Ed25519 key with which a store signs its answers about licenses. */
export interface SigningKey {
  /** Thumbprint of the public key (RFC 7638). */
  keyId: string;
  /** The public key, 32 bytes in base64url: `x` of a JWK (RFC 8037). */
  publicKey: string;
  privateKey: KeyObject;
  createdAt: Instant;
}

/** The secrets that a store needs to answer questions about licenses. */
export interface LicenseSecrets {
  /** Oldest first, at least one. */
  signingKeys: SigningKey[];
  /** Keyed hash of a program's name for its device, in base64url. */
  hashDevice(device: string): string;
  /** A secret that identifies a license key (row number) in update addresses, for programs that send no header. */
  updateToken(licenseKeyId: number): string;
}

/** The license key (row number) of a token from `updateToken`; null if the store did not make the token. */
export function licenseKeyOfToken({ updateToken }: Pick<LicenseSecrets, "updateToken">, token: string): number | null {
  const id = Number(/^([1-9]\d{0,14})-/.exec(token)?.[1] ?? 0);
  return id !== 0 && equalInConstantTime(token, updateToken(id)) ? id : null;
}

/** Maximum number of signing keys of a store: the one in use, and another while programs get to know it. */
const mostSigningKeys = 2;

/** The store's secrets. The first call creates them. */
export async function licenseSecrets(
  db: Database,
  vault: Vault,
  accountId: number,
  now: Instant,
): Promise<LicenseSecrets> {
  const known = await secretsOf(db.read, vault, accountId);
  if (known) return known;
  await db.write((tx) => makeSecrets(tx, vault, accountId, now));
  const made = await secretsOf(db.read, vault, accountId);
  if (!made) throw new Error("The secrets for licenses disappeared while they were made.");
  return made;
}

/**
 * The keys with which the store signs, oldest first. The first call creates one. None of them is removed before the transaction
 * ends.
 */
export async function lockedSigningKeys(tx: Tx, vault: Vault, accountId: number, now: Instant): Promise<SigningKey[]> {
  if ((await lockedSecretRows(tx, { accountId })).length === 0) await makeSecrets(tx, vault, accountId, now);
  return signingKeysAmong(await lockedSecretRows(tx, { accountId }), vault);
}

const lockedSecretRows = prepared<{ accountId: number }, SecretRow>((db, { accountId }) =>
  sharing(db, secretsOfAccount(db, accountId).where("use", "=", "signing")),
);

async function secretsOf(reader: Reader, vault: Vault, accountId: number): Promise<LicenseSecrets | null> {
  const rows = await secretRows(reader, { accountId });
  const devices = rows.find(({ use }) => use === "devices");
  const signingKeys = signingKeysAmong(rows, vault);
  if (!devices || signingKeys.length === 0) return null;
  const hashKey = Buffer.from(vault.decrypt(devices.secret), "base64url");
  return {
    signingKeys,
    hashDevice: (device) => createHmac("sha256", hashKey).update(device).digest("base64url"),
    // Not hashed like devices: programs choose the input of that function, and see the result.
    updateToken: (id) => `${id}-${createHmac("sha512", hashKey).update(`updates ${id}`).digest("base64url")}`,
  };
}

/** Whether the store has had questions about licenses, or has signed one. */
export const hasLicenseSecrets = async (reader: Reader, accountId: number): Promise<boolean> =>
  (await secretRows(reader, { accountId })).length > 0;

interface SecretRow {
  use: "devices" | "signing";
  keyId: string;
  secret: string;
  createdAt: Instant;
}

const secretRows = prepared<{ accountId: number }, SecretRow>((db, { accountId }) => secretsOfAccount(db, accountId));

const secretsOfAccount = (db: Reader, accountId: number) =>
  db
    .selectFrom("license_secrets")
    .select(["use", "key_id as keyId", "secret", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .orderBy("id");

const signingKeysAmong = (rows: SecretRow[], vault: Vault): SigningKey[] =>
  rows
    .filter(({ use }) => use === "signing")
    .map(({ keyId, secret, createdAt }) => ({ keyId, createdAt, ...openSigningKey(vault.decrypt(secret)) }));

/** If two requests do this at once, the second changes nothing. */
async function makeSecrets(tx: Tx, vault: Vault, accountId: number, now: Instant): Promise<void> {
  const hashKey = vault.encrypt(randomBytes(32).toString("base64url"));
  const devices = { account_id: accountId, use: "devices" as const, key_id: "", secret: hashKey, created_at: now };
  await tx
    .insertInto("license_secrets")
    .values(devices)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // This update locks the row of devices until the transaction ends.
  await tx
    .updateTable("license_secrets")
    .set({ use: "devices" })
    .where("account_id", "=", accountId)
    .where("use", "=", "devices")
    .execute();
  if ((await countSigningKeys(tx, accountId)) === 0) await insertSigningKey(tx, vault, accountId, now);
}

/** Adds a signing key besides the one in use; both sign until one is removed. Throws `in_use` if there are already two. */
export async function addSigningKey(tx: Tx, vault: Vault, accountId: number, now: Instant): Promise<void> {
  await makeSecrets(tx, vault, accountId, now);
  if ((await countSigningKeys(tx, accountId)) >= mostSigningKeys) {
    throw new DomainError("in_use", "There are two keys already. Remove the old one first.");
  }
  await insertSigningKey(tx, vault, accountId, now);
}

/** Stops signing with the key. Throws `not_found`, and `in_use` for the only one. */
export async function removeSigningKey(
  tx: Tx,
  vault: Vault,
  accountId: number,
  keyId: string,
  now: Instant,
): Promise<void> {
  await makeSecrets(tx, vault, accountId, now);
  const isOnly = (await countSigningKeys(tx, accountId)) === 1;
  const { numDeletedRows } = await tx
    .deleteFrom("license_secrets")
    .where("account_id", "=", accountId)
    .where("use", "=", "signing")
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new DomainError("not_found", `There is no signing key ${keyId}.`);
  if (isOnly) throw new DomainError("in_use", "This is the only key. Add another first.");
}

async function countSigningKeys(reader: Reader, accountId: number): Promise<number> {
  return (await secretRows(reader, { accountId })).filter(({ use }) => use === "signing").length;
}

async function insertSigningKey(tx: Tx, vault: Vault, accountId: number, now: Instant): Promise<void> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { d = "", x = "" } = privateKey.export({ format: "jwk" });
  await tx
    .insertInto("license_secrets")
    .values({
      account_id: accountId,
      use: "signing",
      key_id: thumbprint(x),
      secret: vault.encrypt(`${d}.${x}`),
      created_at: now,
    })
    .execute();
}

function openSigningKey(secret: string): Pick<SigningKey, "publicKey" | "privateKey"> {
  const [d = "", x = ""] = secret.split(".");
  const privateKey = createPrivateKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", d, x } });
  return { publicKey: x, privateKey };
}

/** RFC 7638, with the members that RFC 8037 requires, in their order. */
const thumbprint = (x: string): string =>
  createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");

/**
 * The secrets of licenses. Without the key of the device hashes, the store's devices cannot be recognized: they are deleted, and
 * programs activate again. If a signing key cannot be read, it is lost, and the next call makes another. Returns the store's
 * handle.
 */
export const encryptedLicenseSecrets = (vault: Vault) =>
  encryptedColumns("license_secrets", vault, {
    columns: ["secret"],
    async giveUp(tx, { id }) {
      const lost = await tx
        .deleteFrom("license_secrets")
        .where("id", "=", id)
        .returning(["account_id as accountId", "use"])
        .executeTakeFirstOrThrow();
      if (lost.use === "devices") {
        await tx.deleteFrom("license_devices").where("account_id", "=", lost.accountId).execute();
      }
      return lost;
    },
  });
