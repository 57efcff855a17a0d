import type { S3Objects } from "../../platform/files/s3-objects.ts";
import type { StoredObject } from "../../platform/files/store.ts";
import { sha256Of } from "./hash.ts";
import { contentOf } from "./s3-reader.ts";
import type { Part } from "./writer.ts";

/** Bytes of the largest object that a store copies at once: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
const largestCopy = 5 * 1024 ** 3;

/**
 * Lets an S3 store copy objects to shared bytes of backups. `draft` is the name of an object for a copy that was not
 * compared with its hash yet, so that nothing with another content is ever found among the shared bytes.
 */
export class S3Copier {
  /** Until the store has refused: it may not let these credentials read the files. */
  #copies = true;

  constructor(
    private readonly objects: S3Objects,
    private readonly draft: string,
  ) {}

  /** Returns the SHA-256 of the source, which is stored under `key` if it is that of the part. Null if it cannot be copied. */
  async copy({ sha256, sizeBytes }: Part, from: StoredObject, key: string): Promise<string | null> {
    const { objects, draft } = this;
    const here = objects.locate(draft);
    if (!this.#copies || from.endpoint !== here.endpoint || sizeBytes > largestCopy) return null;
    try {
      const told = await objects.copy(from, draft, sizeBytes);
      const found = told ?? (await sha256Of(contentOf(objects, draft, sizeBytes)));
      if (found === sha256) await objects.copy(here, key, sizeBytes);
      return found;
    } catch {
      // Then the bytes are sent, and if the store cannot be reached at all, that says so.
      this.#copies = false;
      return null;
    } finally {
      await objects.delete(draft).catch(() => {});
    }
  }
}
