import { Font, Glyph, Path } from "opentype.js";

/** Letters of 3 by 5 squares, row by row. */
const letters: Record<string, string> = {
  A: "010101111101101",
  B: "110101110101110",
  C: "011100100100011",
  D: "110101101101110",
  E: "111100110100111",
  F: "111100110100100",
  G: "011100101101011",
  H: "101101111101101",
  I: "111010010010111",
  J: "001001001101010",
  K: "101101110101101",
  L: "100100100100111",
  M: "101111111101101",
  N: "111101101101101",
  O: "010101101101010",
  P: "110101110100100",
  Q: "010101101110011",
  R: "110101110101101",
  S: "011100010001110",
  T: "111010010010010",
  U: "101101101101111",
  V: "101101101101010",
  W: "101101111111101",
  X: "101101010101101",
  Y: "101101010010010",
  Z: "111001010100111",
};

const square = 140;

/** An OpenType font of block letters; `weight` is the side of a square in hundredths of its place. */
export function font(styleName: string, weight: number): Uint8Array {
  const glyphs = [
    new Glyph({ name: ".notdef", advanceWidth: 4 * square, path: new Path() }),
    new Glyph({ name: "space", unicode: 32, advanceWidth: 3 * square, path: new Path() }),
    ...Object.entries(letters).map(
      ([letter, squares]) =>
        new Glyph({
          name: letter,
          unicode: letter.charCodeAt(0),
          advanceWidth: 4 * square,
          path: outline(squares, (square * weight) / 100),
        }),
    ),
  ];
  const made = new Font({
    familyName: "Meadow Block",
    styleName,
    unitsPerEm: 1000,
    ascender: 800,
    descender: -200,
    glyphs,
  });
  return new Uint8Array(made.toArrayBuffer());
}

function outline(squares: string, side: number): Path {
  const path = new Path();
  for (const [index, filled] of [...squares].entries()) {
    if (filled === "0") continue;
    const left = (index % 3) * square;
    const bottom = (4 - Math.floor(index / 3)) * square;
    path.moveTo(left, bottom);
    path.lineTo(left, bottom + side);
    path.lineTo(left + side, bottom + side);
    path.lineTo(left + side, bottom);
    path.close();
  }
  return path;
}
