import type { Passage, Section } from "./manual.ts";

/** What stands between the cells of a table's row in the text of a passage. */
export const cellSeparator = " · ";

/** The headings of a rendered page, each with the passages that follow it. */
export function sectionsOf(address: string, html: string): Section[] {
  const found: { level: number; heading: string; passages: Passage[] }[] = [];
  let inHeading = false;
  let cells: string[] | null = null;
  const begin = (isCode = false) => found.at(-1)?.passages.push({ text: "", isCode });
  const add = (text: string) => {
    const section = found.at(-1);
    if (!section) return;
    const passage = section.passages.at(-1);
    if (cells) cells.push((cells.pop() ?? "") + text);
    else if (inHeading) section.heading += text;
    else if (passage) passage.text += text;
    else section.passages.push({ text, isCode: false });
  };
  new HTMLRewriter()
    .on("h1, h2, h3, h4, h5, h6", {
      element(heading) {
        found.push({ level: Number(heading.tagName[1]), heading: "", passages: [] });
        inHeading = true;
        heading.onEndTag(() => {
          inHeading = false;
        });
      },
    })
    .on("p, li", { element: () => void begin() })
    .on("pre", {
      element(example) {
        begin(true);
        example.onEndTag(() => void begin());
      },
    })
    .on("br, img", { element: () => add(" ") })
    .on("tr", {
      element(row) {
        cells = [];
        row.onEndTag(() => {
          const text = rowText(cells ?? []);
          cells = null;
          begin();
          add(text);
        });
      },
    })
    .on("td, th", { element: () => void cells?.push("") })
    .onDocument({ text: ({ text }) => add(text) })
    .transform(html);
  const anchorOf = createAnchors();
  const page = plain(found[0]?.heading ?? "");
  return found.map(({ level, heading, passages }) => {
    const title = plain(heading);
    const told = passages.map(({ text, isCode }) => ({ text: isCode ? decoded(text).trim() : plain(text), isCode }));
    return { address, page, level, heading: title, anchor: anchorOf(title), passages: told.filter(({ text }) => text) };
  });
}

/** The row of a table as a sentence. */
function rowText(cells: string[]): string {
  const text = cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(cellSeparator);
  return /[.:?!]$/.test(text) ? text : `${text}.`;
}

/** Makes the anchors of one page's headings, in order, as GitHub does. */
function createAnchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}-${times}`;
  };
}

/** The text of the first paragraph. Empty if there is none. */
export function firstParagraph(html: string): string {
  const [, paragraph = ""] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  return plain(paragraph.replace(/<[^>]*>/g, ""));
}

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Text of HTML without its references. */
const decoded = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? "");

/** The same as one line. */
const plain = (html: string): string => decoded(html).replace(/\s+/g, " ").trim();
