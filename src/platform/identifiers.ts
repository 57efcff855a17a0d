import { createHash, randomBytes } from "node:crypto";
import type { Instant } from "./instants.ts";

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
