import type { Localization } from "./localization.ts";

/** Downloads left of one file. Null: unlimited. */
export function remainingInWords(remaining: number | null, { texts, counted }: Localization): string {
  if (remaining === null) return texts.left.unlimited;
  return remaining <= 0 ? texts.left.none : counted(texts.left.downloads, remaining);
}

/** Downloads left of each file, if it is the same number for all. Null: unlimited. */
export function remainingOfEachInWords(remaining: number | null, local: Localization): string {
  if (remaining === null || remaining <= 0) return remainingInWords(remaining, local);
  return local.counted(local.texts.left.ofEachFile, remaining);
}
