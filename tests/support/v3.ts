import type { Store } from "./service.ts";

/** An answer of the v3 interface, its body read. */
export interface V3Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

/** A request to the v3 interface; `path` follows `/api/v3/`, `body` is sent as JSON. */
export async function v3(
  service: Store,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<V3Answer> {
  const response = await service.api(`/api/v3/${path}`, {
    method,
    headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}
