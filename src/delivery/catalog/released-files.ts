import type { Reader } from "../../platform/database/database.ts";
import { type Platform, releaseOf, releasesOfFiles } from "./file-releases.ts";
import { compareVersions } from "./program-versions.ts";
import { filesOfProduct, isStored, type ProductFile } from "./queries.ts";

/** A file of a product that update feeds name: the version of it that customers get. */
export interface ReleasedFile {
  file: ProductFile;
  /** Of the program, such as 1.4.2. */
  version: string;
  platform: Platform;
  /** By the program's developer; null for none. */
  signature: string | null;
}

/** The product's files (row number) whose current version has a version and a platform: newest first, then in its order. */
export async function releasedFiles(reader: Reader, productId: number): Promise<ReleasedFile[]> {
  const files = (await filesOfProduct(reader, productId)).filter(isStored);
  const releases = await releasesOfFiles(
    reader,
    files.map(({ id }) => id),
  );
  return files
    .flatMap((file) => {
      const { version, platform, signature } = releaseOf(releases, file.id, file.version);
      return version === null || platform === null ? [] : [{ file, version, platform, signature }];
    })
    .toSorted((one, other) => compareVersions(other.version, one.version));
}
