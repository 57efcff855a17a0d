import type { Section } from "./manual.ts";

/** What stands between the cells of a table's row in the text of a section. */
export const cellSeparator = " · ";

/** Elements that separate words. */
const blocks = "p, li, pre, br, img";

/** The headings of a rendered page, each with the text that follows it. */
export function sectionsOf(address: string, html: string): Section[] {
  const found: { level: number; heading: string; text: string }[] = [];
  let inHeading = false;
  let cells: string[] | null = null;
  new HTMLRewriter()
    .on("h1, h2, h3, h4, h5, h6", {
      element(heading) {
        found.push({ level: Number(heading.tagName[1]), heading: "", text: "" });
        inHeading = true;
        heading.onEndTag(() => {
          inHeading = false;
        });
      },
    })
    .on(blocks, {
      element() {
        const section = found.at(-1);
        if (section) section.text += " ";
      },
    })
    .on("tr", {
      element(row) {
        cells = [];
        row.onEndTag(() => {
          const section = found.at(-1);
          if (section && cells) section.text += ` ${rowText(cells)}`;
          cells = null;
        });
      },
    })
    .on("td, th", {
      element() {
        cells?.push("");
      },
    })
    .onDocument({
      text({ text }) {
        const section = found.at(-1);
        if (!section) return;
        if (cells) cells.push((cells.pop() ?? "") + text);
        else if (inHeading) section.heading += text;
        else section.text += text;
      },
    })
    .transform(html);
  const anchorOf = createAnchors();
  const page = plain(found[0]?.heading ?? "");
  return found.map(({ level, heading, text }) => {
    const title = plain(heading);
    return { address, page, level, heading: title, anchor: anchorOf(title), text: plain(text) };
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

/** The plain text of HTML. */
function plain(html: string): string {
  return html
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}
