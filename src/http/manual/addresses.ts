import { posix } from "node:path";
import { manualPath } from "./manual.ts";

/** The address of a file of `docs`, whose path begins there: `README.md` of a folder is the folder's page. */
export function addressOf(path: string): string {
  const page = path.replace(/(^|\/)README\.md$/, "").replace(/\.md$/, "");
  return page === "" ? manualPath : `${manualPath}/${page}`;
}

/**
 * The served target of a link on the page at `path`. Null if it leads out of `docs`, to a file that installations do not have.
 */
export function servedTarget(path: string, target: string): string | null {
  if (/^([a-z]+:|#|\/)/.test(target)) return target;
  const [, file = "", anchor = ""] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  const place = posix.join(posix.dirname(path), file);
  return place.startsWith("..") ? null : addressOf(place) + anchor;
}
