import type { Database } from "../database/database.ts";
import type { S3Address } from "../s3-address.ts";
import type { PartialFiles } from "./partial-files.ts";
import { type Content, type ObjectFacts, S3Objects } from "./s3-objects.ts";
import { firstWindow, readInWindows } from "./s3-reader.ts";
import { openS3Uploads } from "./s3-uploads.ts";
import { partSizeFor, writeObject } from "./s3-writer.ts";
import { isKey, newKey } from "./storage-keys.ts";
import { type FileStore, FilesUnreachable, type OpenedFile } from "./store.ts";

/** Milliseconds until a check writes again. */
const writtenFor = 60_000;

/** Files and uploads in an S3 store. */
interface S3Files {
  store: FileStore;
  /** `db` keeps the progress of uploads. */
  uploads(db: Database): PartialFiles;
}

/**
 * A file store in an S3 bucket, with objects named `PREFIX/files/KEY`. `largestFile` is the size in bytes of the
 * largest file. Throws `FilesUnreachable` if the store cannot be reached or written.
 */
export async function openS3(address: S3Address, { largestFile }: { largestFile: number }): Promise<S3Files> {
  const objects = new S3Objects(address);
  const partSize = partSizeFor(largestFile);
  let writtenAt = Number.NEGATIVE_INFINITY;

  const store: FileStore = {
    async put(content) {
      const key = newKey();
      return { key, ...(await writeObject(objects, nameOf(key), content, partSize)) };
    },

    open: (key) => openStored(objects, key),

    async delete(key) {
      if (isKey(key)) await objects.delete(nameOf(key));
    },

    async sweep({ before, named, stopping }) {
      let removed = 0;
      for await (const page of objects.list("files/")) {
        const old = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key.slice("files/".length));
        const known = old.length > 0 ? await named(old) : new Set();
        for (const key of old.filter((key) => isKey(key) && !known.has(key))) {
          if (stopping.aborted) return removed;
          await objects.delete(nameOf(key));
          removed += 1;
        }
      }
      return removed;
    },

    async readMark() {
      const found = await objects.facts("sweep");
      return found && new TextDecoder().decode(await objects.read("sweep", 0, found.sizeBytes));
    },

    async writeMark(text) {
      await objects.put("sweep", contentOf(text));
      const written = await objects.facts("sweep");
      if (!written) throw new FilesUnreachable(new Error("the mark of the sweep is not there"));
      return written.modifiedAt;
    },

    async check() {
      // Writes may cost money, so not every check writes.
      if (performance.now() - writtenAt < writtenFor && (await objects.facts("check")) !== null) return;
      await objects.put("check", contentOf("Waybill"));
      writtenAt = performance.now();
    },
  };
  await store.check();
  return { store, uploads: (db) => openS3Uploads({ objects, db, partSize, nameOf, isOwn }) };
}

/** The files stored at `address`, read-only. Writes nothing, so it works beside a server. */
export function readS3Store(address: S3Address): Pick<FileStore, "open"> {
  const objects = new S3Objects(address);
  return { open: (key) => openStored(objects, key) };
}

async function openStored(objects: S3Objects, key: string): Promise<OpenedFile | null> {
  const found = isKey(key) ? await objects.facts(nameOf(key)) : null;
  return found && openedObject(objects, nameOf(key), found);
}

function contentOf(text: string): Content {
  const bytes = Buffer.from(text);
  return { bytes, sha256: Bun.SHA256.hash(bytes, "hex") };
}

const nameOf = (key: string) => `files/${key}`;

/** Whether an object is a stored file. Under the same prefix there may be others, such as backups. */
const isOwn = (name: string) => name.startsWith("files/") && isKey(name.slice("files/".length));

function openedObject(objects: S3Objects, name: string, { sizeBytes, etag, modifiedAt }: ObjectFacts): OpenedFile {
  let ready: { start: number; bytes: Uint8Array } | null = null;
  return {
    sizeBytes,
    place: null,
    link: objects.hasLinks ? (delivery) => objects.link(name, delivery) : null,
    object: objects.locate(name),
    validators: { etag, lastModified: modifiedAt },
    async prepare(start) {
      const end = Math.min(sizeBytes, start + firstWindow);
      const bytes = end > start ? await objects.read(name, start, end, { soon: true }) : new Uint8Array();
      ready = { start, bytes };
    },
    slice(start, end, passed) {
      if (end <= start) return new Blob();
      const first = ready?.start === start ? ready.bytes : null;
      return readInWindows((from, to, signal) => objects.read(name, from, to, { signal }), start, end, {
        first,
        passed,
      });
    },
  };
}
