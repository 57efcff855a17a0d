/** Characters of a path that are kept. */
const longestPath = 300;

/** An at sign, however often it was escaped, and the secrets that Waybill gives out by their prefixes. */
const hidden = /@|%(25)*40|wb_|whsec_/i;

/** What follows it in a path is a customer's address, in whatever form. */
const beforeAddress = "customers";

/**
 * The path of a call as the log keeps it: as it was sent, without the query, whose values can be addresses or secrets. A part
 * that is or may be an email address or a secret is `…`.
 */
export function shownPath(url: string): string {
  const path = new URL(url).pathname;
  const parts = path.split("/");
  const shown = parts.map((part, at) => {
    if (part === "") return part;
    return hidden.test(part) || parts[at - 1]?.toLowerCase() === beforeAddress ? "…" : part;
  });
  return shown.join("/").slice(0, longestPath);
}
