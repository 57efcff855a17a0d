import { createHmac, randomBytes } from "node:crypto";
import { type Instant, instant } from "../../platform/instants.ts";

/** A signing secret of an endpoint. */
export interface EndpointSecret {
  /** `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0.0, Signature scheme). */
  secret: string;
  /** Until when it signs besides newer ones; null for the newest. */
  expiresAt: Instant | null;
}

const prefix = "whsec_";

/** Maximum number of secrets that sign at the same time. With more, the header would become long. */
const mostSecrets = 4;

export const newSecret = (): EndpointSecret => ({
  secret: prefix + randomBytes(32).toString("base64"),
  expiresAt: null,
});

/** Puts a new secret before those that still sign; the newest of these signs for another `overlap` milliseconds. */
export function rotated(secrets: EndpointSecret[], overlap: number, now: Instant): EndpointSecret[] {
  const end = instant(now + overlap);
  const kept = secrets.map(({ secret, expiresAt }) => ({ secret, expiresAt: expiresAt ?? end }));
  return [newSecret(), ...inUse(kept, now)].slice(0, mostSecrets);
}

const inUse = (secrets: EndpointSecret[], now: Instant) =>
  secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);

/** The headers of one attempt. `webhook-signature` has one signature for each secret in use, the newest first. */
export function signedHeaders(
  secrets: EndpointSecret[],
  { messageId, body }: { messageId: string; body: string },
  now: Instant,
): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const signatures = inUse(secrets, now).map(({ secret }) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${messageId}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
