/**
 * The answer to HEAD that a GET's answer makes: its headers, and the length that its body would have (RFC 9110 section
 * 9.3.2). The body is made and measured with bounded memory, as the server would otherwise claim a length of 0.
 */
export async function withoutBody(response: Response): Promise<Response> {
  let length = 0;
  for await (const chunk of response.body ?? []) length += chunk.length;
  const headers = new Headers(response.headers);
  headers.set("content-length", String(length));
  return new Response(null, { status: response.status, headers });
}

/**
 * The answer to HEAD of a list that is sent as it is read: the headers of GET's answer, without a length, as nobody knows
 * it before every row is read. Named `chunked`, as GET's answer is, or the server would claim a length of 0.
 */
export function streamedHead(headers: Record<string, string>): Response {
  return new Response(null, { headers: { ...headers, "transfer-encoding": "chunked" } });
}
