import { join } from "node:path";

/** Those of `docs/connect` that programmers need beside the operations, in the order in which they are shown. */
const names = ["own-checkout", "verify-a-webhook", "retries"];

/** The guides as one Markdown text, each below a heading of the first level. */
export async function readGuides(folder: string): Promise<string> {
  const files = names.map((name) => Bun.file(join(folder, `${name}.md`)));
  const texts = await Promise.all(files.map(async (file) => ((await file.exists()) ? await file.text() : "")));
  return texts.map(withoutLinksToFiles).join("\n\n");
}

/** Other pages of the documentation are not served: of a link to one, its text stays. */
function withoutLinksToFiles(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\((?!https?:|\/)[^)]*\)/g, "$1");
}
