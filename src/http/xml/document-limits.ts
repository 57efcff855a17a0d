import { WireError } from "./wire-error.ts";

/** Most elements, comments and similar parts of a document. An order with 1,000 lines and their downloads has fewer. */
const mostElements = 16_000;

/** Maximum attributes of a document. Every `=` counts as one. */
const mostAttributes = 10_000;

/** What can precede the document type declaration (XML 1.0 section 2.8). */
const beforeDeclaration = /\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;

const bareDeclaration = /<!DOCTYPE\s+[^\s[\]<>"']+\s*>/y;

/**
 * Rejects a document with declarations or too many parts before it is parsed. Entities and attribute defaults can turn
 * a small document into a large one, and each part takes time to parse. Runs in time proportional to the text's length.
 * Throws `WireError` 400.
 */
export function rejectCostlyDocument(text: string): void {
  // An element has at most two tags.
  if (hasMore(text, "<", 2 * mostElements) || hasMore(text, "<", mostElements, "/")) {
    throw new WireError(400, `The XML has more than ${mostElements} elements and comments.`);
  }
  if (hasMore(text, "=", mostAttributes)) {
    throw new WireError(400, `The XML has more than ${mostAttributes} attributes.`);
  }
  if (hasDeclarations(text)) {
    throw new WireError(
      400,
      "The document type must not contain declarations. Send <!DOCTYPE NAME> or none at all, without [ ], SYSTEM or PUBLIC.",
    );
  }
}

/** Whether `text` contains `sign` more than `most` times, not counting those followed by `follower`. */
export function hasMore(text: string, sign: string, most: number, follower?: string): boolean {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) {
    if (text[at + 1] !== follower) count++;
  }
  return count > most;
}

/** Whether the document type declaration contains more than its name. */
function hasDeclarations(text: string): boolean {
  let position = 0;
  do {
    beforeDeclaration.lastIndex = position;
    position += beforeDeclaration.exec(text)?.[0].length ?? 0;
  } while (beforeDeclaration.lastIndex > 0);
  if (!text.startsWith("<!", position)) return false;
  bareDeclaration.lastIndex = position;
  return !bareDeclaration.test(text);
}
