import type { Reader, Tx } from "../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { lockAccount } from "../../store/accounts/accounts.ts";
import type { Scope } from "./scopes.ts";
import { hashApiKey, lastCharacters, newApiKey } from "./secret.ts";

/** Keys that one store can have. */
export const mostKeys = 100;

/** Characters of a name. */
export const longestName = 100;

export interface ApiKey {
  id: number;
  name: string;
  scopes: Scope[];
  /** Whether the orders that it creates are tests. */
  isTest: boolean;
  lastFour: string;
  /** The secret that was replaced last, while it still works. */
  replaced: { lastFour: string; endsAt: Instant } | null;
  createdAt: Instant;
  /** Null: it never expires. */
  expiresAt: Instant | null;
  /** Null until the first use. */
  lastUsedAt: Instant | null;
}

/** The fields that an owner sets. */
interface KeyInput {
  name: string;
  scopes: Scope[];
  isTest: boolean;
  expiresAt: Instant | null;
}

type KeyChanges = { [Name in Exclude<keyof KeyInput, "isTest">]?: KeyInput[Name] | undefined };

/** Who makes a change: a key, or null for an owner or the account's own credentials. */
export type Maker = Pick<ApiKey, "scopes" | "isTest"> | null;

/** The account's keys, oldest first. */
export async function listKeys(reader: Reader, accountId: number, now: Instant): Promise<ApiKey[]> {
  return withSecrets(reader, await keyRows(reader, accountId).orderBy("id").execute(), now);
}

/** Throws `not_found`. */
async function requireKey(reader: Reader, accountId: number, id: number, now: Instant): Promise<ApiKey> {
  const [key] = await withSecrets(reader, await keyRows(reader, accountId).where("id", "=", id).execute(), now);
  if (!key) throw new DomainError("not_found", `There is no API key ${id}.`);
  return key;
}

/**
 * Returns the key and its secret, which is shown once. Throws `invalid`, and `not_allowed` for a key that may do more than its
 * maker.
 */
export async function createKey(
  tx: Tx,
  accountId: number,
  input: KeyInput,
  maker: Maker,
  now: Instant,
): Promise<{ key: ApiKey; secret: string }> {
  rejectMore(maker, input);
  // Two requests at once would otherwise both count the keys before the other has added one.
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom("api_keys")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const tooMany = `cannot be added: a store has at most ${mostKeys} API keys`;
  rejectFields([
    { field: "name", message: count >= mostKeys ? tooMany : null },
    { field: "expires_at", message: expiryProblem(input.expiresAt, now) },
  ]);
  const { id } = await tx
    .insertInto("api_keys")
    .values({
      account_id: accountId,
      name: input.name,
      scopes: storedScopes(input.scopes),
      test: input.isTest ? 1 : 0,
      created_at: now,
      expires_at: input.expiresAt,
      last_used_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const secret = await addSecret(tx, id);
  return { key: await requireKey(tx, accountId, id, now), secret };
}

/** Fields that are absent stay. Throws `not_found`, `invalid` and `not_allowed`. */
export async function changeKey(
  tx: Tx,
  accountId: number,
  id: number,
  changes: KeyChanges,
  maker: Maker,
  now: Instant,
): Promise<ApiKey> {
  await lockAccount(tx, accountId);
  const before = await requireKey(tx, accountId, id, now);
  rejectMore(maker, before);
  const { name = before.name, scopes = before.scopes, expiresAt = before.expiresAt } = changes;
  rejectMore(maker, { scopes, isTest: before.isTest });
  if (changes.expiresAt) rejectFields([{ field: "expires_at", message: expiryProblem(expiresAt, now) }]);
  await tx
    .updateTable("api_keys")
    .set({ name, scopes: storedScopes(scopes), expires_at: expiresAt })
    .where("id", "=", id)
    .execute();
  return requireKey(tx, accountId, id, now);
}

/**
 * Gives the key a new secret, which is shown once. The previous one works for another `overlap` milliseconds; earlier ones end at
 * once. Throws `not_found`, `not_allowed`, and `stopped` for a key that has expired.
 */
export async function replaceKey(
  tx: Tx,
  { accountId, id, overlap }: { accountId: number; id: number; overlap: number },
  maker: Maker,
  now: Instant,
): Promise<{ key: ApiKey; secret: string }> {
  await lockAccount(tx, accountId);
  const before = await requireKey(tx, accountId, id, now);
  rejectMore(maker, before);
  if (before.expiresAt !== null && before.expiresAt <= now) {
    throw new DomainError("stopped", "The API key has expired. Set a later expiry first.");
  }
  await tx.deleteFrom("api_key_secrets").where("api_key_id", "=", id).where("ends_at", "is not", null).execute();
  const secrets = tx.updateTable("api_key_secrets").set({ ends_at: instant(now + overlap) });
  if (overlap > 0) await secrets.where("api_key_id", "=", id).execute();
  else await tx.deleteFrom("api_key_secrets").where("api_key_id", "=", id).execute();
  const secret = await addSecret(tx, id);
  return { key: await requireKey(tx, accountId, id, now), secret };
}

/** Revokes the key. Returns it as it was. Throws `not_found`. */
export async function revokeKey(tx: Tx, accountId: number, id: number, now: Instant): Promise<ApiKey> {
  await lockAccount(tx, accountId);
  const key = await requireKey(tx, accountId, id, now);
  await tx.deleteFrom("api_key_secrets").where("api_key_id", "=", id).execute();
  await tx.deleteFrom("api_keys").where("id", "=", id).execute();
  return key;
}

async function addSecret(tx: Tx, keyId: number): Promise<string> {
  const secret = newApiKey();
  await tx
    .insertInto("api_key_secrets")
    .values({ hash: hashApiKey(secret), api_key_id: keyId, last_four: lastCharacters(secret), ends_at: null })
    .execute();
  return secret;
}

/** Otherwise a key could create another key with more rights than its own. */
function rejectMore(maker: Maker, { scopes, isTest }: Pick<ApiKey, "scopes" | "isTest">): void {
  if (!maker) return;
  const more = scopes.filter((scope) => !maker.scopes.includes(scope));
  if (more.length > 0) {
    throw new DomainError("not_allowed", `This API key cannot give what it lacks: ${more.join(", ")}.`);
  }
  if (maker.isTest && !isTest) throw new DomainError("not_allowed", "A test key can only make and change test keys.");
}

const expiryProblem = (expiresAt: Instant | null, now: Instant) =>
  expiresAt !== null && expiresAt <= now ? "must be in the future" : null;

const storedScopes = (scopes: Scope[]) => [...new Set(scopes)].join(",");

export const readScopes = (stored: string) => stored.split(",") as Scope[];

const keyRows = (reader: Reader, accountId: number) =>
  reader.selectFrom("api_keys").selectAll().where("account_id", "=", accountId);

type KeyRow = Awaited<ReturnType<ReturnType<typeof keyRows>["execute"]>>[number];

async function withSecrets(reader: Reader, rows: KeyRow[], now: Instant): Promise<ApiKey[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const secrets = await reader.selectFrom("api_key_secrets").selectAll().where("api_key_id", "in", ids).execute();
  return rows.map((row) => {
    const own = secrets.filter((secret) => secret.api_key_id === row.id);
    const replaced = own.find(({ ends_at }) => ends_at !== null && ends_at > now);
    return {
      id: row.id,
      name: row.name,
      scopes: readScopes(row.scopes),
      isTest: row.test === 1,
      lastFour: own.find(({ ends_at }) => ends_at === null)?.last_four ?? "",
      replaced: replaced?.ends_at ? { lastFour: replaced.last_four, endsAt: replaced.ends_at } : null,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
    };
  });
}
