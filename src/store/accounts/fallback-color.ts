/** Hues in the OKLCH space for stores without their own color. */
export const fallbackHues = [255, 285, 320, 10, 40, 145, 180, 225];

/** For mail programs, which do not support OKLCH: the nearest sRGB color to `oklch(0.46 0.115 HUE)` for each hue. */
const fallbackColors = ["#255896", "#534c95", "#74407f", "#8c3849", "#8c3d20", "#25682c", "#02675a", "#00627d"];

/** The index of the store's fallback color. It depends only on the name, so pages and emails agree. */
export function fallbackIndexOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % fallbackHues.length;
}

/** The color `#rrggbb` of a store that has not chosen one. */
export const fallbackColor = (name: string): string => fallbackColors[fallbackIndexOf(name)] ?? "#2456c4";
