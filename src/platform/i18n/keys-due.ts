import type { Localization } from "./localization.ts";

/** Says that license keys will follow by email; null when none will. */
export function keysDueInWords(
  { licenseKeys, keysDue }: { licenseKeys: string[]; keysDue: number },
  { texts, counted }: Localization,
): string | null {
  if (keysDue === 0) return null;
  return counted(licenseKeys.length === 0 ? texts.keys.due : texts.keys.moreDue, keysDue);
}
