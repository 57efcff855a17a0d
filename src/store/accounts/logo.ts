import { inBatches } from "../../platform/database/batches.ts";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { removeBytesLater } from "../../platform/files/byte-removal.ts";
import { pictureVersion, storePicture } from "../../platform/files/pictures.ts";
import { recordStored } from "../../platform/files/record-stored.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { type Account, accountOf } from "./queries.ts";

/**
 * Stores a new logo; the old one's bytes are removed later. Ignores the type that the sender claims. Throws `invalid` if it is
 * not a PNG, JPEG or WebP, or is too large.
 */
export async function changeLogo(
  { db, files }: { db: Database; files: FileStore },
  accountId: number,
  bytes: Uint8Array,
): Promise<Account> {
  const stored = await storePicture(files, bytes, "logo");
  const logo = { logoStorageKey: stored.key, logoContentType: stored.contentType, logoSha256: stored.sha256 };
  const { account } = await recordStored({ db, files }, [stored], (tx) => replaceLogo(tx, accountId, logo));
  return account;
}

/** Removes the logo; `hadOne` says whether there was one. */
export function removeLogo(tx: Tx, accountId: number): Promise<{ account: Account; hadOne: boolean }> {
  return replaceLogo(tx, accountId, { logoStorageKey: null, logoContentType: null, logoSha256: null });
}

/** The URL of the account's logo, which changes with its content; null if it has none. */
export function logoUrl(base: string, account: Pick<Account, "logoSha256">): string | null {
  return account.logoSha256 === null ? null : `${base}/logo/${pictureVersion(account.logoSha256)}`;
}

async function replaceLogo(
  tx: Tx,
  accountId: number,
  { logoStorageKey, logoContentType, logoSha256 }: Pick<Account, "logoStorageKey" | "logoContentType" | "logoSha256">,
): Promise<{ account: Account; hadOne: boolean }> {
  // Locked, so that two simultaneous changes do not leave bytes behind.
  const before = await lockRows(tx, "accounts")
    .where("id", "=", accountId)
    .returning("logo_storage_key as key")
    .executeTakeFirstOrThrow();
  if (before.key !== null) await removeBytesLater(tx, before.key);
  const row = await tx
    .updateTable("accounts")
    .set({ logo_storage_key: logoStorageKey, logo_content_type: logoContentType, logo_sha256: logoSha256 })
    .where("id", "=", accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { account: accountOf(row), hadOne: before.key !== null };
}

/** Returns the keys in the file store that belong to an account's logo. */
export async function accountsWithLogos(reader: Reader, keys: string[]): Promise<string[]> {
  const logos = reader.selectFrom("accounts").select("logo_storage_key as key").where("logo_storage_key", "in", keys);
  return (await logos.execute()).flatMap(({ key }) => key ?? []);
}

/** The logo of an account, with the recorded details of its bytes. */
interface StoredLogo {
  accountId: number;
  /** Lowercase hexadecimal. */
  sha256: string;
  storageKey: string;
}

/** The logos of all accounts, in batches, by the account's row number. */
export function allStoredLogos(reader: Reader): AsyncGenerator<StoredLogo[]> {
  return inBatches<StoredLogo>(({ last, limit }) =>
    reader
      .selectFrom("accounts")
      .select("id as accountId")
      .select(({ ref }) => [
        ref("logo_sha256").$notNull().as("sha256"),
        ref("logo_storage_key").$notNull().as("storageKey"),
      ])
      .where("logo_storage_key", "is not", null)
      .where("id", ">", last?.accountId ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
}

/** Records the new key of a logo whose bytes were stored again. */
export async function changeLogoKey(tx: Tx, accountId: number, storageKey: string): Promise<void> {
  await tx.updateTable("accounts").set({ logo_storage_key: storageKey }).where("id", "=", accountId).execute();
}
