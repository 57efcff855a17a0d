import { useRef } from "react";

/** Names what a form sends: the same text again by the same `Idempotency-Key`, so that sending it again does it once. */
export function useIdempotencyKeys(): (body: unknown) => string {
  const keys = useRef(new Map<string, string>());
  return (body) => {
    const text = JSON.stringify(body);
    const key = keys.current.get(text) ?? newKey();
    keys.current.set(text, key);
    return key;
  };
}

/** Browsers have `crypto.randomUUID` only where a page came encrypted, which in a house it may not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
