import type { Account } from "../../store/accounts/accounts.ts";
import { forEver, noAsset, sendAsset } from "../assets.ts";
import { refuseChange } from "../method-refusal.ts";
import { bundleReference, type ReferenceBundle } from "./bundle.ts";
import { assetsPath, referencePage } from "./page.tsx";

/** The path of the page; its assets are below it. It needs no credentials. */
export const referencePath = "/docs/api";

/** Nothing is loaded from another host or sent to one. The library writes style elements at run time. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The reader of the page. */
interface Reader {
  account: Account;
  /** The account's API key if an owner is signed in, else null. */
  apiKey: string | null;
  /** The cookies that continue the session. */
  cookies: string[];
}

/** The reference of the v3 interface, with the store's own address in its examples, and for owners with its API key. */
export function createReference(accountUrl: (account: Account) => string) {
  let bundling: Promise<ReferenceBundle> | null = null;
  return async (request: Request, readerOf: () => Promise<Reader>): Promise<Response> => {
    const refusal = refuseChange(request);
    if (refusal) return refusal;
    const { pathname } = new URL(request.url);
    bundling ??= bundleReference();
    const { assets, names } = await bundling.catch((error) => {
      bundling = null;
      throw error;
    });
    if (pathname !== referencePath) {
      const asset = pathname.startsWith(assetsPath) ? assets.get(pathname.slice(assetsPath.length)) : undefined;
      return asset ? sendAsset(request, asset, { "cache-control": forEver }) : noAsset();
    }
    const { account, apiKey, cookies } = await readerOf();
    return sendPage(request, referencePage({ names, url: accountUrl(account), apiKey }), cookies);
  };
}

/** Must not be cached: it may contain a key, and differs once the reader has signed in. */
function sendPage(request: Request, page: string, cookies: string[]): Response {
  const headers = new Headers({
    "content-length": String(Buffer.byteLength(page)),
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(request.method === "HEAD" ? null : page, { headers });
}
