import { type FontPart, partsOf } from "./font-files.ts";

/** Noto Sans in the order in which its fonts are asked for a character. */
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

/** All fonts with their bytes, 21 MB. The executable contains what this makes (scripts/build/plugins.ts). */
export async function bundleFonts(): Promise<Record<string, FontPart[]>> {
  const bundled = await Promise.all(
    families.map(async (family) => {
      const parts = (await partsOf(family)).map(async ({ ranges, content }) => ({
        ranges,
        content: typeof content === "string" ? await Bun.file(content).bytes() : content,
      }));
      return [family, await Promise.all(parts)] as const;
    }),
  );
  return Object.fromEntries(bundled);
}
