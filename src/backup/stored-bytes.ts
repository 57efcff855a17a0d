import type { Reader } from "../database/database.ts";
import type { FileStore, OpenedFile } from "../files/store.ts";
import { type StoredContent, storedContents } from "./contents.ts";
import { sha256Of } from "./hash.ts";

/** Stored bytes that the database names and that cannot be read as they were stored. */
export interface Unreadable {
  part: string;
  description: string;
  reason: string;
}

/**
 * Opens stored bytes. Returns a reason in place of them if they are missing or have another size. Throws if the store cannot
 * be reached.
 */
export async function openContent(
  files: Pick<FileStore, "open">,
  { storageKey, sizeBytes }: StoredContent,
): Promise<OpenedFile | string> {
  const opened = await files.open(storageKey);
  if (!opened) return "missing in the file store";
  if (sizeBytes === null || opened.sizeBytes === sizeBytes) return opened;
  return `has ${opened.sizeBytes} bytes in the file store, not ${sizeBytes}`;
}

/** All bytes of a stored file. */
export function bytesOf(opened: OpenedFile): ReadableStream<Uint8Array> {
  const bytes = opened.slice(0, opened.sizeBytes);
  return bytes instanceof Blob ? bytes.stream() : bytes;
}

export const notMatching = "does not match its checksum";

export const describe = ({ part, description }: StoredContent, reason: string): Unreadable => ({
  part,
  description,
  reason,
});

/** Reads all stored bytes that the database names, and returns those that are not as they were stored. */
export async function checkStored(
  reader: Reader,
  files: Pick<FileStore, "open">,
  onChecked: (sizeBytes: number) => void,
): Promise<Unreadable[]> {
  const unreadable: Unreadable[] = [];
  for await (const content of storedContents(reader)) {
    const opened = await openContent(files, content);
    const reason = typeof opened === "string" ? opened : await mismatch(opened, content);
    if (reason !== null) unreadable.push(describe(content, reason));
    onChecked(content.sizeBytes ?? 0);
  }
  return unreadable;
}

async function mismatch(opened: OpenedFile, { sha256 }: StoredContent): Promise<string | null> {
  return (await sha256Of(bytesOf(opened))) === sha256 ? null : notMatching;
}
