import { type Asset, forEver, noAsset, sendAsset } from "../assets.ts";
import { refuseChange } from "../method-refusal.ts";
import { type Bundle, bundleAdmin } from "./bundle.ts";

/** Scripts and data come from this host only; the style library writes style elements at run time. */
const securityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/**
 * Answers requests under `/admin`: an asset by its name, and the page for every screen's address. Bundles the area on
 * the first request.
 */
export function createAdminPages(): (request: Request) => Promise<Response> {
  let bundling: Promise<Bundle> | null = null;
  return async (request) => {
    const refusal = refuseChange(request);
    if (refusal) return refusal;
    bundling ??= bundleAdmin();
    const bundle = await bundling.catch((error) => {
      bundling = null;
      throw error;
    });
    return answerFrom(bundle, request);
  };
}

function answerFrom({ assets, page }: Bundle, request: Request): Response {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/admin/assets/")) return send(request, page, "no-cache");
  const asset = assets.get(pathname.slice("/admin/assets/".length));
  return asset ? send(request, asset, forEver) : noAsset();
}

function send(request: Request, asset: Asset, cacheControl: string): Response {
  return sendAsset(request, asset, { "cache-control": cacheControl, "content-security-policy": securityPolicy });
}
