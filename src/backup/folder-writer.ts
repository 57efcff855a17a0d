import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listName, sharedFolder, sharedPath, writeSharedPart } from "./backup-folder.ts";
import { parts } from "./contents.ts";
import { saveDurably, sync } from "./durable-files.ts";
import { type BackupWriter, hashed, type Part } from "./writer.ts";

/** Parts that every backup has for itself. */
const ownParts: string[] = [parts.database, parts.secret, parts.manifest];

/**
 * Writes a backup into `draft`, an empty folder inside the folder of backups, and what it shares with other backups beside
 * them. Bytes that an earlier one has stored under the same hash are not read again. Stops at the next piece once
 * `stopping` has fired.
 */
export class FolderWriter implements BackupWriter {
  readonly #changed = new Set<string>();
  #list: FileHandle | null = null;

  constructor(
    private readonly folder: string,
    private readonly draft: string,
    private readonly stopping: AbortSignal,
  ) {}

  add(part: Part): Promise<string> {
    this.stopping.throwIfAborted();
    return ownParts.includes(part.name) ? this.#save(join(this.draft, part.name), part) : this.#share(part);
  }

  /** Makes all of it durable. */
  async end(): Promise<void> {
    await (await this.#openList()).sync();
    for (const path of [...this.#changed, this.draft]) await sync(path);
  }

  /** To be called in any case. */
  async close(): Promise<void> {
    await this.#list?.close();
  }

  async #share(part: Part): Promise<string> {
    const sha256 = (await this.#isShared(part)) ? part.sha256 : await this.#store(part);
    if (sha256 === null) throw new Error(`The part ${part.name} has no hash.`);
    if (part.sha256 !== null && sha256 !== part.sha256) return sha256;
    await (await this.#openList()).write(writeSharedPart({ ...part, sha256 }));
    return sha256;
  }

  async #isShared({ sha256, sizeBytes }: Part): Promise<boolean> {
    if (sha256 === null) return false;
    return (await stat(sharedPath(this.folder, sha256)).catch(() => null))?.size === sizeBytes;
  }

  /** Nothing is stored if the bytes do not have the recorded hash. */
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

  async #save(path: string, { content, sizeBytes }: Part): Promise<string> {
    const { stopping } = this;
    async function* untilStopped() {
      for await (const chunk of hashed(content(), sizeBytes, new Bun.CryptoHasher("sha256"))) {
        stopping.throwIfAborted();
        yield chunk;
      }
    }
    return saveDurably(path, untilStopped());
  }

  async #openList(): Promise<FileHandle> {
    this.#list ??= await open(join(this.draft, listName), "ax", 0o600);
    return this.#list;
  }
}
