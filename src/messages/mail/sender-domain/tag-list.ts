/** The tags of a list such as `v=DKIM1; k=rsa; p=…` (RFC 6376 section 3.2), by name; spaces around values are removed. */
export function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(";").map((tag): [string, string] => {
    const at = tag.indexOf("=");
    return at < 0 ? [tag.trim(), ""] : [tag.slice(0, at).trim(), tag.slice(at + 1).trim()];
  });
  return new Map(pairs);
}
