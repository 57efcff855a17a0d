import { createHash } from "node:crypto";
import type { Account } from "../../accounts/accounts.ts";
import { refuseChange } from "../method-refusal.ts";
import { v3Document } from "../v3/interface.ts";
import { referencePage } from "./reference.tsx";
import { styles } from "./styles.ts";

/** Where the page is; it holds no data, so it needs no credentials. */
export const referencePath = "/docs/api";

/** Stands in the page, which is made once, for each store's own address. */
const anyStore = "https://store.waybill.invalid";

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The reference page of the v3 interface, with the account's own address in its examples. */
export function createReference(
  accountUrl: (account: Account) => string,
): (request: Request, account: Account) => Response {
  let html: string | undefined;
  return (request, account) => {
    const refusal = refuseChange(request);
    if (refusal) return refusal;
    html ??= referencePage(v3Document(), anyStore);
    const page = html.replaceAll(anyStore, accountUrl(account));
    return new Response(request.method === "HEAD" ? null : page, {
      headers: {
        "content-length": String(Buffer.byteLength(page)),
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "public, max-age=300",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      },
    });
  };
}
