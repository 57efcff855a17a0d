import { giveWay } from "../../../platform/give-way.ts";
import { RequestError } from "./errors.ts";

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Levels of lists and objects; no input of the interface has more than six. */
const deepest = 32;

/** Values of a body, or of one element of a bulk. An order of 1,000 lines, sent back as it was read, has about 15,000. */
const mostValues = 50_000;

/** Elements of a bulk that are told apart; more are refused by what is said of each list. */
const mostElements = 10_000;

/** Bytes that are looked at before others may run. */
const sliceSize = 65_536;

/** One element of a list, as a range of bytes. */
interface JsonElement {
  start: number;
  end: number;
}

/**
 * Looks through JSON text before it is parsed: what is nested thousands of times, or made of a million values, would
 * keep the process busy for seconds. Returns the elements of the lists that stand directly in the outer object; each is
 * held to the limits by itself when `inElements` is true. Takes time in the text's length, a slice at a time. Throws
 * `RequestError` 400.
 */
export async function scanJson(bytes: Uint8Array, { inElements }: { inElements: boolean }): Promise<JsonElement[]> {
  const elements: JsonElement[] = [];
  let depth = 0;
  let values = 0;
  let inString = false;
  /** Of the element that is being read; -1 outside of such lists. */
  let start = -1;
  let outerIsObject = false;

  const endElement = (end: number) => {
    if (elements.length === mostElements) throw tooMany();
    // Between two commas stands nothing, which the parser refuses.
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
