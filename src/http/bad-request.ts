/** A request that violates HTTP, or that the service does not support in this form. Answered 400. */
export class BadRequest extends Error {}

const interfaces = /^\/api(\/|$)/;

/**
 * Rejects requests that the runtime lets through but that are certainly mistakes. Throws `BadRequest`, whose message
 * says what to send instead.
 */
export function rejectOddRequest(request: Request): void {
  const { method, headers, url } = request;
  if (method === "CONNECT") throw new BadRequest("This service is not a proxy and does not support CONNECT.");
  const host = headers.get("host");
  if (host === null || host.trim() === "") throw new BadRequest("The Host header is missing. Send exactly one.");
  // The runtime joins repeated headers and uses the first host.
  if (host.includes(",")) throw new BadRequest("The request has several Host headers. Send exactly one.");
  if (!URL.canParse(url))
    throw new BadRequest("The Host header is not valid. Send a host name, with the port if it has one.");
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && announcesBody(headers) && interfaces.test(new URL(url).pathname)) {
    throw new BadRequest(`A ${method} request must not have a body. Put the options into the query, such as ?page=2.`);
  }
}

/** Whether the headers announce a body. */
export function announcesBody(headers: Headers): boolean {
  return headers.has("transfer-encoding") || !/^\s*0*\s*$/.test(headers.get("content-length") ?? "");
}
