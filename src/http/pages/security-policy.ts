import { createHash } from "node:crypto";
import type { Store } from "../../store/accounts/store.ts";
import { script } from "./script.ts";
import { brandStyles, styles } from "./styles.ts";

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const stylesHash = hash(styles);
const scriptHash = hash(script);

/**
 * The `Content-Security-Policy` of a store's page. It allows the page's own style sheets, script, requests, forms, media
 * and manifest, and nothing else. `data:` is for the icon, which is part of the page.
 */
export function pageSecurityPolicy(store: Store | null): string {
  const brand = brandStyles(store);
  return [
    "default-src 'none'",
    `style-src ${stylesHash}${brand === null ? "" : ` ${hash(brand)}`}`,
    `script-src ${scriptHash}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
