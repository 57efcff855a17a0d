import type { Reader } from "../../platform/database/database.ts";
import { reasonOf } from "../../platform/errors.ts";
import { type FileStore, FilesUnreachable, type OpenedFile } from "../../platform/files/store.ts";
import { type StoredContent, storedContents } from "./contents.ts";
import { sha256Of } from "./hash.ts";
import { streamOf } from "./stream-of.ts";

/** Stored bytes that are missing or damaged. */
export interface Unreadable {
  part: string;
  description: string;
  reason: string;
}

const notReadable = "cannot be read: ";

/** Whether a backup has only some of the bytes, or none. */
export const isTorn = ({ reason }: Pick<Unreadable, "reason">): boolean => reason.startsWith(notReadable);

/** One file could not be read to its end, although the store can be reached: a bad sector, or missing permissions. */
export class ReadFailure extends Error {
  constructor(cause: unknown) {
    super(`${notReadable}${reasonOf(cause)}`);
    this.name = "ReadFailure";
  }
}

/** The result of `work`, or the reason of a `ReadFailure`, also if another error wraps it. */
export async function orReason<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work;
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if (cause instanceof ReadFailure) return cause.message;
    }
    throw error;
  }
}

/**
 * Opens stored bytes. Returns the reason if they are missing, have the wrong size or cannot be opened. Throws if the
 * store cannot be reached.
 */
export async function openContent(
  files: Pick<FileStore, "open">,
  { storageKey, sizeBytes }: StoredContent,
): Promise<OpenedFile | string> {
  const opened = await orReason(files.open(storageKey).catch(throwReadFailure));
  if (typeof opened === "string") return opened;
  if (!opened) return "missing in the file store";
  if (sizeBytes === null || opened.sizeBytes === sizeBytes) return opened;
  return `has ${opened.sizeBytes} bytes in the file store, not ${sizeBytes}`;
}

/** All bytes of a stored file. Fails with `ReadFailure` if this file cannot be read but the store can be reached. */
export function bytesOf(opened: OpenedFile): ReadableStream<Uint8Array> {
  return streamOf(readWhole(opened));
}

async function* readWhole(opened: OpenedFile): AsyncGenerator<Uint8Array> {
  const { sizeBytes } = opened;
  const bytes = opened.slice(0, sizeBytes);
  let size = 0;
  try {
    for await (const chunk of bytes instanceof Blob ? bytes.stream() : bytes) {
      size += chunk.byteLength;
      yield chunk;
    }
  } catch (error) {
    throwReadFailure(error);
  }
  if (size !== sizeBytes) throw new ReadFailure(`${size} of ${sizeBytes} bytes were read`);
}

/** Rethrows errors of the whole store unchanged. */
function throwReadFailure(error: unknown): never {
  throw error instanceof FilesUnreachable ? error : new ReadFailure(error);
}

export const notMatching = "does not match its checksum";

export const describe = ({ part, description }: StoredContent, reason: string): Unreadable => ({
  part,
  description,
  reason,
});

/** Reads all stored bytes that the database names, and returns the missing and damaged ones. */
export async function checkStored(
  reader: Reader,
  files: Pick<FileStore, "open">,
  onChecked: (sizeBytes: number) => void,
): Promise<Unreadable[]> {
  const unreadable: Unreadable[] = [];
  for await (const content of storedContents(reader)) {
    const opened = await openContent(files, content);
    const reason = typeof opened === "string" ? opened : await orReason(mismatch(opened, content));
    if (reason !== null) unreadable.push(describe(content, reason));
    onChecked(content.sizeBytes ?? 0);
  }
  return unreadable;
}

async function mismatch(opened: OpenedFile, { sha256 }: StoredContent): Promise<string | null> {
  return (await sha256Of(bytesOf(opened))) === sha256 ? null : notMatching;
}
