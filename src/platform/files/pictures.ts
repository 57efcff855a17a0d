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

/** The width and height in pixels of a PNG, JPEG or WebP; null if they cannot be read. */
export function pictureSize(image: Buffer): { width: number; height: number } | null {
  try {
    const size = sizeIn(image);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The picture ends too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeIn(image: Buffer): { width: number; height: number } | null {
  switch (signatures.find(({ matches }) => matches(image))?.contentType) {
    case "image/png":
      return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
    case "image/webp":
      return sizeInWebp(image);
    default:
      return sizeInJpeg(image);
  }
}

/** The first chunk tells the size: of lossy, lossless and extended files (RFC 9649). */
function sizeInWebp(image: Buffer): { width: number; height: number } | null {
  switch (image.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: image.readUInt16LE(26) & 0x3fff, height: image.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = image.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: image.readUIntLE(24, 3) + 1, height: image.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Segments with a length of their own, of which a start of frame (0xC0 to 0xCF, without three others) has the size. */
function sizeInJpeg(image: Buffer): { width: number; height: number } | null {
  let at = 2;
  while (image.readUInt8(at) === 0xff) {
    const marker = image.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
    else at += 2 + image.readUInt16BE(at + 2);
  }
  return null;
}

function invalid(name: string, message: string): DomainError {
  return new DomainError("invalid", `The ${name} ${message}.`, [{ field: "content", message }]);
}
