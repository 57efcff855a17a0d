import { Face, Font, Blob as FontBlob, Variation } from "harfbuzzjs";
import decompress from "woff2-encoder/decompress";
import { isContained } from "../../../platform/single-executable.ts";
import { bundleFonts } from "./font-bundle.ts";
import { type Family, type FontPart, families, partsOf } from "./font-files.ts";

/** A font that is ready to shape text. */
export interface ShapingFont {
  font: Font;
  /** Units of its design per em. */
  unitsPerEm: number;
}

/** Returns the first font that has the character (code point); null if none has it. */
export type FindFont = (character: number) => Promise<ShapingFont | null>;

/** Families for Han characters, each with the languages whose readers expect its shapes. */
const hanFamilies: [family: Family, languages: RegExp][] = [
  ["noto-sans-tc", /^zh-(hant|tw|hk|mo)\b/i],
  ["noto-sans-sc", /^zh\b/i],
  ["noto-sans-jp", /^ja\b/i],
  ["noto-sans-kr", /^ko\b/i],
];

/** Han characters will look as in `language` (BCP 47). A font is loaded for the first character that needs it. */
export function fontFinder(language: string): FindFont {
  const [latin, ...others] = families;
  const preferred = hanFamilies
    .flatMap(([family, languages]) => (languages.test(language) ? [family] : []))
    .slice(0, 1);
  const opened = new Map<FontPart, Promise<ShapingFont>>();
  return async (character) => {
    // Latin letters look the same everywhere.
    for (const family of new Set([latin, ...preferred, ...others])) {
      for (const part of await loaded(family)) {
        if (!part.ranges.some(([first, last]) => first <= character && character <= last)) continue;
        const opening = opened.get(part) ?? open(part);
        opened.set(part, opening);
        const found = await opening;
        if (found.font.nominalGlyph(character)) return found;
      }
    }
    return null;
  };
}

const bundled = isContained ? bundleFonts() : null;
const fromFiles = new Map<Family, Promise<FontPart[]>>();

async function loaded(family: Family): Promise<FontPart[]> {
  if (bundled) return (await bundled)[family] ?? [];
  const parts = fromFiles.get(family) ?? partsOf(family);
  fromFiles.set(family, parts);
  return parts;
}

async function open({ content }: FontPart): Promise<ShapingFont> {
  const bytes = await decompress(typeof content === "string" ? await Bun.file(content).bytes() : content);
  const face = new Face(new FontBlob(bytes.buffer as ArrayBuffer));
  const font = new Font(face);
  font.setVariations([new Variation("wght", 400)]);
  return { font, unitsPerEm: face.upem };
}
