import type { Reader, Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { removeBytesLater } from "../../platform/files/byte-removal.ts";
import type { Instant } from "../../platform/instants.ts";
import { textProblem } from "../../platform/text.ts";
import { noteChangedProduct } from "../../store/order-changes/note-changes.ts";
import { rejectUsed } from "./file-removal.ts";
import { fileNotFound } from "./files.ts";
import { isLiveFile } from "./live.ts";
import { lockProductFile } from "./product-files.ts";
import type { ProductKey } from "./product-lookup.ts";
import type { Product } from "./queries.ts";

/** Identifies a file of a product. */
interface FileOfProduct {
  product: ProductKey;
  /** Row number. */
  fileId: number;
}

/** Details that a member or a program gives with a new version. */
export interface VersionNews {
  /** What is new, for customers; may be empty. */
  note: string;
  /** The member's email address; null for a program. */
  addedBy: string | null;
}

/** Maximum length of a note, in characters. */
export const longestNote = 2_000;

/** A message if `note` cannot be a version's note; null otherwise. It may have several lines. */
export function noteProblem(note: string): string | null {
  return textProblem(note.replace(/[\r\n\t]/g, " "), { shortest: 0, longest: longestNote });
}

/** The columns of a file's content, which earlier versions also have. */
const contentColumns = ["filename", "size_bytes", "content_type", "sha256", "storage_key"] as const;

const lockedColumns = [
  "id",
  ...contentColumns,
  "version",
  "last_version",
  "version_note",
  "version_added_by",
  "version_added_at",
  "created_at",
] as const;

/**
 * Makes the content of an uploaded file, `sourceId`, the newest version of a product's file, in every product that has this file.
 * Links, counts and limits continue, and the current version becomes an earlier one. The uploaded file no longer exists
 * separately. Returns the version's number and the product. Throws `not_found` for the product and its file, `invalid` if the
 * source is not a file of the account or is the file itself, and `in_use` if products have the source or it has earlier versions.
 */
export async function addFileVersion(
  tx: Tx,
  accountId: number,
  { product, fileId }: FileOfProduct,
  sourceId: number,
  news: VersionNews,
  now: Instant,
): Promise<{ number: number; product: Product }> {
  const locked = await lockProductFile(tx, accountId, product, fileId);
  rejectFields([
    { field: "fileId", message: sourceId === fileId ? "must be another file than the one it updates" : null },
  ]);
  const source = await lockLive(tx, accountId, sourceId);
  rejectFields([{ field: "fileId", message: source ? null : "does not match any file of the account" }]);
  const file = await requireHeld(tx, accountId, fileId);
  if (!source) throw fileNotFound();
  await rejectUsed(tx, sourceId, "Upload the new version as a file of its own.");
  if (source.last_version > 1) throw new DomainError("in_use", "The uploaded file has earlier versions of its own.");
  const number = file.last_version + 1;
  await keepAsEarlier(tx, accountId, file);
  await tx.updateTable("files").set({ deleted_at: now, storage_key: null }).where("id", "=", sourceId).execute();
  await tx.deleteFrom("file_releases").where("file_id", "=", sourceId).execute();
  await tx.updateTable("uploads").set({ file_id: fileId }).where("file_id", "=", sourceId).execute();
  const { filename, size_bytes, content_type, sha256, storage_key } = source;
  await tx
    .updateTable("files")
    .set({ filename, size_bytes, content_type, sha256, storage_key, version: number, last_version: number })
    .set({ version_note: news.note, version_added_by: news.addedBy, version_added_at: now, updated_at: now })
    .set({ stamp_check: null })
    .where("id", "=", fileId)
    .execute();
  if (size_bytes !== file.size_bytes) await noteChangedSize(tx, fileId);
  return { number, product: locked };
}

/** In orders with a separate limit for large files, the new size can change whether downloads are left. */
async function noteChangedSize(tx: Tx, fileId: number): Promise<void> {
  const attached = tx.selectFrom("product_files").select("product_id as productId").where("file_id", "=", fileId);
  for (const { productId } of await attached.execute()) await noteChangedProduct(tx, productId);
}

/**
 * Makes an earlier version current: customers get it from now on, and the current one becomes an earlier one. Does
 * nothing for the current one. Throws `not_found`, and `in_use` if the version's content was removed.
 */
export async function makeVersionCurrent(
  tx: Tx,
  accountId: number,
  { product, fileId }: FileOfProduct,
  number: number,
  now: Instant,
): Promise<void> {
  await lockProductFile(tx, accountId, product, fileId);
  const file = await requireHeld(tx, accountId, fileId);
  if (file.version === number) return;
  const earlier = await requireEarlier(tx, fileId, number);
  if (earlier.storage_key === null) {
    throw new DomainError("in_use", "The content of this version was removed. Upload it again as a new version.");
  }
  await tx.deleteFrom("file_versions").where("id", "=", earlier.id).execute();
  await keepAsEarlier(tx, accountId, file);
  const { filename, size_bytes, content_type, sha256, storage_key } = earlier;
  await tx
    .updateTable("files")
    .set({ filename, size_bytes, content_type, sha256, storage_key, version: number, updated_at: now })
    .set({ version_note: earlier.note, version_added_by: earlier.added_by, version_added_at: earlier.added_at })
    .set({ stamp_check: null })
    .where("id", "=", fileId)
    .execute();
  if (size_bytes !== file.size_bytes) await noteChangedSize(tx, fileId);
}

/**
 * Removes the content of an earlier version to free its space; a worker removes the bytes later. The version stays
 * listed. Does nothing if it was already removed. Returns the product. Throws `not_found`, and `in_use` for the current
 * version.
 */
export async function removeVersionContent(
  tx: Tx,
  accountId: number,
  { product, fileId }: FileOfProduct,
  number: number,
): Promise<Product> {
  const locked = await lockProductFile(tx, accountId, product, fileId);
  const file = await requireHeld(tx, accountId, fileId);
  if (file.version === number) {
    throw new DomainError("in_use", "This is the version that customers get. Make another one current first.");
  }
  const { id, storage_key } = await requireEarlier(tx, fileId, number);
  if (storage_key === null) return locked;
  await tx.updateTable("file_versions").set({ storage_key: null }).where("id", "=", id).execute();
  await removeBytesLater(tx, storage_key);
  return locked;
}

/** Changes the note of a version. Throws `not_found`. */
export async function changeVersionNote(
  tx: Tx,
  accountId: number,
  { product, fileId }: FileOfProduct,
  number: number,
  note: string,
): Promise<void> {
  await lockProductFile(tx, accountId, product, fileId);
  const file = await requireHeld(tx, accountId, fileId);
  if (file.version === number) {
    await tx.updateTable("files").set({ version_note: note }).where("id", "=", fileId).execute();
    return;
  }
  const { id } = await requireEarlier(tx, fileId, number);
  await tx.updateTable("file_versions").set({ note }).where("id", "=", id).execute();
}

type LockedFile = NonNullable<Awaited<ReturnType<typeof lockLive>>>;

/** Locked until the transaction ends; undefined if the account has no such file. */
async function lockLive(tx: Tx, accountId: number, id: number) {
  return lockRows(tx, "files")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where(isLiveFile)
    .returning(lockedColumns)
    .executeTakeFirst();
}

async function requireHeld(tx: Tx, accountId: number, id: number): Promise<LockedFile> {
  const file = await lockLive(tx, accountId, id);
  if (!file) throw fileNotFound();
  return file;
}

async function requireEarlier(reader: Reader, fileId: number, number: number) {
  const earlier = await reader
    .selectFrom("file_versions")
    .select(["id", ...contentColumns, "note", "added_by", "added_at"])
    .where("file_id", "=", fileId)
    .where("number", "=", number)
    .executeTakeFirst();
  if (!earlier) throw new DomainError("not_found", `The file has no version ${number}.`);
  return earlier;
}

async function keepAsEarlier(tx: Tx, accountId: number, file: LockedFile): Promise<void> {
  const { filename, size_bytes, content_type, sha256, storage_key } = file;
  await tx
    .insertInto("file_versions")
    .values({
      account_id: accountId,
      file_id: file.id,
      number: file.version,
      filename,
      size_bytes,
      content_type,
      sha256,
      storage_key,
      note: file.version_note,
      added_by: file.version_added_by,
      added_at: file.version_added_at ?? file.created_at,
    })
    .execute();
}
