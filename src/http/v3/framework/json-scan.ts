import { giveWay } from "../../../platform/give-way.ts";
import { RequestError } from "./errors.ts";

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Levels of lists and objects; no input of the interface has more than six. */
const deepest = 32;

/** Values of a body, or of one element of a bulk request. An order of 1,000 lines, sent back as it was read, has about 15,000. */
const mostValues = 50_000;

/** Elements of a bulk request that are recorded. Longer lists are refused by their own limits. */
const mostElements = 10_000;

/** Bytes to scan before other work may run. */
const sliceSize = 65_536;

/** One element of a list, as a range of bytes. */
interface JsonElement {
  start: number;
  end: number;
}

/**
 * Scans JSON text before it is parsed: text with thousands of levels, or a million values, would keep the process busy for
 * seconds. Returns the elements of the lists directly in the outer object; with `inElements`, the limits apply to each element.
 * Runs in linear time, a slice at a time. Throws `RequestError` 400.
 */
export async function scanJson(bytes: Uint8Array, { inElements }: { inElements: boolean }): Promise<JsonElement[]> {
  const elements: JsonElement[] = [];
  let depth = 0;
  let values = 0;
  let inString = false;
  /** The start of the current element; -1 outside of such lists. */
  let start = -1;
  let outerIsObject = false;

  const endElement = (end: number) => {
    if (elements.length === mostElements) throw tooMany();
    // If there is nothing between two commas, the parser refuses it.
    if (!isBlank(bytes, start, end)) elements.push({ start, end });
    values = elements.length;
  };

  for (let index = 0; index < bytes.length; ) {
    await giveWay();
    const end = Math.min(index + sliceSize, bytes.length);
    for (; index < end; index++) {
      const byte = bytes[index];
      if (inString) {
        if (byte === quote) inString = false;
        else if (byte === backslash) index++;
      } else if (byte === quote) {
        inString = true;
      } else if (byte === comma) {
        if (++values > mostValues) throw tooMany();
        if (inElements && depth === 2 && start >= 0) {
          endElement(index);
          start = index + 1;
        }
      } else if (byte === openObject || byte === openList) {
        depth++;
        if (depth > deepest) throw tooDeep();
        if (++values > mostValues) throw tooMany();
        if (depth === 1) outerIsObject = byte === openObject;
        if (inElements && depth === 2 && outerIsObject && byte === openList) start = index + 1;
      } else if (byte === closeObject || byte === closeList) {
        if (depth === 2 && start >= 0) {
          endElement(index);
          start = -1;
        }
        depth--;
      }
    }
  }
  return elements;
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    if ((bytes[index] ?? 0) > 32) return false;
  }
  return true;
}

const tooDeep = () =>
  new RequestError(400, `The request body is nested too deeply. At most ${deepest} levels are allowed.`);

const tooMany = () => new RequestError(400, `The request body has too many values. At most ${mostValues} are allowed.`);
