import { addressOf, servedTarget } from "./addresses.ts";
import { type Group, manualPath, type Neighbors } from "./manual.ts";

/**
 * The list of all pages, as `docs/README.md` orders them: each of its headings with the pages that its text links to. `titles` has
 * the title of each page by its address.
 */
export function contentsOf(index: string, titles: ReadonlyMap<string, string>): Group[] {
  const [, ...parts] = index.split(/^## /m);
  const listed = new Set<string>();
  return parts.map((part) => {
    const pages: Group["pages"] = [];
    for (const [, target = ""] of part.matchAll(/\]\(([^)\s]+)\)/g)) {
      const address = servedTarget("README.md", target.replace(/#.*/, ""));
      const title = address === null || address === manualPath ? undefined : titles.get(address);
      if (address === null || title === undefined || listed.has(address)) continue;
      listed.add(address);
      pages.push({ address, title });
    }
    return { title: part.slice(0, part.indexOf("\n")).trim(), pages };
  });
}

/** The pages before and after the one at `address`. The list itself is the first; a page that it does not have has neither. */
export function neighborsOf(groups: readonly Group[], address: string): Neighbors {
  const pages = [{ address: indexAddress, title: "Documentation" }, ...groups.flatMap((group) => group.pages)];
  const place = pages.findIndex((page) => page.address === address);
  return { previous: pages[place - 1], next: place === -1 ? undefined : pages[place + 1] };
}

/** The page with the list of all pages. */
export const indexAddress = addressOf("README.md");
