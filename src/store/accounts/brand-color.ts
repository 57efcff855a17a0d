import { remembered } from "../../platform/remembered.ts";

/**
 * How a store's color is shown. Behind black or white text, it is unchanged. For text and lines, it is unchanged if readable or
 * visible; otherwise, the nearest shade that is.
 */
export interface BrandColors {
  /** Behind text: the color as given. */
  fill: string;
  /** Text on it: black or white. */
  onFill: string;
  /** While the pointer is over it. */
  fillDeep: string;
  /** Its outline on light and on dark backgrounds. */
  edgeOnLight: string;
  edgeOnDark: string;
  /** Text in this color on light and on dark backgrounds. */
  textOnLight: string;
  textOnDark: string;
}

/** The darkest light background and the lightest dark one of pages and emails. */
const lightGround = luminance([242, 243, 245]);
const darkGround = luminance([51, 39, 15]);

/** Minimum contrast of text (WCAG 2.2 success criterion 1.4.3, AA). */
const enough = 4.5;

/** Minimum contrast of shapes (WCAG 2.2 success criterion 1.4.11, AA). */
const visible = 3;

export function brandColorProblem(color: string): string | null {
  return /^#[0-9a-f]{6}$/.test(color) ? null : "must be a color such as #2456c4";
}

/** `color` is `#rrggbb`. Results are kept: finding the shades takes 0.25 ms, and every page and email of a store uses them. */
export const brandColors: (color: string) => Readonly<BrandColors> = remembered(shadesOf);

function shadesOf(color: string): BrandColors {
  const own = luminance(channels(color));
  const onFill = contrast(own, 1) >= enough ? "#ffffff" : "#000000";
  const isExtreme = own < 0.02 || own > 0.9;
  // Changes away from the text's color, if there is room.
  const deeper = (onFill === "#ffffff") === isExtreme ? 255 : 0;
  return {
    fill: color,
    onFill,
    fillDeep: mix(color, deeper, 0.14),
    edgeOnLight: mixUntil(color, 0, (mixed) => contrast(mixed, lightGround) >= visible),
    edgeOnDark: mixUntil(color, 255, (mixed) => contrast(mixed, darkGround) >= visible),
    textOnLight: mixUntil(color, 0, (mixed) => contrast(mixed, lightGround) >= enough),
    textOnDark: mixUntil(color, 255, (mixed) => contrast(mixed, darkGround) >= enough),
  };
}

/** The hue in degrees in the OKLCH space; null for a gray. */
export function hueOf(color: string): number | null {
  const [red, green, blue] = channels(color).map(linear) as [number, number, number];
  // The matrices come from https://bottosson.github.io/posts/oklab/.
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  if (Math.hypot(a, b) < 0.03) return null;
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function mixUntil(color: string, toward: 0 | 255, reads: (luminance: number) => boolean): string {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mix(color, toward, percent / 100);
    if (reads(luminance(channels(mixed)))) return mixed;
  }
  return mix(color, toward, 1);
}

/** The color mixed with this share of black (0) or white (255). */
function mix(color: string, toward: 0 | 255, share: number): string {
  const mixed = channels(color).map((channel) => Math.round(channel + (toward - channel) * share));
  return `#${Buffer.from(mixed).toString("hex")}`;
}

/** The contrast ratio of two relative luminances according to WCAG 2.2, from 1 to 21. */
function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function channels(color: string): number[] {
  return [...Buffer.from(color.slice(1), "hex")];
}

function luminance(rgb: number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
