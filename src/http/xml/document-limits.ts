import { WireError } from "./wire-error.ts";

/**
 * Elements, comments and the like of one document. An order of 1,000 lines that is sent back as it was read, with its
 * downloads, has fewer.
 */
const mostElements = 16_000;

/** Attributes of one document; every `=` counts as one. */
const mostAttributes = 10_000;

/** What may stand before the document type declaration (XML 1.0 section 2.8). */
const beforeDeclaration = /\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;

const bareDeclaration = /<!DOCTYPE\s+[^\s[\]<>"']+\s*>/y;

/**
 * Refuses, before it is parsed, a document that declares anything or is made of too many parts: default values of
 * attributes and entities let a small document become a large one, and parsing takes time for each part. Takes time in the
 * text's length. Throws `WireError` 400.
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

/** Whether `sign` stands in `text` more often than `most` times, not counting those with `follower` right behind. */
export function hasMore(text: string, sign: string, most: number, follower?: string): boolean {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) {
    if (text[at + 1] !== follower) count++;
  }
  return count > most;
}

/** Whether a document type declaration, which stands before the root element, holds more than its name. */
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
