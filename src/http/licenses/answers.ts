import { sign } from "node:crypto";
import { believableUntil, type Verdict } from "../../delivery/license-checks/verdict.ts";
import type { SigningKey } from "../../delivery/licenses/secrets.ts";
import { type Instant, writeInstant } from "../../platform/instants.ts";

/** Any page may ask, because these answers do not depend on the browser's user. */
export const openToPages = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Waybill-Signature, Retry-After",
};

const json = { "content-type": "application/json", "cache-control": "no-store", ...openToPages };

/** The signed answer to a program. */
export function verdictAnswer(
  { code, license, devices }: Verdict,
  asked: { key: string; deviceId: string | null; nonce: string | null; now: Instant },
  signingKeys: SigningKey[],
): Response {
  // A caller who asks about another product has a key of the store, and must not learn more about it.
  const known = code === "unknown" || code === "wrong_product" ? null : license;
  const body = JSON.stringify({
    code,
    valid: code === "valid",
    product: known?.sku ?? null,
    devices: { used: known ? devices.used : 0, limit: known?.deviceLimit ?? null },
    expires_at: known?.accessUntil == null ? null : writeInstant(known.accessUntil),
    updates_until: known?.updatesUntil == null ? null : writeInstant(known.updatesUntil),
    check_again_at: writeInstant(believableUntil({ code, license }, asked.now)),
    device_id: asked.deviceId,
    nonce: asked.nonce,
    at: writeInstant(asked.now),
    // The license file was rewritten since the program got its copy.
    ...(code === "valid" && known && known.key !== asked.key ? { key: known.key } : {}),
  });
  return new Response(body, { headers: { ...json, "waybill-signature": signatures(body, signingKeys) } });
}

/** `KEYID BASE64`, or two of them separated by a comma while the store changes its key. */
const signatures = (body: string, keys: SigningKey[]): string =>
  keys
    .map(({ keyId, privateKey }) => `${keyId} ${sign(null, Buffer.from(body), privateKey).toString("base64")}`)
    .join(", ");

/** The public keys as a JWK set (RFC 7517, RFC 8037). */
export function keySetAnswer(signingKeys: SigningKey[]): Response {
  const keys = signingKeys.map(({ keyId, publicKey }) => ({
    kty: "OKP",
    crv: "Ed25519",
    kid: keyId,
    x: publicKey,
    alg: "EdDSA",
    use: "sig",
  }));
  return new Response(JSON.stringify({ keys }), { headers: json });
}
