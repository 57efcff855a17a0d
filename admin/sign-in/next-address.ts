/** Any host works: only the path is used. */
const here = "http://here";

/** Where to go after signing in: a screen of this area, never another page or site. */
export function nextAddress(next: string | null): string {
  // Parsed like a browser does, so that `..` and `//host` cannot lead elsewhere.
  const address = next?.startsWith("/") && URL.canParse(next, here) ? new URL(next, here) : null;
  if (address?.origin !== here || !/^\/admin(\/|$)/.test(address.pathname)) return "/admin";
  const screen = address.pathname + address.search + address.hash;
  return /^\/admin\/(sign-in|sign-in-link|email-link|reset-password|forgot-password)(\/|$)/.test(address.pathname)
    ? "/admin"
    : screen;
}
