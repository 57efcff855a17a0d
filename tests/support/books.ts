import { degrees, PDFDocument } from "@cantoo/pdf-lib";
import { strToU8, unzipSync, zipSync } from "fflate";

/** A PDF with empty pages of A5, turned by these degrees. */
export async function pdfBook(...turns: (0 | 90 | 180 | 270)[]): Promise<Uint8Array> {
  const book = await PDFDocument.create();
  for (const turn of turns.length > 0 ? turns : [0 as const]) book.addPage([420, 595]).setRotation(degrees(turn));
  return book.save();
}

/** A PDF that needs a password. */
export async function lockedPdf(): Promise<Uint8Array> {
  const book = await PDFDocument.load(await pdfBook());
  book.encrypt({ userPassword: "secret", ownerPassword: "secret" });
  return book.save();
}

/** A small EPUB; `files` come with it. */
export function epubBook(files: Record<string, string> = {}): Uint8Array {
  const content = {
    "META-INF/container.xml":
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "OEBPS/book.opf":
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:1</dc:identifier><dc:title>A book</dc:title><dc:language>en</dc:language></metadata><manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="two" href="two.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>',
    "OEBPS/one.xhtml":
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><p>One</p></body></html>',
    "OEBPS/two.xhtml":
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Two</title></head><body><p>Two</p></body></html>',
    ...files,
  };
  const entries = Object.entries(content).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync({ mimetype: [strToU8("application/epub+zip"), { level: 0 }], ...Object.fromEntries(entries) });
}

/** The files of an archive, by path, as text. */
export function unpacked(archive: Uint8Array): Record<string, string> {
  const files = Object.entries(unzipSync(archive));
  return Object.fromEntries(files.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
}
