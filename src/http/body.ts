/** A request body that is longer than the route allows. */
export class BodyTooLarge extends Error {
  constructor(readonly limitBytes: number) {
    super(`The request body is larger than ${limitBytes} bytes.`);
  }
}

/** A request body in an unsupported content encoding, such as gzip. */
export class BodyEncoded extends Error {
  constructor(encoding: string) {
    super(`Send the body without compression: the content encoding ${encoding} is not supported.`);
  }
}

/** An incomplete request body: the connection closed, or a chunk is malformed. */
export class BodyBrokenOff extends Error {
  constructor() {
    super("The connection was closed before the whole request body had arrived.");
  }
}

/**
 * Reads the whole body. Throws `BodyTooLarge` as soon as it is known to be longer than `limitBytes`, `BodyEncoded` and
 * `BodyBrokenOff`.
 */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") throw new BodyEncoded(encoding);
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw new BodyTooLarge(limitBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of arriving(request)) {
    length += chunk.length;
    if (length > limitBytes) throw new BodyTooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* arriving({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    while (reader) {
      const next = await reader.read().catch(() => Promise.reject(new BodyBrokenOff()));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Stops reading when the caller stops.
    await reader?.cancel().catch(() => {});
  }
}

/** Media type in lower case without parameters, and the `charset` parameter; both empty when absent. */
export function contentTypeOf(request: Request): { mediaType: string; charset: string } {
  const header = request.headers.get("content-type") ?? "";
  const charset = /;\s*charset="?([^";\s]+)/i.exec(header)?.[1] ?? "";
  return { mediaType: (header.split(";")[0] ?? "").trim().toLowerCase(), charset };
}
