/** The store's own headers that are sent with every message, by name, such as an `Authorization` that a gateway requires. */
export type OwnHeaders = Record<string, string>;

/** Maximum number of headers of one endpoint. */
export const mostHeaders = 20;

/** Maximum length of a name, in characters. */
export const longestHeaderName = 100;

/** Maximum length of a value, in characters. A signed token fits. */
export const longestHeaderValue = 4000;

/** Headers that end at each server on the way (RFC 9110, section 7.6.1), and headers that Waybill sets itself. */
const refused =
  /^(?:host|user-agent|accept-encoding|expect|content-.*|webhook-.*|connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Why these headers cannot be sent; null if they can. Shows names but no values. */
export function headersProblem(headers: OwnHeaders): string | null {
  const entries = Object.entries(headers);
  if (entries.length > mostHeaders) return `must be at most ${mostHeaders}`;
  const names = new Set<string>();
  for (const [name, value] of entries) {
    // A token (RFC 9110, section 5.6.2).
    if (name.length > longestHeaderName || !/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name)) {
      return `must have names such as Authorization or X-Api-Key, with at most ${longestHeaderName} characters`;
    }
    if (refused.test(name)) return `must not have ${name}, which Waybill or the connection sets`;
    if (names.has(name.toLowerCase())) return `must have ${name} once`;
    names.add(name.toLowerCase());
    if (value.length > longestHeaderValue || !/^[!-~](?:[ -~]*[!-~])?$/.test(value)) {
      return `must have a value for ${name} of 1 to ${longestHeaderValue} printable ASCII characters, without spaces around it`;
    }
  }
  return null;
}
