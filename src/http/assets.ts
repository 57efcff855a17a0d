import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A file for browsers, in each encoding that is sent. */
export interface Asset {
  contentType: string;
  plain: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
}

/** For assets whose name changes with their content. */
export const forEver = "public, max-age=31536000, immutable";

/** Compresses on other threads: for a script of a megabyte, it takes longer than requests may wait. */
export async function compress(plain: Uint8Array<ArrayBuffer>, contentType: string): Promise<Asset> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)]);
  return { contentType, plain, brotli: new Uint8Array(brotli), gzip: new Uint8Array(gzipped) };
}

/** Answers with an asset in the smallest form that the request accepts; `headers` are added, and may replace others. */
export function sendAsset(request: Request, asset: Asset, headers: Record<string, string>): Response {
  const accepted = request.headers.get("accept-encoding") ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null;
  const body = encoding === "br" ? asset.brotli : encoding === "gzip" ? asset.gzip : asset.plain;
  return new Response(request.method === "HEAD" ? null : body, {
    headers: {
      "content-type": asset.contentType,
      "content-length": String(body.length),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      vary: "accept-encoding",
      ...(encoding ? { "content-encoding": encoding } : {}),
      ...headers,
    },
  });
}

/** The answer if no asset has the name. */
export function noAsset(): Response {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return new Response("There is nothing at this address.\n", { status: 404, headers });
}
