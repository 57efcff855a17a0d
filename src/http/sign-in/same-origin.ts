/**
 * True when a browser's page of this very origin made the request, so that no other site can make a signed-in person
 * change anything. Browsers say so in `Sec-Fetch-Site`, which pages cannot forge; where it is missing (an older browser,
 * plain HTTP), `Origin` must name the address that the request was made to.
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? origin !== "" && headers.get("origin") === origin : site === "same-origin";
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
