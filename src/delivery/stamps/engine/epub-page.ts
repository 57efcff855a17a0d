import { posix } from "node:path";
import { CannotStamp } from "./job.ts";

/** A publication's package document: its path in the archive, and its text. */
interface PackageDocument {
  path: string;
  document: string;
}

/**
 * Adds the page with the line as the second of the book, after its cover or title page. Returns its path and content, and the
 * package document that names it. `taken` has the paths that are in use. Throws `CannotStamp` if the package document is broken.
 */
export function addPage(
  { path, document }: PackageDocument,
  { line, language, taken }: { line: string; language: string; taken: Record<string, unknown> },
): { path: string; content: string; document: string } {
  const folder = posix.dirname(path);
  let name = "about-this-copy";
  while (`${posix.join(folder, name)}.xhtml` in taken || document.includes(`"${name}"`)) name += "-";
  const listed = document.replace(
    /<\/((?:[\w-]+:)?)manifest\s*>/,
    (end, prefix: string) =>
      `<${prefix}item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>${end}`,
  );
  const bound = listed.replace(
    /<((?:[\w-]+:)?)itemref\b[^>]*?(?:\/>|>\s*<\/(?:[\w-]+:)?itemref\s*>)/,
    (first, prefix: string) => `${first}<${prefix}itemref idref="${name}"/>`,
  );
  if (listed === document || bound === listed) throw new CannotStamp("broken");
  return { path: posix.join(folder, `${name}.xhtml`), content: pageOf(line, language), document: bound };
}

function pageOf(line: string, language: string): string {
  const words = Bun.escapeHTML(line);
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="${language}">
<head><title>${words}</title></head>
<body><p style="margin-top: 40%; text-align: center">${words}</p></body>
</html>
`;
}
