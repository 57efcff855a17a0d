import { createHash } from "node:crypto";
import { script } from "./script.ts";
import { styles } from "./styles.ts";

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The `Content-Security-Policy` of every customers' page: its own style sheet and script, forms of its own, and nothing
 * else. `data:` is for the icon, which is part of the page.
 */
export const pageSecurityPolicy: string = [
  "default-src 'none'",
  `style-src ${hash(styles)}`,
  `script-src ${hash(script)}`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");
