import { breakHere, joinHere, mapTexts, unbroken } from "./line-breaks.ts";

/**
 * Japanese texts whose lines break only between phrases: at `|`, which is invisible, and at ` | `, which becomes a space.
 * Lines do not break at other spaces. Needs `word-break: keep-all`. Works in browsers that do not detect phrases.
 */
export function markPhrases<T>(texts: T): T {
  return mapTexts(texts, markPart);
}

function markPart(text: string): string {
  return text
    .split(" | ")
    .map((part) => unbroken(part).replaceAll("|", breakHere).replace(particleAfterBracket, joinHere))
    .join(" ");
}

/** A line can end with a bracket, but the next one must not start with a particle. */
const particleAfterBracket = /(?<=[）」])(?=\p{Script=Hiragana})/gu;
