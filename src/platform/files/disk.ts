import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nullIfMissing, syncFolders, writeAll } from "../file-system.ts";
import { instant } from "../instants.ts";
import { isKey, newKey } from "./storage-keys.ts";
import { type FileStore, FilesUnreachable, type OpenedFile, type OrphanSweep, type StoredFile } from "./store.ts";
import { sweepTemporaryFiles, withTemporaryFile } from "./temporary-files.ts";

/**
 * A file store in `folder`, which is created if it is missing. Bytes are written to `tmp/`, synced, and then renamed to
 * `objects/aa/bb/…`, so that every file there is complete. Left-over temporary files are removed. Throws if the folder
 * cannot be created or read. Only this user can read the files; with `groupReads`, the group can read those in
 * `objects` that are stored from now on.
 */
export async function openDiskStore(folder: string, { groupReads = false } = {}): Promise<FileStore> {
  const temporary = join(folder, "tmp");
  const objects = join(folder, "objects");
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  await mkdir(objects, { recursive: true, mode: 0o700 });
  if (groupReads) await openToGroup(folder, objects);
  await syncFolders(objects, folder);
  await sweepTemporaryFiles(temporary);

  return {
    put(content) {
      return withTemporaryFile(temporary, async (path) => {
        const written = await writeDurably(path, content, { groupReads });
        const key = newKey();
        await moveDurably(path, join(objects, pathOf(key)), { objects, groupReads });
        return { key, ...written };
      });
    },

    open: (key) => openStored(objects, key),

    async delete(key) {
      if (isKey(key)) await rm(join(objects, pathOf(key)), { force: true });
    },

    sweep: (orphans) => sweepObjects(objects, orphans),

    readMark: () => readFile(join(folder, "sweep"), "utf8").catch(nullIfMissing),
    async writeMark(text) {
      await writeFile(join(folder, "sweep"), text);
      return instant((await stat(join(folder, "sweep"))).mtimeMs);
    },

    async check() {
      await withTemporaryFile(temporary, (path) => writeDurably(path, new Blob(["Waybill"]).stream()));
      await stat(objects);
    },
  };
}

/** The files stored in `folder`, read-only. Creates and sweeps nothing, so it works beside a server. */
export function readDiskStore(folder: string): Pick<FileStore, "open"> {
  return { open: (key) => openStored(join(folder, "objects"), key) };
}

async function openStored(objects: string, key: string): Promise<OpenedFile | null> {
  if (!isKey(key)) return null;
  const path = join(objects, pathOf(key));
  const found = await factsOf(path);
  if (found === null) {
    // An unmounted disk is not a missing file.
    await stat(objects).catch((error) => Promise.reject(new FilesUnreachable(error)));
    return null;
  }
  return {
    sizeBytes: found.size,
    slice: (start, end) => Bun.file(path).slice(start, end),
    prepare: async () => {},
    link: null,
    object: null,
    validators: null,
    place: { folder: objects, path: pathOf(key), modifiedAt: instant(found.mtimeMs) },
  };
}

/** One small folder at a time. */
async function sweepObjects(objects: string, { before, named, stopping }: OrphanSweep): Promise<number> {
  let removed = 0;
  for (const first of await readdir(objects)) {
    for (const second of await readdir(join(objects, first))) {
      if (stopping.aborted) return removed;
      const names = await readdir(join(objects, first, second));
      const keys = names.map((name) => first + second + name).filter(isKey);
      const known = keys.length > 0 ? await named(keys) : new Set();
      for (const key of keys.filter((key) => !known.has(key))) {
        const found = await factsOf(join(objects, pathOf(key)));
        if (found === null || found.mtimeMs >= before) continue;
        await rm(join(objects, pathOf(key)), { force: true });
        removed += 1;
      }
    }
  }
  return removed;
}

function pathOf(key: string): string {
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key.slice(4)}`;
}

/** Null if there is no such file. */
const factsOf = (path: string) => stat(path).catch(nullIfMissing);

/** Keeps one chunk in memory. The next one is requested after the operating system has taken this one. */
async function writeDurably(
  path: string,
  content: ReadableStream<Uint8Array>,
  { groupReads = false } = {},
): Promise<Omit<StoredFile, "key">> {
  const hash = new Bun.CryptoHasher("sha256");
  let sizeBytes = 0;
  const file = await open(path, "wx", 0o600).catch(async (error) => {
    await content.cancel(error);
    throw error;
  });
  try {
    for await (const chunk of content) {
      await writeAll(file, chunk);
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
    }
    // With `chmod`, because the umask removes the group's permission when the file is opened.
    if (groupReads) await file.chmod(0o640);
    await file.sync();
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function moveDurably(
  from: string,
  to: string,
  { objects, groupReads }: { objects: string; groupReads: boolean },
): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  if (groupReads) await openToGroup(dirname(dirname(to)), dirname(to));
  try {
    await rename(from, to);
    await syncFolders(dirname(to), dirname(dirname(to)), objects);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

/** With `chmod`, because the umask also applies to `mkdir`. */
async function openToGroup(...folders: string[]): Promise<void> {
  for (const folder of folders) await chmod(folder, 0o750);
}
