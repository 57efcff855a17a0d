import type { Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { rejectFields } from "../errors.ts";
import type { ExternalUrl } from "./external-urls.ts";
import { filesOfProduct, isStored, type Product, type ProductFile } from "./queries.ts";

/** More files, or more addresses, of one product are a mistake. */
export const mostFiles = 500;

/** What a product is to deliver; a list that is absent stays as it is. */
interface ProductFiles {
  /** Row numbers of stored files of the account. */
  fileIds?: number[] | undefined;
  externalUrls?: ExternalUrl[] | undefined;
}

/**
 * Makes these the product's lists, stored files before addresses elsewhere; past orders follow. An address with the
 * URL and name of one before is that one still, with its number and counts. The caller holds the product. Throws
 * `invalid` that names each `item_assets` entry which is no file of the account, and for a list that is too long.
 */
export async function setProductFiles(
  tx: Tx,
  product: Product,
  { fileIds, externalUrls }: ProductFiles,
  now: number,
): Promise<void> {
  if (fileIds === undefined && externalUrls === undefined) return;
  rejectFields([
    { field: "item_assets", message: countProblem(fileIds, "file ids") },
    { field: "item_urls", message: countProblem(externalUrls, "addresses") },
  ]);
  const before = await filesOfProduct(tx, product.id);
  const addressesBefore = before.filter((file) => !isStored(file));
  const wanted = fileIds ?? before.filter(isStored).map(({ id }) => id);
  const held = await holdFiles(tx, product.account_id, wanted);
  if (fileIds) rejectUnknownFiles(fileIds, held);
  const files = [...new Set(wanted)].filter((id) => held.has(id));
  const addresses = externalUrls
    ? await replaceAddresses(tx, product.account_id, { before: addressesBefore, after: externalUrls }, now)
    : addressesBefore.map(({ id }) => id);
  await tx.deleteFrom("product_files").where("product_id", "=", product.id).execute();
  const attached = [...files, ...addresses];
  if (attached.length === 0) return;
  await tx
    .insertInto("product_files")
    .values(attached.map((file_id, index) => ({ product_id: product.id, file_id, position: index + 1 })))
    .execute();
}

/** Takes away what a deleted product delivered. Stored files stay in the account. */
export async function removeProductFiles(tx: Tx, product: Product, now: number): Promise<void> {
  await setProductFiles(tx, product, { fileIds: [], externalUrls: [] }, now);
}

function countProblem(list: unknown[] = [], name: string): string | null {
  return list.length > mostFiles ? `must have at most ${mostFiles} ${name}` : null;
}

/** Those of the numbers that are the account's stored files, which nobody deletes until the transaction ends. */
export async function holdFiles(tx: Tx, accountId: number, fileIds: number[]): Promise<Set<number>> {
  if (fileIds.length === 0) return new Set();
  const held = await holdRows(tx, "files")
    .where("id", "in", fileIds)
    .where("account_id", "=", accountId)
    .where("storage_key", "is not", null)
    .where("deleted_at", "is", null)
    .returning("id")
    .execute();
  return new Set(held.map(({ id }) => id));
}

function rejectUnknownFiles(fileIds: number[], known: Set<number>): void {
  rejectFields(
    fileIds.map((id, index) => ({
      field: `item_assets[${index}]`,
      message: known.has(id) ? null : `names no file: there is none with the id ${id}`,
    })),
  );
}

/** Returns the row numbers of `after`, each once, in its order. */
async function replaceAddresses(
  tx: Tx,
  accountId: number,
  { before, after }: { before: ProductFile[]; after: ExternalUrl[] },
  now: number,
): Promise<number[]> {
  const ids = new Set<number>();
  const known = new Map(before.map((file) => [keyOf({ url: file.external_url ?? "", name: file.filename }), file.id]));
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

async function insertAddress(tx: Tx, accountId: number, { url, name }: ExternalUrl, now: number): Promise<number> {
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
