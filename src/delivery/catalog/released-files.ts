import type { Reader } from "../../platform/database/database.ts";
import { type Platform, releaseOf, releasesOfFiles } from "./file-releases.ts";
import { compareVersions } from "./program-versions.ts";
import { filesOfProduct, isStored, type Product, type ProductFile } from "./queries.ts";
import { stampedFormat } from "./stamps.ts";

/** A file of a product that update feeds name: the version of it that customers get. */
export interface ReleasedFile {
  file: ProductFile;
  /** Of the program, such as 1.4.2. */
  version: string;
  platform: Platform;
  /** By the program's developer; null for none. */
  signature: string | null;
}

/**
 * The product's files whose current version has a version and a platform: newest first, then in its order. What carries the
 * stamp of an order goes out with that only.
 */
export async function releasedFiles(
  reader: Reader,
  product: Pick<Product, "id" | "storedStamp">,
): Promise<ReleasedFile[]> {
  const isReleased = (file: ProductFile) =>
    isStored(file) && (product.storedStamp === null || stampedFormat(file) === null);
  const files = (await filesOfProduct(reader, product.id)).filter(isReleased);
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
