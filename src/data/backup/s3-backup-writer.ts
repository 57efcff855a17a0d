import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { S3Objects } from "../../platform/files/s3-objects.ts";
import { partSizeFor, writeObject } from "../../platform/files/s3-writer.ts";
import type { StoredObject } from "../../platform/files/store.ts";
import { nameOf } from "./backup-names.ts";
import { isOwnPart, parts } from "./contents.ts";
import { sha256Of } from "./hash.ts";
import { damaged } from "./manifest.ts";
import type { BackupDraft, DraftSettings } from "./place.ts";
import { sharedFolder, sharedHashOf, sharedObject } from "./s3-names.ts";
import { contentOf } from "./s3-reader.ts";
import { listName, readSharedParts, writeSharedPart } from "./shared-parts.ts";
import { hashed, type Part } from "./writer.ts";

/** The backup's own parts that are written before it is complete. */
const early = [parts.database, parts.secret, listName];

/**
 * A backup that is being written into an S3 store. Keeps the manifest in memory until the rest is stored. Reads back
 * everything that it writes. Does not write bytes again that an earlier backup has stored under the same hash.
 */
export class S3BackupWriter implements BackupDraft {
  readonly #name: string;
  readonly #copier: S3Copier;
  #manifest: Uint8Array | null = null;
  #isPublished = false;

  private constructor(
    private readonly objects: S3Objects,
    { createdAt }: DraftSettings,
    private readonly stopping: AbortSignal,
    /** Sizes of the stored shared bytes, by hash. */
    private readonly shared: Map<string, number>,
    private readonly listPath: string,
    private readonly list: FileHandle,
  ) {
    this.#name = nameOf(createdAt);
    this.#copier = new S3Copier(objects, `${this.#name}/copied`);
  }

  static async begin(objects: S3Objects, settings: DraftSettings): Promise<S3BackupWriter> {
    const name = nameOf(settings.createdAt);
    if (await objects.facts(`${name}/${parts.manifest}`)) throw new Error(`There is a backup ${name} already.`);
    const shared = await sharedIn(objects);
    const listPath = join(settings.workFolder, listName);
    const list = await open(listPath, "ax", 0o600);
    return new S3BackupWriter(objects, settings, settings.stopping, shared, listPath, list);
  }

  async add(part: Part): Promise<string> {
    this.stopping.throwIfAborted();
    if (part.name === parts.manifest) return this.#keepManifest(part);
    return isOwnPart(part.name) ? this.#write(this.#own(part.name), part) : this.#share(part);
  }

  async check(): Promise<void> {
    await this.#write(this.#own(listName), {
      sizeBytes: (await stat(this.listPath)).size,
      sha256: null,
      content: () => Bun.file(this.listPath).stream(),
    });
    const present = await sharedIn(this.objects);
    for await (const { sha256, sizeBytes, name } of readSharedParts(Bun.file(this.listPath).stream())) {
      // The list may be out of date.
      const found = present.get(sha256) ?? (await this.objects.facts(sharedObject(sha256)))?.sizeBytes;
      if (found !== sizeBytes) throw damaged(`its ${name} is missing or was changed`);
    }
  }

  async publish(): Promise<void> {
    const bytes = this.#manifest;
    if (!bytes) throw new Error("The backup has no manifest.");
    const content = () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
    await this.#write(this.#own(parts.manifest), { sizeBytes: bytes.byteLength, sha256: null, content });
    this.#isPublished = true;
  }

  /** Removes what it can. The next backup removes the rest. */
  async close(): Promise<void> {
    await this.list.close();
    if (this.#isPublished) return;
    for (const part of [parts.manifest, ...early]) await this.objects.delete(this.#own(part)).catch(() => {});
  }

  #own(part: string): string {
    return `${this.#name}/${part}`;
  }

  async #keepManifest({ content }: Part): Promise<string> {
    const bytes = await new Response(content()).bytes();
    this.#manifest = bytes;
    return Bun.SHA256.hash(bytes, "hex");
  }

  async #share(part: Part): Promise<string> {
    const recorded = part.sha256 ?? (await sha256Of(this.#untilStopped(part)));
    const known = this.shared.get(recorded) === part.sizeBytes;
    const sha256 = known ? recorded : await this.#store({ ...part, sha256: recorded });
    if (sha256 !== recorded) return sha256;
    this.shared.set(sha256, part.sizeBytes);
    await this.list.write(writeSharedPart({ ...part, sha256 }));
    return sha256;
  }

  /** Stores nothing if the bytes do not match the recorded hash. */
  async #store(part: Part & { sha256: string }): Promise<string> {
    const key = sharedObject(part.sha256);
    const copied = part.object && (await this.#copy(part, part.object, key));
    return copied ?? this.#write(key, part);
  }

  /** Null if the store cannot copy it. */
  async #copy(part: Part & { sha256: string }, from: StoredObject, key: string): Promise<string | null> {
    const copied = await this.#copier.copy(part, from, key);
    if (copied === part.sha256) await this.#requireSize(key, part);
    return copied;
  }

  async #requireSize(key: string, { name, sizeBytes }: Pick<Part, "name" | "sizeBytes">): Promise<void> {
    if ((await this.objects.facts(key))?.sizeBytes !== sizeBytes) throw damaged(`its ${name} was not copied`);
  }

  /** Stores the bytes if they match the recorded hash, and reads them back. Returns their hash. */
  async #write(key: string, part: Pick<Part, "sizeBytes" | "sha256" | "content">): Promise<string> {
    const { sizeBytes } = part;
    let sha256 = "";
    try {
      ({ sha256 } = await writeObject(this.objects, key, this.#matching(part), partSizeFor(sizeBytes)));
    } catch (error) {
      if (error instanceof OtherContent) return error.sha256;
      throw error;
    }
    const found = await sha256Of(
      this.#untilStopped({ content: () => contentOf(this.objects, key, sizeBytes), sizeBytes }),
    );
    if (found === sha256) return sha256;
    await this.objects.delete(key);
    throw damaged(`the S3 store returned other bytes for ${key} than it was sent`);
  }

  /**
   * Throws `OtherContent` after the last byte if the hash is not the recorded one, so that the bytes are not stored.
   */
  async *#matching({ sha256, ...part }: Pick<Part, "sizeBytes" | "sha256" | "content">): AsyncGenerator<Uint8Array> {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const chunk of this.#untilStopped(part, hasher)) yield chunk;
    const found = hasher.digest("hex");
    if (sha256 !== null && found !== sha256) throw new OtherContent(found);
  }

  async *#untilStopped(
    { content, sizeBytes }: Pick<Part, "sizeBytes" | "content">,
    hasher = new Bun.CryptoHasher("sha256"),
  ): AsyncGenerator<Uint8Array> {
    for await (const chunk of hashed(content(), sizeBytes, hasher)) {
      this.stopping.throwIfAborted();
      yield chunk;
    }
  }
}

class OtherContent extends Error {
  constructor(readonly sha256: string) {
    super("The bytes do not have the recorded hash.");
  }
}

/** The sizes of all shared bytes, by hash. */
async function sharedIn(objects: S3Objects): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const page of objects.list(sharedFolder)) {
    for (const { key, sizeBytes } of page) {
      const sha256 = sharedHashOf(key);
      if (sha256 !== null) sizes.set(sha256, sizeBytes);
    }
  }
  return sizes;
}

/**
 * Largest object that a store copies in one request, in bytes:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
 */
const largestCopy = 5 * 1024 ** 3;

/**
 * Lets an S3 store copy objects to the shared bytes of backups. A copy is first stored as `draft` and compared with its
 * hash, so that shared bytes never have the wrong content.
 */
class S3Copier {
  /** False once the store has refused to copy: these credentials may not read the files. */
  #copies = true;

  constructor(
    private readonly objects: S3Objects,
    private readonly draft: string,
  ) {}

  /**
   * Returns the SHA-256 of the source, and stores a copy under `key` if the part has the same. Null if it cannot be
   * copied.
   */
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
      // The caller sends the bytes then. If the store cannot be reached at all, that fails.
      this.#copies = false;
      return null;
    } finally {
      await objects.delete(draft).catch(() => {});
    }
  }
}
