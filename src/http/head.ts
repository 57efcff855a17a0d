/** Bytes up to which a body is made and measured for an answer to HEAD. */
const mostMeasured = 1024 ** 2;

/**
 * The answer to HEAD that a GET's answer makes: its headers, and the length that its body would have (RFC 9110 section
 * 9.3.2). A long body is not made for its length, which is then left out.
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
 * The answer to HEAD of a list that is sent as it is read: the headers of GET's answer, without a length, as nobody knows
 * it before every row is read. Named `chunked`, as GET's answer is, or the server would claim a length of 0.
 */
export function streamedHead(headers: Record<string, string>): Response {
  return new Response(null, { headers: { ...headers, "transfer-encoding": "chunked" } });
}
