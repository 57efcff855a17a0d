import { codewords } from "./qr-codewords.ts";
import { type Version, versionFor } from "./qr-versions.ts";

/** `null` where data goes. */
type Grid = (boolean | null)[][];

/** Error correction level L and mask 0, with their own error correction (ISO/IEC 18004 annex C). */
const format = 0b111011111000100;

/**
 * The dark modules of the QR code of a text, row by row, without the quiet zone. Every reader takes every mask; the
 * first one is always used. Throws for more than 858 bytes.
 */
export function qrMatrix(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const grid = withPatterns(version);
  placeBits(grid, codewords(bytes, version));
  return grid.map((row) => row.map(Boolean));
}

/** Finders, timing, alignment, format and version: all that is not data. */
function withPatterns({ number, size, alignments }: Version): Grid {
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  const rings = (x: number, y: number, radius: number, light: number[]) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const last = alignments.at(-1);
  for (const x of alignments) {
    for (const y of alignments) {
      const inFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (!inFinder) rings(x, y, 2, [1]);
    }
  }
  rings(3, 3, 4, [2, 4]);
  rings(size - 4, 3, 4, [2, 4]);
  rings(3, size - 4, 4, [2, 4]);
  for (let bit = 0; bit < 15; bit++) {
    const dark = isSet(format, bit);
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : bit === 8 ? 7 : 14 - bit;
    if (bit < 8) set(8, near, dark);
    else set(near, 8, dark);
    if (bit < 8) set(size - 1 - bit, 8, dark);
    else set(8, size - 15 + bit, dark);
  }
  set(8, size - 8, true);
  if (number >= 7) {
    const bits = versionBits(number);
    for (let bit = 0; bit < 18; bit++) {
      const [long, short] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
      set(long, short, isSet(bits, bit));
      set(short, long, isSet(bits, bit));
    }
  }
  return grid;
}

/** The version with its error correction (annex D). */
function versionBits(number: number): number {
  let rest = number;
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  return (number << 12) | rest;
}

/** From the right, in columns of two, upwards and downwards in turn; masked. What is left over is light. */
function placeBits(grid: Grid, data: number[]): void {
  const size = grid.length;
  let bit = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = grid[y];
        if (!row || row[x] !== null) continue;
        const dark = isSet(data[bit >> 3] ?? 0, 7 - (bit & 7));
        row[x] = dark !== ((x + y) % 2 === 0);
        bit += 1;
      }
    }
    upwards = !upwards;
  }
}

const isSet = (value: number, bit: number) => ((value >> bit) & 1) === 1;
