import type { Localization } from "./localization.ts";

/** What is left of one file's allowance; null means unlimited. */
export function remainingInWords(remaining: number | null, { texts, counted }: Localization): string {
  if (remaining === null) return texts.left.unlimited;
  return remaining <= 0 ? texts.left.none : counted(texts.left.downloads, remaining);
}

/** What is left when each of several files has the same; null means unlimited. */
export function remainingOfEachInWords(remaining: number | null, local: Localization): string {
  if (remaining === null || remaining <= 0) return remainingInWords(remaining, local);
  return local.counted(local.texts.left.ofEachFile, remaining);
}
