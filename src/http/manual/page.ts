import { escapeHTML } from "bun";
import { servedTarget } from "./addresses.ts";
import type { Section } from "./manual.ts";
import { firstParagraph, sectionsOf } from "./sections.ts";

/** A page of `docs`, rendered. */
export interface Page {
  title: string;
  /** The text of its first paragraph. */
  description: string;
  sections: Section[];
  /** The content of the page's `main`. */
  html: string;
}

/**
 * Renders a page of `docs`. HTML in it is shown as text. `path` begins below `docs`; `address` is where the page is served. Throws
 * if the page has no title.
 */
export function renderPage(path: string, address: string, markdown: string): Page {
  const rendered = Bun.markdown.html(markdown, { noHtmlBlocks: true, noHtmlSpans: true, autolinks: { url: true } });
  const sections = sectionsOf(address, rendered);
  const [first] = sections;
  if (first?.level !== 1) throw new Error(`docs/${path} has no title.`);
  const description = firstParagraph(rendered);
  return { title: first.heading, description, sections, html: served(path, sections, rendered) };
}

/** Adds anchors to headings and links between served pages, and makes tables and examples scroll separately. */
function served(path: string, sections: Section[], html: string): string {
  let next = 0;
  return new HTMLRewriter()
    .on("h1, h2, h3, h4, h5, h6", {
      element(heading) {
        const section = sections[next++];
        if (!section) return;
        heading.setAttribute("id", section.anchor);
        if (section.level === 1) return;
        const name = escapeHTML(`Link to “${section.heading}”`);
        heading.append(` <a class="anchor" href="#${escapeHTML(section.anchor)}" aria-label="${name}">#</a>`, {
          html: true,
        });
      },
    })
    .on("a[href]", {
      element(link) {
        if (link.getAttribute("class") === "anchor") return;
        const target = servedTarget(path, link.getAttribute("href") ?? "");
        if (target === null) link.removeAndKeepContent();
        else link.setAttribute("href", target);
        if (target?.startsWith("http")) link.setAttribute("rel", "noreferrer");
      },
    })
    .on("img", {
      element(image) {
        image.setAttribute("src", servedTarget(path, image.getAttribute("src") ?? "") ?? "");
        image.setAttribute("loading", "lazy");
      },
    })
    .on("table", {
      element(table) {
        table.before('<div class="table" tabindex="0" role="group" aria-label="Table">', { html: true });
        table.after("</div>", { html: true });
      },
    })
    .on("pre", {
      element(example) {
        example.before('<div class="example">', { html: true });
        example.after("</div>", { html: true });
        example.setAttribute("tabindex", "0");
      },
    })
    .transform(html);
}
