import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { addKeys, type Order, sendOrder } from "./keys.ts";
import { makeProduct, type Product } from "./products.ts";
import type { Store } from "./service.ts";

export interface LicenseAnswer {
  code: string;
  valid: boolean;
  product: string | null;
  devices: { used: number; limit: number | null };
  expires_at: string | null;
  updates_until: string | null;
  check_again_at: string;
  device_id: string | null;
  nonce: string | null;
  at: string;
}

export type LicenseAction = "validate" | "activate" | "deactivate";

/** A request of a program in a customer's hands. */
export const postLicense = (store: Store, action: string, body: unknown, headers: Record<string, string> = {}) =>
  store.get(`/licenses/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** What the program is told; only for a verdict. */
export async function askLicense(
  store: Store,
  action: LicenseAction,
  body: { key: string; product?: string; device_id?: string; device_name?: string; nonce?: string },
): Promise<LicenseAnswer> {
  const response = await postLicense(store, action, body);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as LicenseAnswer;
}

/** A product whose one key an order has. */
export async function sellLicense(
  store: Store,
  key: string,
  fields: Record<string, unknown> = {},
): Promise<{ product: Product; order: Order; key: string }> {
  const product = await makeProduct(store, fields);
  await addKeys(store, product.id, [key]);
  return { product, order: await sendOrder(store, { [product.sku]: 1 }), key };
}

/** The store's public keys, by their ids. */
export async function licenseKeySet(store: Store): Promise<Map<string, KeyObject>> {
  const response = await store.get("/licenses/keys.json");
  const { keys } = (await response.json()) as { keys: { kid: string; kty: string; crv: string; x: string }[] };
  return new Map(keys.map(({ kid, ...jwk }) => [kid, createPublicKey({ format: "jwk", key: jwk })]));
}

/** The ids of the keys whose signatures of the body are right. */
export function signersOf(body: Uint8Array, header: string, keys: Map<string, KeyObject>): string[] {
  return header.split(", ").flatMap((one) => {
    const [keyId = "", signature = ""] = one.split(" ");
    const key = keys.get(keyId);
    return key && verify(null, body, key, Buffer.from(signature, "base64")) ? [keyId] : [];
  });
}
