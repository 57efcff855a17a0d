import type { Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { noteChangedProduct } from "../../store/order-changes/note-changes.ts";
import type { ExternalUrl } from "./external-urls.ts";
import { isLiveFile } from "./live.ts";
import { lockProduct, type ProductKey } from "./product-lookup.ts";
import { filesOfProduct, isStored, type Product, type ProductFile } from "./queries.ts";

/** Maximum number of files of one product, and of external links. */
export const mostFiles = 500;

/** What a product delivers. Absent lists do not change. */
interface ProductFiles {
  /** Row numbers of stored files of the account. */
  fileIds?: number[] | undefined;
  externalUrls?: ExternalUrl[] | undefined;
}

/**
 * Replaces the product's lists, with stored files before external links. Existing orders follow. A link whose URL and
 * name are unchanged keeps its number and counts. The caller has locked the product. Throws `invalid` for a list that
 * is too long, and for each of `fileIds` that is not a file of the account.
 */
export async function setProductFiles(
  tx: Tx,
  product: Product,
  { fileIds, externalUrls }: ProductFiles,
  now: Instant,
): Promise<void> {
  if (fileIds === undefined && externalUrls === undefined) return;
  rejectFields([
    { field: "fileIds", message: countProblem(fileIds, "file IDs") },
    { field: "externalUrls", message: countProblem(externalUrls, "links") },
  ]);
  const before = await filesOfProduct(tx, product.id);
  const addressesBefore = before.filter((file) => !isStored(file));
  const wanted = fileIds ?? before.filter(isStored).map(({ id }) => id);
  const locked = await lockFiles(tx, product.accountId, wanted);
  if (fileIds) rejectUnknownFiles(fileIds, locked);
  const files = [...new Set(wanted)].filter((id) => locked.has(id));
  const addresses = externalUrls
    ? await replaceAddresses(tx, product.accountId, { before: addressesBefore, after: externalUrls }, now)
    : addressesBefore.map(({ id }) => id);
  const attached = [...files, ...addresses];
  if (new Set(attached).symmetricDifference(new Set(before.map(({ id }) => id))).size > 0) {
    await noteChangedProduct(tx, product.id);
  }
  await tx.deleteFrom("product_files").where("product_id", "=", product.id).execute();
  if (attached.length === 0) return;
  await tx
    .insertInto("product_files")
    .values(attached.map((file_id, index) => ({ product_id: product.id, file_id, position: index + 1 })))
    .execute();
}

/** Removes the files and links of a deleted product. Stored files stay in the account. */
export async function removeProductFiles(tx: Tx, product: Product, now: Instant): Promise<void> {
  await setProductFiles(tx, product, { fileIds: [], externalUrls: [] }, now);
}

/**
 * Adds a stored file after the product's other files, or in place of `replaces` if the product still has that file.
 * Existing orders follow. Returns the replaced file, or null. Throws `not_found` for the product, and `invalid` if the
 * account does not have the file or it would exceed the limit.
 */
export async function addProductFile(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  { fileId, replaces }: { fileId: number; replaces: number | null },
  now: Instant,
): Promise<{ product: Product; replaced: number | null }> {
  const product = await lockProduct(tx, accountId, key);
  const before = await lockedFiles(tx, product);
  const place = replaces === null ? -1 : before.indexOf(replaces);
  const others = before.filter((id) => id !== fileId);
  const fileIds = place < 0 ? [...others, fileId] : before.map((id) => (id === replaces ? fileId : id));
  rejectFields([{ field: "fileId", message: fileIds.length > mostFiles ? tooMany("files") : null }]);
  await setProductFiles(tx, product, { fileIds: [...new Set(fileIds)] }, now);
  return { product, replaced: place < 0 ? null : replaces };
}

/**
 * Moves one of the product's stored files to a position, counted from 1; a number that is too large means the last position.
 * Throws `not_found` for the product, and for a file it does not have.
 */
export async function moveProductFile(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  { fileId, position }: { fileId: number; position: number },
  now: Instant,
): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  const others = await filesBeside(tx, product, fileId);
  await setProductFiles(tx, product, { fileIds: others.toSpliced(position - 1, 0, fileId) }, now);
  return product;
}

/**
 * Removes one stored file from the product, and locks the product until the transaction ends. The file stays in the
 * account. Throws `not_found` as `moveProductFile` does.
 */
export async function removeProductFile(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  fileId: number,
  now: Instant,
): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  await setProductFiles(tx, product, { fileIds: await filesBeside(tx, product, fileId) }, now);
  return product;
}

/** Adds an external link after the product's others. Throws `not_found`, and `invalid` if it would exceed the limit. */
export async function addProductUrl(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  address: ExternalUrl,
  now: Instant,
): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  const before = await addressesOf(tx, product);
  rejectFields([{ field: "url", message: before.length >= mostFiles ? tooMany("links") : null }]);
  await setProductFiles(tx, product, { externalUrls: [...before, address] }, now);
  return product;
}

/**
 * Replaces one of the product's external links, or removes it if the new one is null. Throws `not_found` for the
 * product, and for a link it does not have.
 */
export async function replaceProductUrl(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  { urlId, address }: { urlId: number; address: ExternalUrl | null },
  now: Instant,
): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  const before = await addressesOf(tx, product);
  const place = before.findIndex(({ id }) => id === urlId);
  if (place < 0) throw new DomainError("not_found", `The product has no link with the ID ${urlId}.`);
  const externalUrls = before.toSpliced(place, 1, ...(address ? [{ id: urlId, ...address }] : []));
  await setProductFiles(tx, product, { externalUrls }, now);
  return product;
}

/** Locks the product and one of its stored files until the transaction ends. Throws `not_found`. */
export async function lockProductFile(tx: Tx, accountId: number, key: ProductKey, fileId: number): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  await filesBeside(tx, product, fileId);
  return product;
}

function countProblem(list: unknown[] = [], name: string): string | null {
  return list.length > mostFiles ? `must contain at most ${mostFiles} ${name}` : null;
}

/** Returns the numbers that are stored files of the account. Locks these files until the transaction ends. */
async function lockFiles(tx: Tx, accountId: number, fileIds: number[]): Promise<Set<number>> {
  if (fileIds.length === 0) return new Set();
  const locked = await lockRows(tx, "files")
    .where("id", "in", fileIds)
    .where("account_id", "=", accountId)
    .where(isLiveFile)
    .returning("id")
    .execute();
  return new Set(locked.map(({ id }) => id));
}

function rejectUnknownFiles(fileIds: number[], known: Set<number>): void {
  rejectFields(
    fileIds.map((id, index) => ({
      field: `fileIds[${index}]`,
      message: known.has(id) ? null : `is unknown: no file has the ID ${id}`,
    })),
  );
}

/** Returns the row numbers of `after`, each once, in order. */
async function replaceAddresses(
  tx: Tx,
  accountId: number,
  { before, after }: { before: ProductFile[]; after: ExternalUrl[] },
  now: Instant,
): Promise<number[]> {
  const ids = new Set<number>();
  const known = new Map(before.map((file) => [keyOf({ url: file.externalUrl ?? "", name: file.filename }), file.id]));
  for (const address of after) {
    const key = keyOf(address);
    const id = known.get(key) ?? (await insertAddress(tx, accountId, address, now));
    known.set(key, id);
    ids.add(id);
  }
  const removed = before.map(({ id }) => id).filter((id) => !ids.has(id));
  if (removed.length > 0) await tx.updateTable("files").set({ deleted_at: now }).where("id", "in", removed).execute();
  return [...ids];
}

const keyOf = ({ url, name }: ExternalUrl) => `${url}\n${name}`;

async function insertAddress(tx: Tx, accountId: number, { url, name }: ExternalUrl, now: Instant): Promise<number> {
  const { id } = await tx
    .insertInto("files")
    .values({
      account_id: accountId,
      filename: name,
      size_bytes: 0,
      content_type: "",
      sha256: "",
      storage_key: null,
      external_url: url,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The product's stored files, locked until the transaction ends. The caller has locked the product. */
async function lockedFiles(tx: Tx, product: Product): Promise<number[]> {
  const ids = (await filesOfProduct(tx, product.id)).filter(isStored).map(({ id }) => id);
  const locked = await lockFiles(tx, product.accountId, ids);
  return ids.filter((id) => locked.has(id));
}

async function filesBeside(tx: Tx, product: Product, fileId: number): Promise<number[]> {
  const ids = await lockedFiles(tx, product);
  if (!ids.includes(fileId)) throw new DomainError("not_found", `The product has no file with the ID ${fileId}.`);
  return ids.filter((id) => id !== fileId);
}

async function addressesOf(tx: Tx, product: Product): Promise<(ExternalUrl & { id: number })[]> {
  const files = await filesOfProduct(tx, product.id);
  return files
    .filter((file) => !isStored(file))
    .map(({ id, externalUrl, filename }) => ({ id, url: externalUrl ?? "", name: filename }));
}

const tooMany = (name: string) => `would exceed the limit of ${mostFiles} ${name} per product`;
