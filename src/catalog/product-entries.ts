import type { Tx } from "../database/database.ts";
import { DomainError, rejectFields } from "../errors.ts";
import type { ExternalUrl } from "./external-urls.ts";
import { holdFiles, mostFiles, setProductFiles } from "./product-files.ts";
import { filesOfProduct, isStored, lockProduct, type Product, type ProductKey } from "./products.ts";

/**
 * Adds a stored file after those that the product has, or in the place of `replaces` as far as the product still has
 * that one; past orders follow. Answers which file it has taken the place of; null for none. Throws `not_found` for the
 * product, `invalid` for a file that the account does not have or that would be one too many.
 */
export async function addProductFile(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  { fileId, replaces }: { fileId: number; replaces: number | null },
  now: number,
): Promise<{ product: Product; replaced: number | null }> {
  const product = await lockProduct(tx, accountId, key);
  const before = await heldFiles(tx, product);
  const place = replaces === null ? -1 : before.indexOf(replaces);
  const others = before.filter((id) => id !== fileId);
  const fileIds = place < 0 ? [...others, fileId] : before.map((id) => (id === replaces ? fileId : id));
  rejectFields([{ field: "file_id", message: fileIds.length > mostFiles ? tooMany("files") : null }]);
  await setProductFiles(tx, product, { fileIds: [...new Set(fileIds)] }, now);
  return { product, replaced: place < 0 ? null : replaces };
}

/**
 * Moves one of the product's stored files to a place among them, from 1; beyond the last counts as the last. Throws
 * `not_found` for the product and for a file that it does not have.
 */
export async function moveProductFile(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  { fileId, position }: { fileId: number; position: number },
  now: number,
): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  const others = await filesBeside(tx, product, fileId);
  await setProductFiles(tx, product, { fileIds: others.toSpliced(position - 1, 0, fileId) }, now);
  return product;
}

/**
 * Takes one stored file off the product, which nobody else changes until the transaction ends. It stays in the account.
 * Throws `not_found` as `moveProductFile` does.
 */
export async function removeProductFile(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  fileId: number,
  now: number,
): Promise<void> {
  const product = await lockProduct(tx, accountId, key);
  await setProductFiles(tx, product, { fileIds: await filesBeside(tx, product, fileId) }, now);
}

/** Adds an address after those that the product has. Throws `not_found`, and `invalid` for one too many. */
export async function addProductUrl(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  address: ExternalUrl,
  now: number,
): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  const before = await addressesOf(tx, product);
  rejectFields([{ field: "url", message: before.length >= mostFiles ? tooMany("addresses") : null }]);
  await setProductFiles(tx, product, { externalUrls: [...before, address] }, now);
  return product;
}

/**
 * Puts another address in the place of one of the product's, or takes that one away when it is null. Throws `not_found`
 * for the product and for an address that it does not have.
 */
export async function replaceProductUrl(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  { urlId, address }: { urlId: number; address: ExternalUrl | null },
  now: number,
): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  const before = await addressesOf(tx, product);
  const place = before.findIndex(({ id }) => id === urlId);
  if (place < 0) throw new DomainError("not_found", `The product has no address with the id ${urlId}.`);
  const externalUrls = before.toSpliced(place, 1, ...(address ? [{ id: urlId, ...address }] : []));
  await setProductFiles(tx, product, { externalUrls }, now);
  return product;
}

/** The product's stored files, which nobody deletes until the transaction ends; the caller holds the product. */
async function heldFiles(tx: Tx, product: Product): Promise<number[]> {
  const ids = (await filesOfProduct(tx, product.id)).filter(isStored).map(({ id }) => id);
  const held = await holdFiles(tx, product.account_id, ids);
  return ids.filter((id) => held.has(id));
}

async function filesBeside(tx: Tx, product: Product, fileId: number): Promise<number[]> {
  const ids = await heldFiles(tx, product);
  if (!ids.includes(fileId)) throw new DomainError("not_found", `The product has no file with the id ${fileId}.`);
  return ids.filter((id) => id !== fileId);
}

async function addressesOf(tx: Tx, product: Product): Promise<(ExternalUrl & { id: number })[]> {
  const files = await filesOfProduct(tx, product.id);
  return files
    .filter((file) => !isStored(file))
    .map(({ id, external_url, filename }) => ({ id, url: external_url ?? "", name: filename }));
}

const tooMany = (name: string) => `would be more than the ${mostFiles} ${name} that a product can have`;
