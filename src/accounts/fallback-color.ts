/** Hues in the OKLCH space that stores without a color of their own get. */
export const fallbackHues = [255, 285, 320, 10, 40, 145, 180, 225];

/** For mail readers, which do not know OKLCH: `oklch(0.46 0.115 HUE)` of each hue, as near as sRGB comes. */
const fallbackColors = ["#255896", "#534c95", "#74407f", "#8c3849", "#8c3d20", "#25682c", "#02675a", "#00627d"];

/** Which of the tints is the store's: the same on every page and in every email, and by its name only. */
export function fallbackIndexOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % fallbackHues.length;
}

/** The color `#rrggbb` of a store that has chosen none. */
export const fallbackColor = (name: string): string => fallbackColors[fallbackIndexOf(name)] ?? "#2456c4";
