import type { Reader } from "../../platform/database/database.ts";
import { preparedLookup } from "../../platform/database/lookups.ts";
import type { Instant } from "../../platform/instants.ts";
import { readScopes } from "./keys.ts";
import type { Scope } from "./scopes.ts";
import { hashApiKey, looksLikeApiKey } from "./secret.ts";

/** The key of a request. */
export interface UsedKey {
  id: number;
  name: string;
  scopes: Scope[];
  /** Whether the orders that it creates are tests. */
  isTest: boolean;
  lastUsedAt: Instant | null;
}

/**
 * The account's key with this secret, if it works. It is read for each request, so every server refuses a revoked key at once. A
 * text that does not look like a key needs no query.
 */
export async function findKey(
  reader: Reader,
  accountId: number,
  secret: string,
  now: Instant,
): Promise<UsedKey | null> {
  if (!looksLikeApiKey(secret)) return null;
  const found = await keyByHash(reader, { hash: hashApiKey(secret) });
  if (found?.accountId !== accountId) return null;
  if (hasPassed(found.endsAt, now) || hasPassed(found.expiresAt, now)) return null;
  const { id, name, scopes, test, lastUsedAt } = found;
  return { id, name, scopes: readScopes(scopes), isTest: test === 1, lastUsedAt };
}

const hasPassed = (end: Instant | null, now: Instant) => end !== null && end <= now;

interface FoundKey {
  id: number;
  accountId: number;
  name: string;
  scopes: string;
  test: number;
  expiresAt: Instant | null;
  lastUsedAt: Instant | null;
  endsAt: Instant | null;
}

const keyByHash = preparedLookup<{ hash: "text" }, FoundKey>({ hash: "text" }, (db, { hash }) =>
  db
    .selectFrom("api_key_secrets as secret")
    .innerJoin("api_keys as key", "key.id", "secret.api_key_id")
    .select(["key.id", "key.account_id as accountId", "key.name", "key.scopes", "key.test"])
    .select(["key.expires_at as expiresAt", "key.last_used_at as lastUsedAt", "secret.ends_at as endsAt"])
    .where("secret.hash", "=", hash),
);
