import { basename, join } from "node:path";
import { servedTarget } from "../manual/addresses.ts";

/** The pages of `docs/connect` that programmers need in addition to the operations, in display order. */
const names = ["own-checkout", "verify-a-webhook", "retries"];

/** The guides as one Markdown text, each below a heading of the first level. */
export async function readGuides(folder: string): Promise<string> {
  const files = names.map((name) => Bun.file(join(folder, `${name}.md`)));
  const texts = await Promise.all(files.map(async (file) => ((await file.exists()) ? await file.text() : "")));
  return texts.map((text, index) => withServedLinks(`connect/${names[index]}.md`, text)).join("\n\n");
}

/** Links to served pages lead there; links to other files become plain text. */
function withServedLinks(path: string, markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, text: string, target: string) => {
    // The reference has its own names for headings.
    const served = servedTarget(path, target.startsWith("#") ? basename(path) + target : target);
    return served === null ? text : `[${text}](${served})`;
  });
}
