import { breakHere, joinHere, mapTexts, unbroken } from "./line-breaks.ts";

/**
 * Texts whose lines break between phrases only, as Japanese is read: at `|`, where nothing is seen, and at ` | `, where a
 * space is seen. No other space breaks. It needs `word-break: keep-all`, and works in browsers that find no phrases themselves.
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

/** A line may end with a bracket, but a particle must not begin the next one. */
const particleAfterBracket = /(?<=[）」])(?=\p{Script=Hiragana})/gu;
