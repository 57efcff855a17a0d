import { z } from "zod";

/** What a sign-in's body names as the email; null when it is not text. */
export function emailIn(body: Uint8Array | null): string | null {
  return z.object({ email: z.string() }).safeParse(jsonIn(body)).data?.email ?? null;
}

/** Null for what is no JSON. */
export function jsonIn(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? undefined));
  } catch {
    return null;
  }
}
