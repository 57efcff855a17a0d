import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { textProblem } from "../../platform/text.ts";

/** The systems that a version of a file can be made for. `any` is for files that run on all of them. */
export const platforms = [
  "any",
  "mac-arm64",
  "mac-x64",
  "mac-universal",
  "windows-x64",
  "windows-arm64",
  "windows-x86",
  "linux-x64",
  "linux-arm64",
] as const;

export type Platform = (typeof platforms)[number];

/** The platform of this name; null if there is none. */
export const platformNamed = (name: string | null | undefined): Platform | null =>
  platforms.find((one) => one === name) ?? null;

/** What update feeds say about a version of a file. Feeds include it once it has a version and a platform. */
export interface FileRelease {
  /** The program's version, such as 1.4.2; null if unknown. */
  version: string | null;
  /** Null if unknown. */
  platform: Platform | null;
  /** Made by the program's developer for its updater, and passed on unchanged. Null for none. */
  signature: string | null;
}

/** Absent fields do not change. */
export type ReleaseChanges = { [Name in keyof FileRelease]?: FileRelease[Name] | undefined };

/** Maximum length of a signature, in characters. Those of Tauri have about 400. */
export const longestSignature = 2_000;

/** Maximum length of a version, in characters. */
export const longestVersion = 64;

/** Up to four numbers, then a suffix as semver.org allows. Feeds compare versions by it. */
const versionShape = /^\d{1,9}(\.\d{1,9}){0,3}(-[\dA-Za-z.-]+)?(\+[\dA-Za-z.-]+)?$/;

/** A message if `version` cannot be a program's version; null otherwise. */
export function versionProblem(version: string): string | null {
  return versionShape.test(version) ? null : "must be a version such as 1.4.2 or 2.0.0-beta.1";
}

/** A message if `signature` cannot be kept; null otherwise. It may have several lines. */
export function signatureProblem(signature: string): string | null {
  return textProblem(signature.replace(/[\r\n\t]/g, " "), { shortest: 1, longest: longestSignature });
}

const unsaid: FileRelease = { version: null, platform: null, signature: null };

/** The release details of a version of a file, from the result of `releasesOfFiles`. */
export const releaseOf = (releases: Map<string, FileRelease>, fileId: number, number: number): FileRelease =>
  releases.get(releaseKey(fileId, number)) ?? unsaid;

/** The release details of all versions of these files (row numbers), for `releaseOf`. */
export async function releasesOfFiles(reader: Reader, fileIds: number[]): Promise<Map<string, FileRelease>> {
  if (fileIds.length === 0) return new Map();
  const rows = await releaseRows(reader, { ids: JSON.stringify(fileIds) });
  return new Map(
    rows.map(({ fileId, number, version, platform, signature }) => [
      releaseKey(fileId, number),
      { version, platform: platformNamed(platform), signature },
    ]),
  );
}

const releaseKey = (fileId: number, number: number) => `${fileId} ${number}`;

interface ReleaseRow {
  fileId: number;
  number: number;
  version: string | null;
  platform: string | null;
  signature: string | null;
}

const releaseRows = prepared<{ ids: string }, ReleaseRow>((db, { ids }) =>
  db
    .selectFrom("file_releases")
    .select(["file_id as fileId", "number", "version", "platform", "signature"])
    .where("file_id", "in", valueSet(db, "integer", ids)),
);

/**
 * Sets the release details of a version of a file; absent fields do not change. The caller has checked that the version exists.
 */
export async function setFileRelease(
  tx: Tx,
  accountId: number,
  { fileId, number }: { fileId: number; number: number },
  { version, platform, signature }: ReleaseChanges,
): Promise<void> {
  const said = { version, platform, signature };
  if (Object.values(said).every((value) => value === undefined)) return;
  await tx
    .insertInto("file_releases")
    .values({ account_id: accountId, file_id: fileId, number, ...said })
    .onConflict((conflict) => conflict.columns(["file_id", "number"]).doUpdateSet(said))
    .execute();
}
