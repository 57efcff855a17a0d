import bidiFactory from "bidi-js";
import { Direction, Buffer as ShapingBuffer, shape } from "harfbuzzjs";
import { type FindFont, fontFinder, type ShapingFont } from "./fonts.ts";

// Draws text as outlines: every script is shaped as its readers expect, and no reader needs a font.

/** A line of text as outlines, in units of 1/1,000 em, from the left end of its baseline. */
export interface ShapedLine {
  /** Operators of a PDF's content stream that draw a path. */
  path: string;
  width: number;
}

/** Characters of one direction and one font. */
interface Run {
  text: string;
  /** Odd for right to left (Unicode Standard Annex 9). */
  level: number;
  font: ShapingFont;
}

const bidi = bidiFactory();

const em = 1_000;

/** Leaves out characters that no font has. `language` is the same as in `fontFinder`. */
export async function shapeLine(text: string, language: string): Promise<ShapedLine> {
  const path: string[] = [];
  let width = 0;
  for (const run of inVisualOrder(await runsOf(text, language))) width += drawRun(run, width, path);
  return { path: path.join("\n"), width };
}

async function runsOf(text: string, language: string): Promise<Run[]> {
  const findFont = fontFinder(language);
  const { levels } = bidi.getEmbeddingLevels(text);
  const runs: Run[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels[at] ?? 0;
    at += character.length;
    const last = runs.at(-1);
    const font = await fontFor(character, last, findFont);
    if (!font) continue;
    if (last?.font === font && last.level === level) last.text += character;
    else runs.push({ text: character, level, font });
  }
  return runs;
}

/** Joiners, marks, spaces and punctuation stay with the preceding characters, if their font has them. */
async function fontFor(character: string, last: Run | undefined, findFont: FindFont): Promise<ShapingFont | null> {
  if (/^\p{Join_Control}$/u.test(character)) return last?.font ?? null;
  const point = character.codePointAt(0) as number;
  const isShared = /^[\p{Script=Common}\p{Script=Inherited}]$/u.test(character);
  return isShared && last?.font.font.nominalGlyph(point) ? last.font : findFont(point);
}

/** Unicode Standard Annex 9, rule L2. */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return ordered;
}

/** Adds the run's outlines to `path`, and returns its width. */
function drawRun({ text, level, font: { font, unitsPerEm } }: Run, left: number, path: string[]): number {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const scale = em / unitsPerEm;
  const glyphs = buffer.getGlyphInfos();
  let advanced = 0;
  for (const [index, { xAdvance, xOffset, yOffset }] of buffer.getGlyphPositions().entries()) {
    const glyph = glyphs[index]?.codepoint ?? 0;
    const at = { x: left + (advanced + xOffset) * scale, y: yOffset * scale };
    drawGlyph(font.glyphToJson(glyph), at, scale, path);
    advanced += xAdvance;
  }
  return advanced * scale;
}

function drawGlyph(
  commands: { type: string; values: number[] }[],
  at: { x: number; y: number },
  scale: number,
  path: string[],
): void {
  let current: [number, number] = [0, 0];
  for (const { type, values } of commands) {
    const points: [number, number][] = [];
    for (let index = 0; index + 1 < values.length; index += 2)
      points.push([at.x + (values[index] as number) * scale, at.y + (values[index + 1] as number) * scale]);
    const [first, second = first] = points;
    if (type === "Z") path.push("h");
    else if (type === "M") path.push(`${written(points)} m`);
    else if (type === "L") path.push(`${written(points)} l`);
    else if (type === "C") path.push(`${written(points)} c`);
    // A PDF has no quadratic curves.
    else if (first && second) path.push(`${written(cubicOf(current, first, second))} c`);
    current = points.at(-1) ?? current;
  }
}

function cubicOf(start: [number, number], control: [number, number], end: [number, number]): [number, number][] {
  const between = (point: [number, number]): [number, number] => [
    point[0] + ((control[0] - point[0]) * 2) / 3,
    point[1] + ((control[1] - point[1]) * 2) / 3,
  ];
  return [between(start), between(end), end];
}

const written = (points: [number, number][]) =>
  points.flatMap((point) => point.map((value) => String(Math.round(value * 10) / 10))).join(" ");
