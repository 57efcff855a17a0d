import type { Vault } from "../../platform/vault.ts";

/**
 * The sent form of a stored payload. Payloads with license keys and links are stored encrypted; plain JSON begins with a brace.
 * An endpoint that does not include secrets, or no longer does, gets the payload without them.
 */
export function bodyOf(vault: Vault, payload: string, { includeSecrets }: { includeSecrets: boolean }): string {
  if (payload.startsWith("{")) return payload;
  const body = vault.decrypt(payload);
  return includeSecrets ? body : JSON.stringify(JSON.parse(body, withoutSecret));
}

const withoutSecret = (name: string, value: unknown) =>
  name === "download_url" ? null : name === "license_keys" ? [] : value;
