/** No cache stores it, so that each use is counted. The other site does not see the customer's link. */
export function redirect(status: 302 | 303, location: string): Response {
  const headers = { location, "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return new Response(null, { status, headers });
}
