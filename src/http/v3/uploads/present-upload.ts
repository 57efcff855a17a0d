import { z } from "@hono/zod-openapi";
import { requireFile } from "../../../delivery/catalog/files.ts";
import { type Upload, uploadById, uploadLifetime } from "../../../delivery/catalog/uploads.ts";
import { instant, writeInstant } from "../../../platform/instants.ts";
import type { V3Services } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { createdAt, described, shownFilename, shownInstant } from "../framework/fields.ts";
import { exampleFile, fileSchema, presentFiles } from "../products/present-file.ts";

export const exampleId = "5f0c2a9e4b7d41c8a3e6d9b2f1078c54";

export const uploadSchema = z
  .object({
    id: z.string().describe("ID of the upload, with which its address `/api/v3/uploads/{id}` ends."),
    filename: shownFilename,
    size_bytes: z
      .number()
      .int()
      .nullable()
      .describe("Size of the complete file in bytes. Null until the client sends it."),
    offset: z.number().int().describe("Number of bytes received."),
    created_at: createdAt,
    expires_at: shownInstant.describe("When the upload is deleted if it is not complete by then."),
    file: described(fileSchema.nullable(), "The finished file. Null while the upload is incomplete or being stored."),
    product_id: z
      .number()
      .int()
      .nullable()
      .describe(
        "ID of the product that got the file. Null if none was named, or the product was deleted or has too many files.",
      ),
  })
  .openapi("Upload", {
    example: {
      id: exampleId,
      filename: "map.pdf",
      size_bytes: 4_194_304,
      offset: 4_194_304,
      created_at: created,
      expires_at: "2026-11-27T21:37:00+00:00",
      file: { ...exampleFile, permalink: null },
      product_id: null,
    },
  });

/** `fileId` is the file that the upload has become; null until then. */
export async function presentUpload(
  { db: { read }, uploads }: Pick<V3Services, "db" | "uploads">,
  upload: Upload,
  fileId: number | null,
): Promise<z.output<typeof uploadSchema>> {
  const files = fileId === null ? [] : [await requireFile(read, upload.accountId, fileId)];
  const [file = null] = await presentFiles(read, files);
  const recorded = file && (await uploadById(read, upload.accountId, upload.id));
  const arrived = file ? file.size_bytes : (await uploads.partials.stateOf(upload.id))?.sizeBytes;
  return {
    id: upload.id,
    filename: upload.filename,
    size_bytes: upload.sizeBytes,
    offset: arrived ?? 0,
    created_at: writeInstant(upload.createdAt),
    expires_at: writeInstant(instant(upload.createdAt + uploadLifetime)),
    file,
    product_id: recorded?.productId ?? null,
  };
}
