import type { Reader } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { type FileRelease, releaseOf, releasesOfFiles } from "./file-releases.ts";
import { requireProductById } from "./product-lookup.ts";
import { filesOfProduct, isStored } from "./queries.ts";

/** A version of a file as shown in lists. */
export interface FileVersion {
  /** From 1. A number is never reused for another version of the file. */
  number: number;
  filename: string;
  sizeBytes: number;
  contentType: string;
  sha256: string;
  /** Null once its content was removed. */
  storageKey: string | null;
  /** What is new, for customers; may be empty. */
  note: string;
  /** The member who added it; null for a program, and for the first version. */
  addedBy: string | null;
  addedAt: Instant;
  /** What update feeds say about it. */
  release: FileRelease;
  /** Whether it is the version that customers get. */
  isCurrent: boolean;
}

/** The versions of one of the product's files, newest first, and their total number. Throws `not_found`. */
export async function listFileVersions(
  reader: Reader,
  accountId: number,
  file: { productId: number; fileId: number },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ versions: FileVersion[]; total: number }> {
  const current = await requireCurrentVersion(reader, accountId, file);
  const earlier = await earlierVersions(reader, file.fileId).execute();
  const releases = await releasesOfFiles(reader, [file.fileId]);
  const asListed = asEarlier(file.fileId, releases);
  const versions = [current, ...earlier.map(asListed)].toSorted((one, other) => other.number - one.number);
  return { versions: versions.slice(offset, offset + limit), total: versions.length };
}

/** One version of one of the product's files. Throws `not_found`. */
export async function requireFileVersion(
  reader: Reader,
  accountId: number,
  file: { productId: number; fileId: number },
  number: number,
): Promise<FileVersion> {
  const current = await requireCurrentVersion(reader, accountId, file);
  if (current.number === number) return current;
  const earlier = await earlierVersions(reader, file.fileId).where("number", "=", number).executeTakeFirst();
  if (!earlier) throw new DomainError("not_found", `The file has no version ${number}.`);
  return asEarlier(file.fileId, await releasesOfFiles(reader, [file.fileId]))(earlier);
}

/** The version of one of the product's files that customers get. Throws `not_found`. */
export async function requireCurrentVersion(
  reader: Reader,
  accountId: number,
  { productId, fileId }: { productId: number; fileId: number },
): Promise<FileVersion> {
  await requireProductById(reader, accountId, productId);
  const files = await filesOfProduct(reader, productId);
  const file = files.find((one) => one.id === fileId && isStored(one));
  if (!file) throw new DomainError("not_found", `The product has no file with the ID ${fileId}.`);
  const added = await reader
    .selectFrom("files")
    .select(["version_added_by as addedBy", "version_added_at as addedAt"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  const { filename, sizeBytes, contentType, sha256, storageKey } = file;
  return {
    number: file.version,
    filename,
    sizeBytes,
    contentType,
    sha256,
    storageKey,
    note: file.versionNote,
    addedBy: added.addedBy,
    addedAt: added.addedAt ?? file.createdAt,
    release: releaseOf(await releasesOfFiles(reader, [fileId]), fileId, file.version),
    isCurrent: true,
  };
}

const earlierVersions = (reader: Reader, fileId: number) =>
  reader
    .selectFrom("file_versions")
    .select(["number", "filename", "size_bytes as sizeBytes", "content_type as contentType", "sha256"])
    .select(["storage_key as storageKey", "note", "added_by as addedBy", "added_at as addedAt"])
    .where("file_id", "=", fileId);

const asEarlier =
  (fileId: number, releases: Map<string, FileRelease>) =>
  (version: Omit<FileVersion, "isCurrent" | "release">): FileVersion => ({
    ...version,
    release: releaseOf(releases, fileId, version.number),
    isCurrent: false,
  });
