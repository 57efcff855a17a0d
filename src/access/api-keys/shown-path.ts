/** Characters of a path that are kept. */
const longestPath = 300;

/** An at sign, however often it was escaped. */
const addressSign = /@|%(25)*40/;

/** The secrets that Waybill gives out, by their prefixes. */
const secretPrefix = /wb_|whsec_/i;

/** Whether a part of a path contains a secret that Waybill gave out. */
export const holdsSecret = (part: string): boolean => secretPrefix.test(unescapedPart(part));

/** The next part of the path is a customer's address, in any form. */
const beforeAddress = "customers";

/**
 * The path of a call as the log keeps it: as it was sent, without the query, because its values can be addresses or secrets. A
 * part that is or may be an email address or a secret becomes `…`.
 */
export function shownPath(url: string): string {
  const path = new URL(url).pathname;
  const parts = path.split("/");
  const shown = parts.map((part, at) => {
    if (part === "") return part;
    const isHidden = addressSign.test(part) || holdsSecret(part);
    return isHidden || parts[at - 1]?.toLowerCase() === beforeAddress ? "…" : part;
  });
  return shown.join("/").slice(0, longestPath);
}

/** Decodes escapes of ASCII characters; others stay. */
const unescapedPart = (part: string) =>
  part.replace(/%[2-7][0-9a-f]/gi, (octet) => String.fromCharCode(Number.parseInt(octet.slice(1), 16)));
