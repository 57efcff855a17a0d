import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Cipher } from "./cipher.ts";
import { equalInConstantTime } from "./text.ts";

/** The installation's secret, and the old one while values are re-encrypted (`WAYBILL_SECRET_OLD`). */
export interface Secrets {
  current: string;
  old: string | null;
}

/** A 32-byte key for one purpose, derived from the installation's secret (`WAYBILL_SECRET`) by RFC 5869. */
function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `waybill ${use}`, 32));
}

/**
 * Stored beside encrypted values, so that a later version knows which secret was used. Nearly every secret has a
 * different number, which reveals nothing about it.
 */
export function secretNumber(secret: string): number {
  return deriveKey(secret, "secret number").readUInt32BE(0);
}

function createSignInSecrets({ current, old }: Secrets): Secrets {
  const derive = (secret: string) => deriveKey(secret, "sign-in").toString("base64url");
  return { current: derive(current), old: old === null ? null : derive(old) };
}

/**
 * Protects secrets at rest (docs/reference/settings.md, `WAYBILL_SECRET`): AES-256-GCM for those that are shown or used again, a
 * keyed hash for those that are only checked. Reads with both secrets, writes with the current one.
 */
export interface Vault extends Cipher {
  /** Keyed hash in hexadecimal. */
  hash(token: string): string;
  /** Whether the hash, made with either secret, matches the token. Takes the same time for every token. */
  matches(token: string, hash: string): boolean;
  encrypt(text: string): string;
  decrypt(encrypted: string): string;
}

/** Encryption of values in the database. */
export interface Encryption {
  vault: Vault;
  /** Sign the cookies of signed-in people, and encrypt their second factors. */
  signInSecrets: Secrets;
}

export const createEncryption = (secrets: Secrets): Encryption => ({
  vault: createVault(secrets),
  signInSecrets: createSignInSecrets(secrets),
});

const nonceBytes = 12;
const tagBytes = 16;

export function createVault({ current, old }: Secrets): Vault {
  const key = createVaultKey(current);
  const oldKey = old === null ? null : createVaultKey(old);
  const keys = oldKey ? [key, oldKey] : [key];

  return {
    hash: key.hash,
    matches: (token, hash) => keys.some((one) => equalInConstantTime(one.hash(token), hash)),
    encrypt: (text) => key.prefix + key.encrypt(text),
    decrypt(encrypted) {
      const named = keys.find(({ prefix }) => encrypted.startsWith(prefix));
      if (!named) throw new Error("The value was encrypted with another secret.");
      return named.decrypt(encrypted.slice(named.prefix.length));
    },
    prefixes: oldKey ? [key.prefix, oldKey.prefix] : [key.prefix],
  };
}

function createVaultKey(secret: string) {
  const hashKey = deriveKey(secret, "api token hash");
  const encryptionKey = deriveKey(secret, "api token encryption");
  return {
    prefix: `${secretNumber(secret)}:`,
    hash: (token: string) => createHmac("sha256", hashKey).update(token).digest("hex"),
    encrypt(text: string) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", encryptionKey, nonce);
      const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString("base64");
    },
    decrypt(encrypted: string) {
      const bytes = Buffer.from(encrypted, "base64");
      const decipher = createDecipheriv("aes-256-gcm", encryptionKey, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
    },
  };
}
