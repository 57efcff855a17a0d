import type { Database, Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { removeBytesLater } from "../../platform/files/byte-removal.ts";
import { pictureVersion, storePicture } from "../../platform/files/pictures.ts";
import { recordStored } from "../../platform/files/record-stored.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { type Account, accountOf } from "./queries.ts";

/**
 * Stores a new logo, whatever type the sender claims; the old one's bytes are removed later. Throws `invalid` if it is
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
