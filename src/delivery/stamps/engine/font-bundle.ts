import { type FontPart, families, partsOf } from "./font-files.ts";

/** All fonts with their bytes, 21 MB. The result is part of the executable (scripts/build/plugins.ts). */
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
