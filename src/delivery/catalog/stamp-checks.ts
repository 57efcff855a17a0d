import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { type StampedFormat, type StampProblem, stampedFormat, stampProblems } from "./stamps.ts";

// Checks whether the files of stamped products can be stamped, so that their owners know before a customer asks.

/** A file to check. */
export interface FileToCheck {
  accountId: number;
  id: number;
  format: StampedFormat;
  /** Bytes. */
  sizeBytes: number;
  sha256: string;
  storageKey: string;
}

/** Unchecked PDF and EPUB files of stamped products, oldest first; at most `most`. */
export async function filesToCheck(reader: Reader, most: number): Promise<FileToCheck[]> {
  const rows = await unchecked(reader, { most });
  return rows.flatMap(({ filename, contentType, ...file }) => {
    const format = stampedFormat({ filename, contentType, externalUrl: null });
    return format === null ? [] : [{ ...file, format }];
  });
}

const unchecked = prepared<{ most: number }, Omit<FileToCheck, "format"> & { filename: string; contentType: string }>(
  (db, { most }) =>
    stampedProductFiles(db)
      .select(["file.account_id as accountId", "file.id", "file.filename", "file.content_type as contentType"])
      .select(["file.size_bytes as sizeBytes", "file.sha256"])
      .select(({ ref }) => ref("file.storage_key").$notNull().as("storageKey"))
      .where("file.stamp_check", "is", null)
      .where(sql<boolean>`(lower(file.filename) like '%.pdf' or lower(file.filename) like '%.epub'
      or lower(file.content_type) like 'application/pdf%' or lower(file.content_type) like 'application/epub+zip%')`)
      .distinct()
      .orderBy("file.id")
      .limit(most),
);

/** Records whether this content (SHA-256) of a file can be stamped; null means that it can. */
export async function noteStampCheck(
  tx: Tx,
  { id, sha256 }: Pick<FileToCheck, "id" | "sha256">,
  problem: StampProblem | null,
): Promise<void> {
  await tx
    .updateTable("files")
    .set({ stamp_check: problem ?? "ok" })
    .where("id", "=", id)
    .where("sha256", "=", sha256)
    .execute();
}

/** The problem that `noteStampCheck` recorded; null for none. */
export const stampProblemIn = (check: string | null): StampProblem | null =>
  stampProblems.find((problem) => problem === check) ?? null;

/** A file that customers of a stamped product cannot get. */
export interface UnstampableFile {
  /** The product's row number. */
  id: number;
  sku: string;
  name: string;
  fileId: number;
  filename: string;
  problem: StampProblem;
}

/** The account's files that cannot be stamped, by product, and their number; at most `most` of each. */
export async function unstampableFiles(
  reader: Reader,
  accountId: number,
  most: number,
): Promise<{ total: number; files: UnstampableFile[] }> {
  const files = await unstampable(reader).where("product.account_id", "=", accountId).limit(mostCounted).execute();
  return { total: files.length, files: files.slice(0, most).map(withProblem) };
}

/** The files of these products (row numbers) that cannot be stamped. */
export async function unstampableFilesOf(reader: Reader, productIds: number[]): Promise<UnstampableFile[]> {
  if (productIds.length === 0) return [];
  return (await unstampable(reader).where("product.id", "in", productIds).execute()).map(withProblem);
}

/** Maximum number of files to count. */
const mostCounted = 1_000;

const withProblem = ({ check, ...file }: Omit<UnstampableFile, "problem"> & { check: string | null }) => ({
  ...file,
  problem: stampProblemIn(check) ?? "broken",
});

const unstampable = (reader: Reader) =>
  stampedProductFiles(reader)
    .select(["product.id", "product.sku", "product.name", "file.id as fileId", "file.filename"])
    .select("file.stamp_check as check")
    .where("file.stamp_check", "in", [...stampProblems])
    .orderBy("product.id")
    .orderBy("file.id");

const stampedProductFiles = (db: Reader) =>
  db
    .selectFrom("products as product")
    .innerJoin("product_files as attached", "attached.product_id", "product.id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .where("product.stamp", "is not", null)
    .where("product.deleted_at", "is", null)
    .where("file.storage_key", "is not", null);
