/** A request that breaks a rule of HTTP, or that the service does not take in this shape. Answered 400. */
export class BadRequest extends Error {}

const interfaces = /^\/api(\/|$)/;

/**
 * Refuses what the runtime lets through although nobody means it. Throws `BadRequest`, whose message tells a person what
 * to send instead.
 */
export function rejectOddRequest(request: Request): void {
  const { method, headers, url } = request;
  if (method === "CONNECT") throw new BadRequest("This service is not a proxy and does not support CONNECT.");
  const host = headers.get("host");
  if (host === null || host.trim() === "") throw new BadRequest("The Host header is missing. Send exactly one.");
  // The runtime joins several headers and takes the first host.
  if (host.includes(",")) throw new BadRequest("The request has several Host headers. Send exactly one.");
  if (!URL.canParse(url))
    throw new BadRequest("The Host header is not valid. Send a host name, with the port if it has one.");
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && announcesBody(headers) && interfaces.test(new URL(url).pathname)) {
    throw new BadRequest(`A ${method} request must not have a body. Put the options into the query, such as ?page=2.`);
  }
}

/** Whether a body follows the headers, as far as they say. */
export function announcesBody(headers: Headers): boolean {
  return headers.has("transfer-encoding") || !/^\s*0*\s*$/.test(headers.get("content-length") ?? "");
}
