import { dirname, join } from "node:path";

// Noto Sans in parts, each for a range of characters. Packages have them as WOFF2.

/** Part of a font. */
export interface FontPart {
  /** First and last code point of each range that it is for. */
  ranges: [number, number][];
  /** WOFF2, or the absolute path of a file of it. */
  content: Uint8Array | string;
}

/** The parts of a font, named as its package, such as `noto-sans-jp`. */
export async function partsOf(family: string): Promise<FontPart[]> {
  const folder = dirname(Bun.resolveSync(`@fontsource-variable/${family}/package.json`, import.meta.dir));
  const subsets: Record<string, string> = await Bun.file(join(folder, "unicode.json")).json();
  return Object.entries(subsets).map(([subset, ranges]) => {
    const name = `${family}-${subset.replace(/[[\]]/g, "")}-wght-normal.woff2`;
    return { ranges: readRanges(ranges), content: join(folder, "files", name) };
  });
}

/** Of CSS: `U+370-377,U+37a`. */
function readRanges(ranges: string): [number, number][] {
  return ranges.split(",").map((range) => {
    const [first = "", last = first] = range.trim().slice(2).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
