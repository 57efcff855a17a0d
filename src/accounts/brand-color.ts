/** A store's colour for text and buttons: dark enough on white, and light enough on the dark ground of mail readers. */
interface Accent {
  onLight: string;
  onDark: string;
}

/** Relative luminance of the dark ground of the delivery email. */
const darkGround = luminance([27, 33, 41]);

/** The contrast that text needs (WCAG 2.2 success criterion 1.4.3). */
const enough = 4.5;

export function brandColorProblem(color: string): string | null {
  return /^#[0-9a-f]{6}$/.test(color) ? null : "must be a colour such as #2456c4";
}

/** The brand colour, darkened and lightened as far as reading it needs; `color` is `#rrggbb`. */
export function accentOf(color: string): Accent {
  return {
    onLight: mixUntil(color, 0, (mixed) => 1.05 / (luminance(mixed) + 0.05) >= enough),
    onDark: mixUntil(color, 255, (mixed) => (luminance(mixed) + 0.05) / (darkGround + 0.05) >= enough),
  };
}

/** The hue in degrees in the OKLCH space; null for a grey. */
export function hueOf(color: string): number | null {
  const [red, green, blue] = channels(color).map(linear) as [number, number, number];
  // The matrices of https://bottosson.github.io/posts/oklab/.
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  if (Math.hypot(a, b) < 0.03) return null;
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function mixUntil(color: string, towards: 0 | 255, reads: (mixed: number[]) => boolean): string {
  const from = channels(color);
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = from.map((channel) => Math.round(channel + (towards - channel) * share));
    if (reads(mixed)) return `#${Buffer.from(mixed).toString("hex")}`;
  }
  return towards === 0 ? "#000000" : "#ffffff";
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
