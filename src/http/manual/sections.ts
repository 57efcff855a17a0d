import type { Section } from "./manual.ts";

/** Elements that separate words: otherwise the cells of a table would become one word. */
const blocks = "p, li, td, th, pre, br, img";

/** The headings of a rendered page, each with the text that follows it. */
export function sectionsOf(address: string, html: string): Section[] {
  const found: { level: number; heading: string; text: string }[] = [];
  let inHeading = false;
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
    .onDocument({
      text({ text }) {
        const section = found.at(-1);
        if (!section) return;
        if (inHeading) section.heading += text;
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
