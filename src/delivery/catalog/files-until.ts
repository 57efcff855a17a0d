import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";
import { releaseOf, releasesOfFiles } from "./file-releases.ts";
import { compareVersions } from "./program-versions.ts";
import { isStored, type Product, type ProductFile } from "./queries.ts";
import { stampedFormat } from "./stamps.ts";

// The files that customers get of a product whose updates have ended (docs/connect/updates.md, Updates for a time).

/** Whether the file's current version was added after this time. External links have no versions. */
export const isAddedAfter = (file: Pick<ProductFile, "externalUrl" | "versionAddedAt" | "createdAt">, time: Instant) =>
  isStored(file) && (file.versionAddedAt ?? file.createdAt) > time;

/**
 * Each file with its newest version added by `until`, current or earlier. Earlier versions count only if their content is kept.
 * Null if there is none.
 */
export async function versionsUntil<File extends ProductFile>(
  reader: Reader,
  files: File[],
  until: Instant,
): Promise<Map<File, File | null>> {
  const late = new Set(files.filter((file) => isAddedAfter(file, until)));
  const ids = JSON.stringify([...late].map(({ id }) => id));
  const rows = late.size === 0 ? [] : await earlierVersions(reader, { ids, until });
  const earlier = new Map(rows.map((row) => [row.fileId, row]));
  const atTheEnd = (file: File): File | null => {
    const { fileId, ...version } = earlier.get(file.id) ?? {};
    return fileId === undefined ? null : { ...file, ...version, updatedAt: changedAt(version) };
  };
  return new Map(files.map((file) => [file, late.has(file) ? atTheEnd(file) : file]));
}

/**
 * The files of an order whose updates end at `until` (null for never), each with its newest version added by then. A file added
 * later has no such version; it is left out only if it belongs to a newer version than the other files. Files that carry the
 * order's stamp are always current.
 */
export async function filesUntil<File extends ProductFile>(
  reader: Reader,
  files: File[],
  { until, storedStamp }: { until: Instant | null } & Pick<Product, "storedStamp">,
): Promise<File[]> {
  if (until === null) return files;
  const dated = files.filter((file) => storedStamp === null || stampedFormat(file) === null);
  const versions = await versionsUntil(reader, dated, until);
  const allowed = [...versions.values()].filter((file) => file !== null);
  if (allowed.length === versions.size) return files.map((file) => versions.get(file) ?? file);
  const ids = files.map(({ id }) => id);
  const releases = await releasesOfFiles(reader, ids);
  const versionOf = ({ id, version }: File) => releaseOf(releases, id, version).version;
  const released = allowed.flatMap((file) => versionOf(file) ?? []);
  const isNewer = (file: File): boolean => {
    const version = versionOf(file);
    return version !== null && released.length > 0 && released.every((one) => compareVersions(version, one) > 0);
  };
  return files.flatMap((file) => {
    const version = versions.has(file) ? versions.get(file) : file;
    return version ?? (isNewer(file) ? [] : [file]);
  });
}

/** The first version has not changed since it was added. */
const changedAt = ({ version, versionAddedAt }: Partial<EarlierVersion>): Instant | null =>
  version === 1 ? null : (versionAddedAt ?? null);

type VersionColumn = "filename" | "sizeBytes" | "contentType" | "sha256" | "storageKey" | "version" | "versionNote";

interface EarlierVersion extends Pick<ProductFile, VersionColumn | "versionAddedAt"> {
  fileId: number;
}

/** Oldest first. Leaves out versions that the owner withdrew by making an earlier one current. */
const earlierVersions = prepared<{ ids: string; until: Instant }, EarlierVersion>((db, { ids, until }) =>
  db
    .selectFrom("file_versions as earlier")
    .innerJoin("files as file", "file.id", "earlier.file_id")
    .select(["earlier.file_id as fileId", "earlier.filename", "earlier.size_bytes as sizeBytes"])
    .select(["earlier.content_type as contentType", "earlier.sha256", "earlier.storage_key as storageKey"])
    .select(["earlier.number as version", "earlier.note as versionNote", "earlier.added_at as versionAddedAt"])
    .where("earlier.file_id", "in", valueSet(db, "integer", ids))
    .whereRef("earlier.number", "<", "file.version")
    .where("earlier.added_at", "<=", until)
    .where("earlier.storage_key", "is not", null)
    .orderBy("earlier.number"),
);
