/** The kinds of links that people copy. An identifier has 27 characters, and anything after it is not part of the link. */
const linkAndRest = /^(\/orders\/[\w-]{27}\/all\.zip|\/(?:orders|get|permalink|library)\/[\w-]{27})(.+)$/;

/** HTML character references, also if their ampersand was escaped again. */
const entities = /&(?:amp;)*(?:amp|gt|lt|quot|apos|nbsp|#\d{1,4}|#x[\da-f]{1,4});?/gi;

/** No letters or digits except in escapes. After a quotation mark, an HTML bracket or an `&`, any text can follow. */
const noPartOfLink = /^(?:[^a-z\d]|[%=][\da-f]{2})*(?:[<>"?&\s].*)?$/is;

/** Programs add this after an `&`, as if the link had a query. It is the parameter of our links. */
const pageBehind = /[&;]page(?![a-z\d])/i;

/**
 * The link without extra characters at its end. Chat and mail programs often treat characters after a link as part of
 * it, such as a period, `_` or `&gt;`. Null if the path is not a link with such an ending.
 */
export function trimmedLink(url: string): string | null {
  const { pathname, search } = new URL(url);
  const [, link, rest] = linkAndRest.exec(pathname) ?? [];
  if (link === undefined || rest === undefined) return null;
  if (!noPartOfLink.test(decoded(rest).replace(entities, ">"))) return null;
  return link + (search === "" && pageBehind.test(rest) ? "?page" : search);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
