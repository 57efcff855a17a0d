/** Bytes of UTF-8. File systems allow 255; browsers need the rest for " (1)" and ".crdownload". */
const longest = 230;

const longestExtension = 20;

/** Control characters, line separators, and marks that change the visible order of letters. */
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/**
 * Turns any name into one that a customer's browser can safely save under: one path segment, never empty, at most `most`
 * bytes of UTF-8 with its extension kept, without characters that hide or reorder others.
 */
export function safeFilename(name: string, most = longest): string {
  const cleaned = name
    .toWellFormed()
    .normalize("NFC")
    .replace(invisible, "")
    .replace(/[/\\]/g, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return shorten(cleaned, most) || "download";
}

/** `name` in ASCII, for clients that do not know `filename*`: accents are dropped, other characters become `_`. */
export function asciiFilename(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^\x20-\x7e]/gu, "_");
}

/** The letters after the last dot, or an empty string if they do not look like an extension. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const extension = name.slice(dot + 1);
  return dot > 0 && extension.length <= longestExtension && /^[\p{L}\p{N}_-]+$/u.test(extension) ? extension : "";
}

function shorten(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name;
  const extension = extensionOf(name) && `.${extensionOf(name)}`;
  let kept = "";
  let bytes = Buffer.byteLength(extension);
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    kept += segment;
  }
  return kept.replace(/[\s.]+$/, "") + extension;
}
