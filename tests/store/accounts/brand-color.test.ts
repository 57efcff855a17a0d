import { expect, test } from "bun:test";
import fc from "fast-check";
import { brandStyles } from "../../../src/http/pages/styles.ts";
import { brandColors } from "../../../src/store/accounts/brand-color.ts";
import { fallbackColor } from "../../../src/store/accounts/fallback-color.ts";

type Rgb = [red: number, green: number, blue: number];

const rgbOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
const colorOf = (rgb: Rgb) => `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance of linear channels, and contrast, as WCAG 2.2 defines them. */
const luminanceOf = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const linear = (channel: number) =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
const luminance = (color: string) => luminanceOf(rgbOf(color).map(linear) as Rgb);
const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The luminance of `oklch(…)`, by https://bottosson.github.io/posts/oklab/. */
function oklchLuminance(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return luminanceOf([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}

const hues = Array.from({ length: 36 }, (_, step) => step * 10);
/** What text, buttons and lines in the store's color stand on: of pages, notices, emails, and pages with a hue. */
const light = ["#ffffff", "#f3f4f6", "#fdf3e1", "#f2f4f7"]
  .map(luminance)
  .concat(hues.flatMap((hue) => [oklchLuminance(0.968, 0.006, hue), oklchLuminance(0.968, 0, hue)]));
const dark = ["#14171a", "#1d2125", "#33270f", "#12161c", "#1b2129"]
  .map(luminance)
  .concat(hues.flatMap((hue) => [oklchLuminance(0.19, 0.012, hue), oklchLuminance(0.235, 0.014, hue)]));

const least = (color: string, grounds: number[]) =>
  Math.min(...grounds.map((ground) => contrast(luminance(color), ground)));

const channel = fc.integer({ min: 0, max: 255 });
const anyColor = fc.tuple(channel, channel, channel).map(colorOf);

test("a store's color is what stands behind its buttons' text, and the text on it can be read", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const { fill, fillDeep, onFill } = brandColors(color);
      expect(fill).toBe(color);
      for (const behind of [fill, fillDeep]) expect(least(onFill, [luminance(behind)])).toBeGreaterThanOrEqual(4.5);
      // White wherever it can be read.
      expect(onFill).toBe(contrast(luminance(color), 1) >= 4.5 ? "#ffffff" : "#000000");
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["links", 4.5, "textOnLight", light],
  ["links in the dark", 4.5, "textOnDark", dark],
  ["the line around a button", 3, "edgeOnLight", light],
  ["the line around a button in the dark", 3, "edgeOnDark", dark],
] as const)(
  "%s have a contrast of %p everywhere, and the exact color wherever it has that",
  (_, needed, use, grounds) => {
    // The grounds that the adjustment assumes are up to 2 % worse than these.
    const clearly = needed * 1.02;
    fc.assert(
      fc.property(anyColor, (color) => {
        const used = brandColors(color)[use];
        expect(least(used, grounds)).toBeGreaterThanOrEqual(needed);
        if (least(color, grounds) >= clearly) expect(used).toBe(color);
        // No further from it than one more step: nothing is black or white where a shade would do.
        if (used !== color) expect(least(used, grounds)).toBeLessThan(needed * 1.15);
      }),
      { numRuns: 1000 },
    );
  },
);

test("the pages use these colors, and those of a store without its own can be read as well", () => {
  const styles = brandStyles({ name: "A", url: "https://a.example", brandColor: "#ffee58" }) ?? "";
  const { textOnLight, textOnDark, edgeOnLight, edgeOnDark } = brandColors("#ffee58");
  expect(styles).toContain("--fill: #ffee58;");
  for (const used of [`--accent: ${textOnLight}`, `--accent: ${textOnDark}`]) expect(styles).toContain(used);
  for (const used of [`--edge: ${edgeOnLight}`, `--edge: ${edgeOnDark}`]) expect(styles).toContain(used);
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
    expect(least("#ffffff", [luminance(fallbackColor(name))])).toBeGreaterThanOrEqual(4.5);
  }
});
