import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { removeBytesLater } from "../../platform/files/byte-removal.ts";
import { pictureVersion, type StoredPicture, storePicture } from "../../platform/files/pictures.ts";
import { recordStored } from "../../platform/files/record-stored.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { type Unchanged, unchanged } from "../../store/activity/recording-change.ts";
import { liveProducts } from "./live.ts";
import { lockProduct } from "./product-lookup.ts";
import { type Product, productColumns } from "./queries.ts";

/**
 * Stores a new cover of the product; the old one's bytes are removed later. Ignores the type that the sender claims. Throws
 * `not_found`, or `invalid` if it is not a PNG, JPEG or WebP, or is too large.
 */
export async function changeCover(
  { db, files }: { db: Database; files: FileStore },
  accountId: number,
  key: { id: number },
  bytes: Uint8Array,
): Promise<Product> {
  const stored = await storePicture(files, bytes, "cover");
  return recordStored({ db, files }, [stored], (tx) => replaceCover(tx, accountId, key, stored));
}

/** Changes nothing if the product has no cover. Throws `not_found`. */
export async function removeCover(tx: Tx, accountId: number, key: { id: number }): Promise<Product & Unchanged> {
  const product = await lockProduct(tx, accountId, key);
  return product.coverSha256 === null ? unchanged(product) : replaceCover(tx, accountId, key, null);
}

/** The URL of the product's cover, which changes with its content; null if it has none. */
export function coverUrl(base: string, { id, coverSha256 }: Pick<Product, "id" | "coverSha256">): string | null {
  return coverSha256 === null ? null : `${base}/covers/${id}/${pictureVersion(coverSha256)}`;
}

/**
 * The cover with this URL; null if there is none. A URL works only for the current content, so nobody can find covers by counting
 * through products.
 */
export async function coverAt(
  reader: Reader,
  accountId: number,
  { id, version }: { id: number; version: string },
): Promise<StoredPicture | null> {
  const found = await liveProducts(reader)
    .select(["cover_storage_key as key", "cover_content_type as contentType", "cover_sha256 as sha256"])
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) return null;
  const { key, contentType, sha256 } = found;
  if (key === null || contentType === null || sha256 === null || pictureVersion(sha256) !== version) return null;
  return { key, contentType, sha256 };
}

async function replaceCover(
  tx: Tx,
  accountId: number,
  key: { id: number },
  picture: StoredPicture | null,
): Promise<Product> {
  const { id } = await lockProduct(tx, accountId, key);
  await removeCoverBytes(tx, id);
  return tx
    .updateTable("products")
    .set({
      cover_storage_key: picture?.key ?? null,
      cover_content_type: picture?.contentType ?? null,
      cover_sha256: picture?.sha256 ?? null,
    })
    .where("id", "=", id)
    .returning(productColumns)
    .executeTakeFirstOrThrow();
}

/** Removes the bytes of a cover that the product is losing. The caller has locked the product. */
export async function removeCoverBytes(tx: Tx, id: number): Promise<void> {
  const before = await lockRows(tx, "products")
    .where("id", "=", id)
    .returning("cover_storage_key as key")
    .executeTakeFirstOrThrow();
  if (before.key !== null) await removeBytesLater(tx, before.key);
}
