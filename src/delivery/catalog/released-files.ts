import type { Reader } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { type Platform, releaseOf, releasesOfFiles } from "./file-releases.ts";
import { versionsUntil } from "./files-until.ts";
import { compareVersions } from "./program-versions.ts";
import { filesOfProduct, isStored, type Product, type ProductFile } from "./queries.ts";
import { stampedFormat } from "./stamps.ts";

/** A product's file in update feeds, in the version that customers get. */
export interface ReleasedFile {
  file: ProductFile;
  /** The program's version, such as 1.4.2. */
  version: string;
  platform: Platform;
  /** Made by the program's developer; null for none. */
  signature: string | null;
}

/**
 * The product's files whose current version has a version and a platform: newest first, then in the product's order. Leaves out
 * files that must carry an order's stamp. With `until`, each file has the version that was newest at that time.
 */
export async function releasedFiles(
  reader: Reader,
  product: Pick<Product, "id" | "storedStamp">,
  until: Instant | null = null,
): Promise<ReleasedFile[]> {
  const isReleased = (file: ProductFile) =>
    isStored(file) && (product.storedStamp === null || stampedFormat(file) === null);
  const current = (await filesOfProduct(reader, product.id)).filter(isReleased);
  const files = until === null ? current : await filesOfThen(reader, current, until);
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

const filesOfThen = async (reader: Reader, files: ProductFile[], until: Instant): Promise<ProductFile[]> =>
  [...(await versionsUntil(reader, files, until)).values()].filter((file) => file !== null);
