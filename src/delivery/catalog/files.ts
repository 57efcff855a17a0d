import { beginsWith } from "../../platform/database/begins-with.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { shortestPart } from "../../platform/database/text-index.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import type { StoredFile } from "../../platform/files/store.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { foldAccents, textProblem } from "../../platform/text.ts";
import { isLiveFile, liveProducts } from "./live.ts";
import { fileColumns, type ProductFile } from "./queries.ts";

/** Records stored bytes as a file of the account. Throws `invalid` for a wrong file name. */
export async function createFile(
  tx: Tx,
  accountId: number,
  input: { stored: StoredFile; filename: string; contentType: string },
  now: Instant,
): Promise<ProductFile> {
  const { stored, filename, contentType } = input;
  rejectFields([{ field: "filename", message: filenameProblem(filename) }]);
  return tx
    .insertInto("files")
    .values({
      account_id: accountId,
      filename,
      size_bytes: stored.sizeBytes,
      content_type: contentType,
      sha256: stored.sha256,
      storage_key: stored.key,
      created_at: now,
    })
    .returning(fileColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Renames a stored file of the account, in every product that has it. Its links keep working: its number identifies it. Throws
 * `invalid` for a wrong file name, and `not_found`.
 */
export async function renameFile(tx: Tx, accountId: number, id: number, filename: string): Promise<ProductFile> {
  rejectFields([{ field: "filename", message: filenameProblem(filename) }]);
  const renamed = await tx
    .updateTable("files")
    .set({ filename })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where(isLiveFile)
    .returning(fileColumns)
    .executeTakeFirst();
  if (!renamed) throw fileNotFound();
  return renamed;
}

/** Records a file that does not exist here, to hold downloads that another service counted. No product delivers it. */
export async function recordFormerFile(
  tx: Tx,
  accountId: number,
  { filename, sizeBytes, contentType }: { filename: string; sizeBytes: number; contentType: string },
  now: Instant,
): Promise<number> {
  const { id } = await tx
    .insertInto("files")
    .values({
      account_id: accountId,
      filename,
      size_bytes: sizeBytes,
      content_type: contentType,
      sha256: "",
      storage_key: null,
      created_at: now,
      deleted_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A message if `filename` cannot be a file name; otherwise null. */
export function filenameProblem(filename: string): string | null {
  if (/[/\\]/.test(filename) || filename === "." || filename === "..") return "must be a file name without a path";
  return textProblem(filename, { longest: 255 });
}

/**
 * One page of the account's stored files, newest first, and the total. With `text`, finds files whose names start with it, in any
 * case. Also finds those of the newest 5,000 files whose names contain all its words; accents are ignored, and at least one word
 * needs three characters.
 */
export async function listFiles(
  reader: Reader,
  accountId: number,
  { text, offset, limit }: { text?: string | undefined; offset: number; limit: number },
): Promise<{ files: ProductFile[]; total: number }> {
  let found = storedFiles(reader, accountId);
  if (text) {
    const containing = JSON.stringify(await idsContaining(reader, accountId, text));
    found = found.where(({ eb, or }) =>
      or([beginsWith("filename", text), eb("id", "in", valueSet(reader, "integer", containing))]),
    );
  }
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const files = await found.select(fileColumns).orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { files, total: count };
}

/** Maximum number of files to search for parts of a name. */
const mostLookedAt = 5_000;

/** The row numbers of the newest files whose names contain all words of the text. */
async function idsContaining(reader: Reader, accountId: number, text: string): Promise<number[]> {
  const parts = foldAccents(text)
    .split(" ")
    .filter((part) => part !== "");
  // One or two characters occur in too many names.
  if (!parts.some((part) => [...part].length >= shortestPart)) return [];
  const newest = await storedFiles(reader, accountId)
    .select(["id", "filename"])
    .orderBy("id", "desc")
    .limit(mostLookedAt)
    .execute();
  const ids: number[] = [];
  for (const { id, filename } of newest) {
    await giveWay();
    const name = foldAccents(filename);
    if (parts.every((part) => name.includes(part))) ids.push(id);
  }
  return ids;
}

/** Up to `limit` of the account's stored files with row numbers below `beforeId`, newest first, from `offset` on. */
export function nextFiles(
  reader: Reader,
  accountId: number,
  { beforeId, offset = 0, limit }: { beforeId?: number | undefined; offset?: number; limit: number },
): Promise<ProductFile[]> {
  let found = storedFiles(reader, accountId).select(fileColumns).orderBy("id", "desc").limit(limit).offset(offset);
  if (beforeId !== undefined) found = found.where("id", "<", beforeId);
  return found.execute();
}

/** A stored file of the account. Throws `not_found`. */
export async function requireFile(reader: Reader, accountId: number, id: number): Promise<ProductFile> {
  const file = await fileById(reader, accountId, id);
  if (!file) throw fileNotFound();
  return file;
}

/** A stored file of the account; null if it does not exist. */
export async function fileById(reader: Reader, accountId: number, id: number): Promise<ProductFile | null> {
  return (await storedFiles(reader, accountId).select(fileColumns).where("id", "=", id).executeTakeFirst()) ?? null;
}

export const fileNotFound = () => new DomainError("not_found", "There is no such file.");

function storedFiles(reader: Reader, accountId: number) {
  return reader.selectFrom("files").where("account_id", "=", accountId).where(isLiveFile);
}

/** The row numbers of the account's files and external links, deleted ones included, for a condition in a query. */
export const fileIdsOf = (reader: Reader, accountId: number) =>
  reader.selectFrom("files").select("id").where("account_id", "=", accountId);

/** The columns needed to deliver a file, for queries that name its table `file`. */
export const linkedFileColumns = [
  "file.id",
  "file.filename",
  "file.size_bytes as sizeBytes",
  "file.content_type as contentType",
  "file.sha256",
  "file.storage_key as storageKey",
  "file.external_url as externalUrl",
  "file.created_at as createdAt",
  "file.version",
  "file.version_note as versionNote",
  "file.version_added_at as versionAddedAt",
  "file.updated_at as updatedAt",
] as const;

/** A file of a product with a working permalink; none or one row. */
export const fileOfPermalink = prepared<
  { accountId: number; productGuid: string; fileId: number },
  ProductFile & { productId: number }
>((db, { accountId, productGuid, fileId }) =>
  liveProducts(db)
    .innerJoin("product_files as attached", "attached.product_id", "product.id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["product.id as productId", ...linkedFileColumns])
    .where("product.guid", "=", productGuid)
    .where("product.account_id", "=", accountId)
    .where("product.permalink_disabled_at", "is", null)
    .where("product.stamp", "is", null)
    .where("file.id", "=", fileId),
);
