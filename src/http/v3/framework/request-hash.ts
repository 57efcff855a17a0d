import { createHash } from "node:crypto";
import type { Context } from "hono";
import { giveWay } from "../../../platform/give-way.ts";
import { readBody } from "../../body.ts";
import type { V3Env } from "./environment.ts";

/** Bytes to hash at once, which takes a millisecond or two. */
const hashedAtOnce = 1_048_576;

/** Identifies a request. */
export interface RequestHash {
  /** SHA-256 in hexadecimal, once the body has been read. */
  value(): string;
  /** Reads the rest of the body. */
  readRest(): Promise<void>;
}

/**
 * Hashes the caller (a person, or whether it is a test key, which creates other orders), the method, the full path with the
 * query, and the body, which the request's handlers can still read.
 */
export async function hashRequest(c: Context<V3Env>): Promise<RequestHash> {
  const { raw } = c.req;
  const { pathname, search } = new URL(raw.url);
  const hash = createHash("sha256").update(
    `${c.var.user?.id ?? (c.var.key?.isTest ? "test" : "")} ${raw.method} ${pathname}${search}\n`,
  );
  const value = () => hash.copy().digest("hex");
  if (/^\/api\/v3\/imports\//.test(pathname)) {
    // Import files are too long to keep in memory, so their bytes are hashed while they are being read.
    const passing = raw.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          hash.update(chunk);
          controller.enqueue(chunk);
        },
      }),
    );
    if (passing) c.req.raw = withBody(raw, passing);
    return { value, readRest: () => read(c.req.raw.body) };
  }
  const body = await readBody(raw, c.var.services.limits.bulk);
  for (let start = 0; start < body.length; start += hashedAtOnce) {
    hash.update(body.subarray(start, start + hashedAtOnce));
    await giveWay();
  }
  if (body.length > 0) c.req.raw = withBody(raw, body as Uint8Array<ArrayBuffer>);
  return { value, readRest: async () => {} };
}

function withBody({ url, method, headers, signal }: Request, body: Uint8Array<ArrayBuffer> | ReadableStream): Request {
  return new Request(url, { method, headers, signal, body });
}

async function read(body: ReadableStream<Uint8Array> | null): Promise<void> {
  for await (const _chunk of body ?? []);
}
