/**
 * Whether a page of another origin has sent the form. Browsers say so in `Sec-Fetch-Site`, which pages cannot forge. Without it
 * (an older browser, plain HTTP), `Origin` counts; it is `null` for our own pages too, because they send no referrer. Programs
 * send neither header.
 */
export function isForeignForm(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const from = headers.get("origin");
  return from !== null && from !== "null" && from !== origin;
}
