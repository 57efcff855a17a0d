/** Largest body, in bytes, that is generated to measure its length for HEAD. */
const mostMeasured = 1024 ** 2;

/**
 * Turns the response to a GET into that to a HEAD: its headers, and the length of its body (RFC 9110 section 9.3.2).
 * For a long body, the length is left out.
 */
export async function withoutBody(response: Response): Promise<Response> {
  const { status } = response;
  const headers = new Headers(response.headers);
  if (headers.has("transfer-encoding")) return response;
  let length = 0;
  // Leaving the loop ends the stream.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostMeasured) break;
  }
  if (length <= mostMeasured) headers.set("content-length", String(length));
  else headers.set("transfer-encoding", "chunked");
  return new Response(null, { status, headers });
}

/**
 * The response to HEAD for a streamed list: the headers of GET without a length, which is unknown until every row is
 * read. It is marked `chunked` like GET, because the server would otherwise send a length of 0.
 */
export function streamedHead(headers: Record<string, string>): Response {
  return new Response(null, { headers: { ...headers, "transfer-encoding": "chunked" } });
}
