import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashIdentifier } from "../../platform/identifiers.ts";

const prefix = "wb_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Characters of the random part: 178 bits. */
const randomLength = 30;

/** Characters of the checksum, which is the CRC-32 of everything before it. */
const checksumLength = 6;

const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** The characters of a key that are kept, so that its owner recognizes it. */
const shownLength = 4;

/** A new key. Only its hash and its last characters are stored. */
export function newApiKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${prefix}${random}${checksumOf(prefix + random)}`;
}

/** Whether a text has the form of a key. A mistyped or cut-off key does not, and needs no query. */
export function looksLikeApiKey(text: string): boolean {
  if (!shape.test(text)) return false;
  return checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** Whether a text was meant as a key. */
export const isMeantAsApiKey = (text: string): boolean => text.trimStart().startsWith(prefix);

export const hashApiKey = hashIdentifier;

export const lastCharacters = (key: string): string => key.slice(-shownLength);

function checksumOf(text: string): string {
  let rest = crc32(text);
  let written = "";
  for (let place = 0; place < checksumLength; place++) {
    written = alphabet[rest % alphabet.length] + written;
    rest = Math.floor(rest / alphabet.length);
  }
  return written;
}
