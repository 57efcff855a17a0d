import { type Unzipped, unzipSync, type Zippable, zipSync } from "fflate";
import { addPage } from "./epub-page.ts";
import { CannotStamp, type Job } from "./job.ts";

/** The first file of every EPUB, stored uncompressed (OCF 3.3, 4.3). */
const mimetype = "mimetype";

/** The date of all files in the archive, so that the same input makes the same bytes. */
const modifiedAt = "1980-01-01T12:00:00";

/** Maximum size of all files together, in bytes. Larger archives are attempts to fill the memory. */
const mostUnpacked = 512 * 1024 ** 2;

/** Ways to hide fonts that readers undo by themselves (EPUB 3.3, 4.4, and Adobe's). Others need a password. */
const fontHiding = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/**
 * Adds a page with the line, and hidden marks with the order's number. The identifier stays, because it is the key for hidden
 * fonts. The same input makes the same bytes. Throws `CannotStamp`.
 */
export function stampEpub(
  bytes: Uint8Array,
  { line, mark, language }: Pick<Job, "line" | "mark" | "language">,
): Uint8Array {
  const files = unpack(bytes);
  if (text(files[mimetype]).trim() !== "application/epub+zip") throw new CannotStamp("broken");
  if (isProtected(files)) throw new CannotStamp("encrypted");
  if (files["META-INF/signatures.xml"]) throw new CannotStamp("signed");
  const packagePath = /<(?:[\w-]+:)?rootfile\b[^>]*\bfull-path\s*=\s*["']([^"']+)["']/.exec(
    text(files["META-INF/container.xml"]),
  )?.[1];
  const document = packagePath === undefined ? undefined : files[packagePath];
  if (packagePath === undefined || !document) throw new CannotStamp("broken");
  const page = addPage({ path: packagePath, document: text(document) }, { line, language, taken: files });
  const encoder = new TextEncoder();
  files[packagePath] = encoder.encode(page.document);
  for (const [path, content] of Object.entries(files)) {
    if (/\.x?html?$/i.test(path)) files[path] = encoder.encode(marked(text(content), mark));
  }
  files[page.path] = encoder.encode(page.content);
  return pack(files);
}

function unpack(bytes: Uint8Array): Unzipped {
  let unpacked = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        unpacked += originalSize;
        if (unpacked > mostUnpacked) throw new CannotStamp("too_large");
        return !name.endsWith("/");
      },
    });
  } catch (error) {
    throw error instanceof CannotStamp ? error : new CannotStamp("broken");
  }
}

function pack({ [mimetype]: first = new Uint8Array(), ...files }: Unzipped): Uint8Array {
  // Files in compressed formats do not get smaller.
  const entries = Object.entries(files).map(
    ([path, content]) =>
      [path, [content, { level: /\.(jpe?g|png|gif|webp|mp[34]|m4[av]|woff2?)$/i.test(path) ? 0 : 6 }]] as const,
  );
  const archive = { [mimetype]: [first, { level: 0 }], ...Object.fromEntries(entries) } as Zippable;
  return zipSync(archive, { mtime: modifiedAt });
}

function isProtected(files: Unzipped): boolean {
  if (files["META-INF/rights.xml"]) return true;
  const methods = text(files["META-INF/encryption.xml"]).matchAll(
    /EncryptionMethod\b[^>]*\bAlgorithm\s*=\s*["']([^"']+)/g,
  );
  return [...methods].some(([, method = ""]) => !fontHiding.includes(method));
}

/** A comment, which every version of the format allows. */
function marked(document: string, mark: string): string {
  const end = document.lastIndexOf("</body>");
  if (end < 0) return document;
  return `${document.slice(0, end)}<!-- ${Buffer.from(mark).toString("hex")} -->${document.slice(end)}`;
}

const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content);
