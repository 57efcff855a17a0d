/** The three kinds of links; an identifier has 27 characters, and what follows it is no part of the link. */
const linkAndRest = /^(\/(?:orders|get|permalink)\/[\w-]{27})(.+)$/;

/** Characters as HTML writes them, also when an ampersand was written so once more. */
const entities = /&(?:amp;)*(?:amp|gt|lt|quot|apos|nbsp|#\d{1,4}|#x[\da-f]{1,4});?/gi;

/** No letters and digits but in escapes; with a quotation mark or a bracket of HTML, text may follow. */
const noPartOfLink = /^(?:[^a-z\d]|[%=][\da-f]{2})*(?:[<>"?\s].*)?$/is;

/**
 * The link that a request for more than a link meant: chat and mail programs take what stands behind a link for a part
 * of it, such as a full stop, `_` or `&gt;`. Null when the address is no link with such an end.
 */
export function meantLink(url: string): string | null {
  const { pathname, search } = new URL(url);
  const [, link, rest] = linkAndRest.exec(pathname) ?? [];
  if (link === undefined || rest === undefined) return null;
  return noPartOfLink.test(decoded(rest).replace(entities, ">")) ? link + search : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
