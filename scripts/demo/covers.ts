import { type Color, insideLeaf, png } from "./media.ts";

type Paint = (x: number, y: number) => Color;

/** The side in pixels, sharp on screens with three pixels for each of a page's 80. */
const side = 240;

const mix = (from: Color, to: Color, share: number): Color =>
  from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share)) as Color;

const cream: Color = [246, 239, 222];
const moss: Color = [47, 93, 58];
const fern: Color = [126, 168, 98];
const night: Color = [28, 40, 62];
const gold: Color = [243, 186, 78];
const rose: Color = [214, 92, 84];

const distance = (x: number, y: number, [centerX, centerY]: [number, number]) => Math.hypot(x - centerX, y - centerY);

/** Bars as of sound, below the sun. */
const dawn: Paint = (x, y) => {
  const bar = Math.floor(x * 16);
  const height = 0.08 + 0.13 * Math.abs(Math.sin(bar * 1.9) + 0.6 * Math.sin(bar * 0.7));
  if (x * 16 - bar < 0.55 && Math.abs(y - 0.68) < height) return cream;
  return distance(x, y, [0.5, 0.34]) < 0.17 ? gold : mix(night, rose, y);
};

const letter: Paint = (x, y) => {
  const [across, down] = [Math.abs(x - 0.5), y - 0.22];
  if (down < 0 || down > 0.56) return gold;
  const isStem = across > 0.22 && across < 0.33;
  const slope = 0.27 - down * 0.52;
  return isStem || (Math.abs(across - slope) < 0.075 && slope > -0.03) ? night : gold;
};

const strokes: Paint = (x, y) => {
  for (const [index, color] of [rose, fern, moss].entries()) {
    const middle = 0.27 + index * 0.23 + 0.05 * Math.sin(x * 7 + index * 2);
    const width = 0.075 * Math.sin(Math.min(1, Math.max(0, (x - 0.1) / 0.8)) * Math.PI) ** 0.4;
    if (Math.abs(y - middle) < width) return color;
  }
  return cream;
};

const horizon: Paint = (x, y) => {
  if (y > 0.66 + 0.05 * Math.sin(x * 5 + 1)) return mix([122, 74, 60], [60, 42, 54], (y - 0.6) * 2.5);
  return distance(x, y, [0.62, 0.6]) < 0.16 ? [255, 240, 205] : mix(rose, gold, y * 1.4);
};

const plots: Paint = (x, y) => {
  const [column, row] = [Math.floor(x * 4), Math.floor(y * 4)];
  const isPath = x * 4 - column < 0.1 || y * 4 - row < 0.1;
  if (isPath) return cream;
  return [moss, fern, [168, 196, 128], [150, 110, 78]][(column * 3 + row * 5 + column * row) % 4] as Color;
};

const lens: Paint = (x, y) => {
  const from = distance(x, y, [0.5, 0.5]);
  if (from > 0.36) return moss;
  if (from > 0.33) return cream;
  return insideLeaf(0.5 + (x - 0.5) * 1.5, 0.5 + (y - 0.5) * 1.5) ? fern : [232, 240, 220];
};

const film: Paint = (x, y) => {
  const isPlay = x > 0.4 && x < 0.64 && Math.abs(y - 0.5) < (0.64 - x) * 0.66;
  if (isPlay) return cream;
  return distance(x, y, [0.5, 0.5]) < 0.3 ? rose : night;
};

const pressed: Paint = (x, y) => (insideLeaf(x, 1 - y) ? moss : cream);

const paints: Record<string, Paint> = {
  "FF-HERBARIUM": pressed,
  "FF-DAWN-CHORUS": dawn,
  "FF-MEADOW-BLOCK": letter,
  "FF-BRUSHES": strokes,
  "FF-GOLDEN-HOUR": horizon,
  "FF-PLANNER": plots,
  "FF-LEAF-ID": lens,
  "FF-PRUNING": film,
};

/** The cover of one of the demo's products; null for those that do without. Each pixel is the mean of four. */
export function demoCover(sku: string): Uint8Array | null {
  const paint = paints[sku];
  if (!paint) return null;
  const step = 0.5 / side;
  return png(side, side, (x, y) => {
    const parts = [paint(x, y), paint(x + step, y), paint(x, y + step), paint(x + step, y + step)];
    return [0, 1, 2].map((index) => Math.round(parts.reduce((sum, part) => sum + (part[index] ?? 0), 0) / 4)) as Color;
  });
}
