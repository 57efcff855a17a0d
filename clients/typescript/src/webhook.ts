/** An event, as a webhook endpoint receives it. */
export interface WebhookEvent {
  /** Name of the event, such as `order.created`. */
  type: string;
  /** When it happened. */
  timestamp: string;
  /** The object of v3 that the event is about. */
  data: Record<string, unknown>;
  /** Whether lists in `data` are shortened. */
  truncated?: boolean;
}

/** A message that does not come from the store, or is older than five minutes. */
export class WrongSignature extends Error {
  override readonly name = "WrongSignature";
}

/** Seconds that a message may be old, or ahead of this clock. */
const tolerance = 300;

/**
 * Returns the event in a message of the store, signed as Standard Webhooks; throws `WrongSignature` if it does not come from
 * there. `secret` is the endpoint's and begins with `whsec_`; `body` is as it arrived. The same message may arrive twice:
 * remember its `webhook-id`.
 */
export async function webhookEvent(
  secret: string,
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
): Promise<WebhookEvent> {
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])?.toString() ?? "";
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > tolerance) {
    throw new WrongSignature("The message has no time, or its time is not now.");
  }
  const secretBytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!secretBytes?.length) throw new TypeError('The secret must be "whsec_" and base64.');
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secretBytes, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // There are two signatures while the secret is replaced.
  for (const one of header("webhook-signature").split(" ")) {
    const [version, text = ""] = one.split(",");
    const signature = version === "v1" ? bytesOf(text) : null;
    // Web Crypto compares in constant time.
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) {
      return JSON.parse(body) as WebhookEvent;
    }
  }
  throw new WrongSignature("The message is not signed with this secret.");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
