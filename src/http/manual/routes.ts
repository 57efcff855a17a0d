import { forEver, noAsset, sendAsset } from "../assets.ts";
import { refuseChange } from "../method-refusal.ts";
import { bundleManual } from "./bundle.ts";
import { type Manual, type ManualFile, manualAssetsPath, manualPath } from "./manual.ts";
import { noPage, resultsPage } from "./results.tsx";

/** Pages load only their own style sheet, script and pictures. `data:` is for the icon, which is part of the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // Results of a search while one types.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Answers requests for this version's documentation under `/docs`. Builds it on the first request. */
export function createManual(): (request: Request) => Promise<Response> {
  let bundling: Promise<Manual> | null = null;
  return async (request) => {
    const refusal = refuseChange(request);
    if (refusal) return refusal;
    bundling ??= bundleManual();
    const manual = await bundling.catch((error) => {
      bundling = null;
      throw error;
    });
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.startsWith(manualAssetsPath)) {
      const asset = manual.assets.get(pathname.slice(manualAssetsPath.length));
      return asset ? sendAsset(request, asset, { "cache-control": forEver }) : noAsset();
    }
    const query = searchParams.get("q")?.trim();
    if (pathname === manualPath && query) return sendPage(request, 200, await resultsPage(manual, query));
    const file = manual.files.get(pathname);
    return file ? sendFile(request, file) : sendPage(request, 404, noPage(manual));
  };
}

/** Browsers revalidate it each time. */
function sendFile(request: Request, { asset, etag }: ManualFile): Response {
  const headers = { etag, "cache-control": "no-cache", "content-security-policy": policy };
  const known = request.headers.get("if-none-match")?.split(/\s*,\s*/);
  if (known?.includes(etag))
    return new Response(null, { status: 304, headers: { ...headers, vary: "accept-encoding" } });
  return sendAsset(request, asset, headers);
}

/** A page made for this request. */
function sendPage(request: Request, status: number, page: string): Response {
  const headers = {
    "content-length": String(Buffer.byteLength(page)),
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
  return new Response(request.method === "HEAD" ? null : page, { status, headers });
}
