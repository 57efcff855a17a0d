/**
 * Reads JSON of other programs. A number that floating point does not hold, such as an identifier above 2^53, becomes its
 * text: as a number it would lose its last digits, and two identifiers would be one. Throws `SyntaxError` for what is no JSON.
 */
export function parseExactly(text: string): unknown {
  // Floating point holds every number of 15 digits, and a reviver takes much time.
  if (!manyDigits.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepDigits);
}

/** The runtime gives a reviver the text of a number too (https://tc39.es/proposal-json-parse-with-source/). */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined) return value;
  return digitsOf(context.source) === digitsOf(String(value)) ? value : context.source;
}

const manyDigits = /\d[\d.]{15}/;

/** The digits that say which number it is: without sign, point and exponent, and the zeros ahead and behind. */
const digitsOf = (number: string) =>
  number
    .replace(/e.*$/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
