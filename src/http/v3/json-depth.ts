const [quote, backslash] = ['"', "\\"].map((character) => character.charCodeAt(0));
const opening = new Set(["[", "{"].map((character) => character.charCodeAt(0)));
const closing = new Set(["]", "}"].map((character) => character.charCodeAt(0)));

/**
 * Whether JSON text opens more than `levels` lists and objects inside each other, known before it is parsed: parsing
 * and checking what is nested a thousand times deeper stops the process for seconds. Takes time in the text's length.
 */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) inString = !inString;
    else if (inString && character === backslash) index++;
    else if (inString) continue;
    else if (opening.has(character)) {
      depth++;
      if (depth > levels) return true;
    } else if (closing.has(character)) depth--;
  }
  return false;
}
