import type { S3Objects } from "../../platform/files/s3-objects.ts";
import { readInWindows } from "../../platform/files/s3-reader.ts";
import { parts } from "./contents.ts";
import { damaged, type Manifest, readManifest } from "./manifest.ts";
import type { BackupEntry, BackupReader } from "./reader.ts";
import { sharedObject } from "./s3-names.ts";
import { listName, readSharedParts, type SharedPart } from "./shared-parts.ts";

/** Reads a backup in an S3 store. */
export function openS3Backup(objects: S3Objects, name: string): BackupReader {
  const own = (part: string) => entryOf(objects, part, `${name}/${part}`);
  return {
    async *entries() {
      yield await own(parts.database);
      if (await objects.facts(`${name}/${parts.secret}`)) yield await own(parts.secret);
      for await (const shared of sharedPartsIn(objects, name)) {
        yield await entryOf(objects, shared.name, sharedObject(shared.sha256));
      }
      yield await own(parts.manifest);
    },
  };
}

/** The parts that a backup shares, in order. Throws `invalid` if the list is missing or was changed. */
export async function* sharedPartsIn(objects: S3Objects, name: string): AsyncGenerator<SharedPart> {
  const { content } = await entryOf(objects, `file ${listName}`, `${name}/${listName}`);
  yield* readSharedParts(content);
}

/** Throws `invalid` if it is missing or was changed. */
export async function manifestIn(objects: S3Objects, name: string): Promise<Manifest> {
  const { content } = await entryOf(objects, parts.manifest, `${name}/${parts.manifest}`);
  return readManifest(await new Response(content).text());
}

async function entryOf(objects: S3Objects, name: string, key: string): Promise<BackupEntry> {
  const found = await objects.facts(key);
  if (found === null) throw damaged(`its ${name} is missing`);
  return { name, sizeBytes: found.sizeBytes, content: contentOf(objects, key, found.sizeBytes) };
}

/** All bytes of an object. */
export function contentOf(objects: S3Objects, key: string, sizeBytes: number): ReadableStream<Uint8Array> {
  if (sizeBytes === 0) return new Blob([]).stream();
  return readInWindows((start, end, signal) => objects.read(key, start, end, { signal }), 0, sizeBytes);
}
