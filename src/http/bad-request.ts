/** A request that breaks a rule of HTTP, or that the service does not take in this shape. Answered 400. */
export class BadRequest extends Error {}

const interfaces = /^\/api(\/|$)/;

/**
 * Refuses what the runtime lets through although nobody means it. Throws `BadRequest`, whose message tells a person what
 * to send instead.
 */
export function rejectOddRequest(request: Request): void {
  const { method, headers, url } = request;
  if (method === "CONNECT") throw new BadRequest("This service is no proxy. Send the request itself, not CONNECT.");
  const host = headers.get("host");
  if (host === null || host.trim() === "") throw new BadRequest("The request names no host. Send one Host header.");
  // The runtime joins several headers and takes the first host.
  if (host.includes(",")) throw new BadRequest("The request names several hosts. Send one Host header.");
  if (!URL.canParse(url))
    throw new BadRequest("The request's host cannot be read. Send the host's name, and a port if it has one.");
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && announcesBody(headers) && interfaces.test(new URL(url).pathname)) {
    throw new BadRequest(
      `A ${method} must not have a body, and this one was not read. Put its options into the query, such as ?page=2.`,
    );
  }
}

/** Whether a body follows the headers, as far as they say. */
export function announcesBody(headers: Headers): boolean {
  return headers.has("transfer-encoding") || !/^\s*0*\s*$/.test(headers.get("content-length") ?? "");
}
