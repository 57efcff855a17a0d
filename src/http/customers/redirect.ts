/** Never stored by anything on the way, so that each use comes here; a customer's link stays unknown where it leads. */
export function redirect(status: 302 | 303, location: string): Response {
  const headers = { location, "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return new Response(null, { status, headers });
}
