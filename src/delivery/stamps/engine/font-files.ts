import { dirname, join } from "node:path";

// Noto Sans in parts, each for a range of characters. Packages provide them as WOFF2.

/** The families of Noto Sans, in the order in which they are searched for a character. */
export const families = [
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-armenian",
  "noto-sans-georgian",
  "noto-sans-ethiopic",
  "noto-sans-bengali",
  "noto-sans-gurmukhi",
  "noto-sans-gujarati",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-kannada",
  "noto-sans-malayalam",
  "noto-sans-sinhala",
  "noto-sans-thai",
  "noto-sans-lao",
  "noto-sans-myanmar",
  "noto-sans-khmer",
  "noto-sans-sc",
  "noto-sans-tc",
  "noto-sans-jp",
  "noto-sans-kr",
] as const;

export type Family = (typeof families)[number];

/** Part of a font. */
export interface FontPart {
  /** First and last code point of each of its ranges. */
  ranges: [number, number][];
  /** WOFF2 data, or the absolute path of a WOFF2 file. */
  content: Uint8Array | string;
}

/** The parts of a font. Its package has the same name. */
export async function partsOf(family: Family): Promise<FontPart[]> {
  const folder = dirname(Bun.resolveSync(`@fontsource-variable/${family}/package.json`, import.meta.dir));
  const subsets: Record<string, string> = await Bun.file(join(folder, "unicode.json")).json();
  return Object.entries(subsets).map(([subset, ranges]) => {
    const name = `${family}-${subset.replace(/[[\]]/g, "")}-wght-normal.woff2`;
    return { ranges: readRanges(ranges), content: join(folder, "files", name) };
  });
}

/** Reads ranges of CSS: `U+370-377,U+37a`. */
function readRanges(ranges: string): [number, number][] {
  return ranges.split(",").map((range) => {
    const [first = "", last = first] = range.trim().slice(2).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
