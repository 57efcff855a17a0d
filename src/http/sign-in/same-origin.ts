/**
 * True if the request comes from a page of exactly this origin, so that no other site can make a signed-in person
 * change anything. Browsers send this in `Sec-Fetch-Site`, which pages cannot forge. If it is missing (an older
 * browser, plain HTTP), `Origin` must be the origin that the request was sent to.
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? origin !== "" && headers.get("origin") === origin : site === "same-origin";
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
