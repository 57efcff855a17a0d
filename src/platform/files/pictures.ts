import { DomainError } from "../errors.ts";
import type { FileStore } from "./store.ts";

/** Most bytes of a picture, such as a store's logo. */
export const largestPicture = 524_288;

/** File types by their first bytes. SVG is left out: it can contain scripts, and mail programs do not show it. */
const signatures: { contentType: string; matches(bytes: Buffer): boolean }[] = [
  { contentType: "image/png", matches: (bytes) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n" },
  { contentType: "image/jpeg", matches: (bytes) => bytes.subarray(0, 3).toString("hex") === "ffd8ff" },
  {
    contentType: "image/webp",
    matches: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  },
];

/** A picture in the file store. */
export interface StoredPicture {
  key: string;
  contentType: string;
  /** Lowercase hexadecimal. */
  sha256: string;
}

/**
 * Stores a picture, whatever type the sender claims; `name` is for the error. Throws `invalid` if it is not a PNG, JPEG
 * or WebP, or is too large.
 */
export async function storePicture(
  files: FileStore,
  bytes: Uint8Array,
  name: string,
): Promise<StoredPicture & { sizeBytes: number }> {
  const image = Buffer.from(bytes);
  const contentType = signatures.find(({ matches }) => matches(image))?.contentType;
  if (!contentType) throw invalid(name, "must be a PNG, JPEG or WebP image");
  if (image.length > largestPicture) throw invalid(name, `must be at most ${largestPicture} bytes`);
  return { ...(await files.put(new Blob([image]).stream())), contentType };
}

/** The part of a picture's URL that changes with its content. */
export const pictureVersion = (sha256: string): string => sha256.slice(0, 16);

function invalid(name: string, message: string): DomainError {
  return new DomainError("invalid", `The ${name} ${message}.`, [{ field: "content", message }]);
}
