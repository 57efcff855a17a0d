import { z } from "@hono/zod-openapi";
import {
  filesOfProduct,
  isStored,
  type ProductFile,
  permalinkGuidsOfFiles,
} from "../../../delivery/catalog/queries.ts";
import { permalinkPath } from "../../../platform/customer-paths.ts";
import type { Reader } from "../../../platform/database/database.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { pageOf } from "../framework/answers.ts";
import { created, permalink } from "../framework/example-store.ts";
import {
  createdAt,
  orNull,
  type PageQuery,
  rowsOf,
  shownFilename,
  shownId,
  shownInstant,
  shownInteger,
  shownText,
} from "../framework/fields.ts";

export const exampleFile = {
  id: 1,
  filename: "map.pdf",
  size_bytes: 4_194_304,
  content_type: "application/pdf",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  permalink: `${permalink}/1/map.pdf`,
  version: 1,
  version_note: null,
  created_at: created,
  updated_at: null,
};

export const fileSchema = z
  .object({
    id: shownId,
    filename: shownFilename,
    size_bytes: shownInteger.describe("Size of the file in bytes."),
    content_type: z.string().describe("Media type of the file, such as `application/zip`."),
    sha256: z.string().describe("SHA-256 hash of the content, in hexadecimal."),
    permalink: z
      .string()
      .nullable()
      .describe(
        "Path of the file under the permalink of a product that uses it. Null if no such permalink is enabled.",
      ),
    version: z.number().int().describe("Number of the version that customers get, starting at 1."),
    version_note: shownText.describe("What is new in this version, for customers."),
    created_at: createdAt,
    updated_at: shownInstant.nullable().describe("When the content changed last. Null: it is still the first version."),
  })
  .openapi("File", { example: exampleFile });

/** `sorted` describes their order. */
export const filesAnswer = (sorted: string) => pageOf("files", fileSchema, `files, ${sorted}`);

type PresentedFile = z.output<typeof fileSchema>;

type ShownFile = Pick<
  ProductFile,
  "id" | "filename" | "sizeBytes" | "contentType" | "sha256" | "createdAt" | "version" | "versionNote" | "updatedAt"
>;

/** Files as the answers show them, in the same order. */
export async function presentFiles(reader: Reader, files: ShownFile[]): Promise<PresentedFile[]> {
  const guids = await permalinkGuidsOfFiles(
    reader,
    files.map(({ id }) => id),
  );
  return files.map((file) => presentFile(file, guids.get(file.id) ?? null));
}

/** One file. `productGuid` is the guid of a product whose permalink delivers it, or null. */
export function presentFile(file: ShownFile, productGuid: string | null): PresentedFile {
  const { id, filename, sha256 } = file;
  const path = `${id}/${encodeURIComponent(filename.toWellFormed())}`;
  const permalink = productGuid === null ? null : `${permalinkPath(productGuid)}/${path}`;
  return {
    id,
    filename,
    size_bytes: file.sizeBytes,
    content_type: file.contentType,
    sha256,
    permalink,
    version: file.version,
    version_note: orNull(file.versionNote),
    created_at: writeInstant(file.createdAt),
    updated_at: file.updatedAt === null ? null : writeInstant(file.updatedAt),
  };
}

/** One page of the stored files that a product delivers. */
export async function pageOfFiles(
  reader: Reader,
  productId: number,
  page: PageQuery,
): Promise<{ files: ProductFile[]; total: number }> {
  const stored = (await filesOfProduct(reader, productId)).filter(isStored);
  const { offset, limit } = rowsOf(page);
  return { files: stored.slice(offset, offset + limit), total: stored.length };
}
