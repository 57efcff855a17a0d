import { type Zippable, zipSync } from "fflate";

/** Any fixed moment, so that the same content makes the same bytes. */
const written = new Date(2026, 0, 1);

/** A PDF 1.4 with one page for each list of lines (ASCII). */
export function pdf(title: string, pages: string[][]): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
    ...pages.flatMap((lines, index) => {
      const content = pageContent(index === 0 ? [title, "", ...lines] : lines);
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`;
      return [page, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`];
    }),
    `<< /Title (${escapePdf(title)}) /Producer (Waybill demo) >>`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>`;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n${trailer}\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

function pageContent(lines: string[]): string {
  const shown = lines.map((line, index) => `${index === 0 ? "/F 20 Tf" : "/F 12 Tf"} (${escapePdf(line)}) Tj T*`);
  return `BT 20 TL 48 520 Td ${shown.join("\n")} ET`;
}

const escapePdf = (text: string) => text.replace(/[\\()]/g, "\\$&");

/** A ZIP archive of these files by name. */
export function zip(files: Record<string, string | Uint8Array>): Uint8Array {
  const contents = Object.entries(files).map(([name, content]): [string, Uint8Array] => [
    name,
    typeof content === "string" ? Buffer.from(content) : content,
  ]);
  return zipSync(Object.fromEntries(contents), { mtime: written });
}

/** An EPUB 3 with one chapter for each title. */
export function epub(title: string, chapters: Record<string, string>): Uint8Array {
  const page = (heading: string, body: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${heading}</title></head><body>${body}</body></html>`;
  const names = Object.keys(chapters).map((heading, index) => ({ heading, id: `chapter-${index + 1}` }));
  const items = names.map(({ id }) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`);
  const links = names.map(({ heading, id }) => `<li><a href="${id}.xhtml">${heading}</a></li>`);
  const files: Zippable = {
    // Readers look for it at the very beginning, uncompressed.
    mimetype: [Buffer.from("application/epub+zip"), { level: 0 }],
    "META-INF/container.xml": Buffer.from(
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ),
    "book/package.opf": Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:waybill:demo:${encodeURIComponent(title)}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join("")}</manifest><spine>${names.map(({ id }) => `<itemref idref="${id}"/>`).join("")}</spine></package>`,
    ),
    "book/nav.xhtml": Buffer.from(page(title, `<nav epub:type="toc"><ol>${links.join("")}</ol></nav>`)),
  };
  for (const { heading, id } of names) {
    files[`book/${id}.xhtml`] = Buffer.from(page(heading, `<h1>${heading}</h1><p>${chapters[heading]}</p>`));
  }
  return zipSync(files, { mtime: written });
}
