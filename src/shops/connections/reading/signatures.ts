import { createHmac, timingSafeEqual } from "node:crypto";

/** Milliseconds by which a signed time may differ from now, as Stripe and Standard Webhooks recommend. */
const timeTolerance = 300_000;

type Encoding = "hex" | "base64";

/** Whether `given` is the HMAC-SHA256 of the bytes under one of the keys. Compares in constant time. */
export function isHmac(given: string, bytes: Uint8Array, keys: (string | Uint8Array)[], encoding: Encoding): boolean {
  const expected = Buffer.from(given.trim(), encoding);
  let matches = false;
  for (const key of keys) {
    const actual = createHmac("sha256", key).update(bytes).digest();
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) matches = true;
  }
  return matches;
}

/** `TEXT` followed by the bytes. */
const after = (text: string, bytes: Uint8Array) => Buffer.concat([Buffer.from(text), bytes]);

/** The values of each name in a header such as `t=1,v1=ab,v1=cd`. */
function pairsIn(header: string, separator: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const part of header.split(separator)) {
    const [, name, value] = /^\s*([^=\s]+)=(.*?)\s*$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined) pairs.set(name, [...(pairs.get(name) ?? []), value]);
  }
  return pairs;
}

const isRecent = (seconds: string | undefined, now: number) =>
  seconds !== undefined && /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - now) <= timeTolerance;

/**
 * `t=SECONDS,v1=HEX`, over `SECONDS.BODY`. The key is the whole text of the secret
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function isSignedByStripe(header: string | null, body: Uint8Array, secrets: string[], now: number): boolean {
  const pairs = pairsIn(header ?? "", ",");
  const [time] = pairs.get("t") ?? [];
  if (!isRecent(time, now)) return false;
  return (pairs.get("v1") ?? []).some((one) => isHmac(one, after(`${time}.`, body), secrets, "hex"));
}

/**
 * `ts=SECONDS;h1=HEX`, over `SECONDS:BODY`. There are several `h1` while the shop changes its secret
 * (https://developer.paddle.com/webhooks/signature-verification).
 */
export function isSignedByPaddle(header: string | null, body: Uint8Array, secrets: string[], now: number): boolean {
  const pairs = pairsIn(header ?? "", ";");
  const [time] = pairs.get("ts") ?? [];
  if (!isRecent(time, now)) return false;
  return (pairs.get("h1") ?? []).some((one) => isHmac(one, after(`${time}:`, body), secrets, "hex"));
}

/**
 * Standard Webhooks 1.0.0: `v1,BASE64` over `ID.SECONDS.BODY`; several are separated by spaces. The secret is `whsec_` followed
 * by base64.
 */
export function isStandardWebhook(headers: Headers, body: Uint8Array, secrets: string[], now: number): boolean {
  const id = headers.get("webhook-id");
  const time = headers.get("webhook-timestamp") ?? undefined;
  if (id === null || !isRecent(time, now)) return false;
  const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
  const signed = after(`${id}.${time}.`, body);
  return (headers.get("webhook-signature") ?? "")
    .split(" ")
    .some((one) => one.startsWith("v1,") && isHmac(one.slice("v1,".length), signed, keys, "base64"));
}
