import { chmod, type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readSaved } from "../../platform/database/sqlite/saved-database.ts";
import type { Instant } from "../../platform/instants.ts";
import { nameOf } from "./backup-names.ts";
import { isOwnPart } from "./contents.ts";
import { saveDurably, sync } from "./durable-files.ts";
import { openBackupFolder, sharedFolder, sharedPartsOf, sharedPath } from "./folder-reader.ts";
import { sha256Of } from "./hash.ts";
import { inspectBackup } from "./inspect-backup.ts";
import type { BackupDraft, DraftSettings } from "./place.ts";
import { listName, writeSharedPart } from "./shared-parts.ts";
import { streamOf } from "./stream-of.ts";
import { hashed, type Part } from "./writer.ts";

/**
 * A backup that is being written to the folder `draft` inside the work folder. Shared bytes go to the backups' common
 * folder, and those with the same hash are not copied again. Stops at the next piece once `stopping` has fired.
 */
export class FolderDraft implements BackupDraft {
  readonly #changed = new Set<string>();

  private constructor(
    private readonly folder: string,
    private readonly draft: string,
    private readonly createdAt: Instant,
    private readonly stopping: AbortSignal,
    private readonly list: FileHandle,
  ) {}

  static async begin(folder: string, { workFolder, createdAt, stopping }: DraftSettings): Promise<FolderDraft> {
    const draft = join(workFolder, "draft");
    await mkdir(draft, { mode: 0o700 });
    const list = await open(join(draft, listName), "ax", 0o600);
    return new FolderDraft(folder, draft, createdAt, stopping, list);
  }

  add(part: Part): Promise<string> {
    this.stopping.throwIfAborted();
    return isOwnPart(part.name) ? this.#save(join(this.draft, part.name), part) : this.#share(part);
  }

  /** Reads everything, as a restore would. */
  async check(): Promise<void> {
    await this.list.sync();
    for (const path of [...this.#changed, this.draft]) await sync(path);
    try {
      await this.#inspect();
    } catch (error) {
      if (!this.stopping.aborted) await this.#removeDamaged();
      throw error;
    }
  }

  async publish(): Promise<void> {
    await rename(this.draft, join(this.folder, nameOf(this.createdAt)));
    await sync(this.folder);
  }

  close(): Promise<void> {
    return this.list.close();
  }

  async #share(part: Part): Promise<string> {
    const sha256 = (await this.#isShared(part)) ? part.sha256 : await this.#store(part);
    if (sha256 === null) throw new Error("Bytes that are shared have a hash.");
    if (part.sha256 !== null && sha256 !== part.sha256) return sha256;
    await this.list.write(writeSharedPart({ ...part, sha256 }));
    return sha256;
  }

  async #isShared({ sha256, sizeBytes }: Part): Promise<boolean> {
    if (sha256 === null) return false;
    return (await stat(sharedPath(this.folder, sha256)).catch(() => null))?.size === sizeBytes;
  }

  /** Stores nothing if the bytes do not match the recorded hash. */
  async #store(part: Part): Promise<string> {
    const draft = join(this.draft, "shared");
    const sha256 = await this.#save(draft, part);
    if (part.sha256 !== null && sha256 !== part.sha256) {
      await rm(draft);
      return sha256;
    }
    const path = sharedPath(this.folder, sha256);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(draft, path);
    for (const changed of [dirname(path), sharedFolder(this.folder), this.folder]) this.#changed.add(changed);
    return sha256;
  }

  async #save(path: string, { content, sizeBytes, file }: Part): Promise<string> {
    const chunks = hashed(content(), sizeBytes, new Bun.CryptoHasher("sha256"));
    if (file === null) return saveDurably(path, untilStopped(chunks, this.stopping));
    // Moved, not copied: the disk may have room for only one copy of the database.
    const sha256 = await sha256Of(untilStopped(chunks, this.stopping));
    await chmod(file, 0o600);
    await sync(file);
    await rename(file, path);
    return sha256;
  }

  async #inspect(): Promise<void> {
    const { stopping } = this;
    const written = openBackupFolder(this.draft, this.folder);
    const reader = {
      async *entries() {
        for await (const entry of written.entries()) {
          yield { ...entry, content: streamOf(untilStopped(entry.content, stopping)) };
        }
      },
    };
    const { database } = await inspectBackup(reader, null, async (path) => readSaved(path), stopping);
    await database.close();
  }

  /** Removes shared bytes that no longer match their hash. */
  async #removeDamaged(): Promise<void> {
    for await (const { sha256 } of sharedPartsOf(this.draft)) {
      const path = sharedPath(this.folder, sha256);
      if ((await sha256Of(Bun.file(path).stream())) !== sha256) await rm(path);
    }
  }
}

async function* untilStopped(chunks: AsyncIterable<Uint8Array>, stopping: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    stopping.throwIfAborted();
    yield chunk;
  }
}
