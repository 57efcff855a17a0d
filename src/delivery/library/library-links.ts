import type { Reader, Tx } from "../../platform/database/database.ts";
import { dayMilliseconds, hourMilliseconds } from "../../platform/days.ts";
import { canonicalEmail, readableAddress, spellingsOf } from "../../platform/email-address.ts";
import { hashIdentifier, randomIdentifier } from "../../platform/identifiers.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** How many milliseconds an emailed link works. The email says so too. */
export const emailedLife = hourMilliseconds;

/** How many milliseconds a device keeps a link if its customer wants that. The page says so too. */
export const keptLife = 30 * dayMilliseconds;

/**
 * Creates a link to everything bought with this address, and returns its token. Stores only the token's hash. `life`:
 * milliseconds.
 */
export async function createLibraryLink(
  tx: Tx,
  accountId: number,
  email: string,
  now: Instant,
  life = emailedLife,
): Promise<string> {
  const token = randomIdentifier();
  const expires_at = instant(now + life);
  const row = { token_hash: hashIdentifier(token), account_id: accountId, email: canonicalEmail(email), expires_at };
  await tx.insertInto("library_links").values(row).execute();
  return token;
}

/** A link to everything bought with an address. */
interface LibraryLink {
  /** Readable. */
  address: string;
  expiresAt: Instant;
}

/** The link with this token; null if it is unknown or has expired. */
export async function libraryLink(
  reader: Reader,
  accountId: number,
  token: string,
  now: Instant,
): Promise<LibraryLink | null> {
  const link = await reader
    .selectFrom("library_links")
    .select(["email", "expires_at as expiresAt"])
    .where("token_hash", "=", hashIdentifier(token))
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return link ? { address: readableAddress(link.email), expiresAt: link.expiresAt } : null;
}

/** Deletes all links to what was bought with this address. */
export async function forgetLibraryLinks(tx: Tx, accountId: number, email: string): Promise<void> {
  await tx
    .deleteFrom("library_links")
    .where("account_id", "=", accountId)
    .where("email", "in", spellingsOf(email))
    .execute();
}

/** Removes at most `most` links that have expired. Returns whether there may be more. */
export async function removeExpiredLibraryLinks(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const expired = await tx
    .selectFrom("library_links")
    .select("token_hash as hash")
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(most)
    .execute();
  const hashes = expired.map(({ hash }) => hash);
  if (hashes.length > 0) await tx.deleteFrom("library_links").where("token_hash", "in", hashes).execute();
  return hashes.length === most;
}
