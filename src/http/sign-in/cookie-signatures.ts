import { createHmac } from "node:crypto";
import { equalInConstantTime } from "../../platform/text.ts";
import type { Secrets } from "../../platform/vault.ts";

/**
 * Re-signs cookies of a request that were signed with the old secret, because better-auth knows only one secret. Changes and
 * returns `headers`.
 */
export function withCurrentSignatures(headers: Headers, { current, old }: Secrets): Headers {
  const sent = headers.get("cookie");
  if (old === null || sent === null) return headers;
  const cookies = sent.split(";").map((pair) => {
    const [name = "", ...value] = pair.trim().split("=");
    return `${name}=${signedAnew(value.join("="), current, old)}`;
  });
  headers.set("cookie", cookies.join("; "));
  return headers;
}

/** `encodeURIComponent("VALUE.SIGNATURE")`, as better-auth writes it; anything else is returned as it is. */
function signedAnew(cookie: string, current: string, old: string): string {
  const text = decoded(cookie);
  const dot = text.lastIndexOf(".");
  if (dot < 1) return cookie;
  const value = text.slice(0, dot);
  if (!equalInConstantTime(text.slice(dot + 1), signatureOf(value, old))) return cookie;
  return encodeURIComponent(`${value}.${signatureOf(value, current)}`);
}

function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return "";
  }
}

const signatureOf = (value: string, secret: string) => createHmac("sha256", secret).update(value).digest("base64");
