import type { OwnHeaders } from "./headers.ts";

/** Shorter values and words are not secret, and may occur in any response. */
const shortestSecret = 4;

const mask = "[hidden]";

/**
 * An endpoint's response, without the values of the headers that were sent to it: some servers repeat these, and nobody may read
 * them again. A scheme before a value, such as `Bearer`, may stay. `text` may end within a value.
 */
export function withoutOwnHeaders(text: string, headers: OwnHeaders): string {
  const secrets = secretsOf(headers);
  let masked = text;
  for (const secret of secrets) masked = masked.replaceAll(secret, mask);
  const rest = Math.max(0, ...secrets.map((secret) => lengthOfBeginning(masked, secret)));
  return rest === 0 ? masked : masked.slice(0, -rest) + mask;
}

/**
 * The values and the parts after their schemes, also as written in JSON. The longest come first, because one may contain another.
 */
function secretsOf(headers: OwnHeaders): string[] {
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^\S+ +/, "")]);
  const written = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  return [...new Set(written)]
    .filter(({ length }) => length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length);
}

/** The number of characters at the end of `text` with which `secret` begins. */
function lengthOfBeginning(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length >= shortestSecret; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
