import { BodyTooLarge, contentTypeOf, readBody } from "../body.ts";

/** Largest form, in bytes. The longest message takes a third of it. */
const largestForm = 16 * 1024;

/** The fields of a sent form; empty for another kind of body, null if the body is too large. */
export async function formIn(request: Request): Promise<URLSearchParams | null> {
  try {
    const body = Buffer.from(await readBody(request, largestForm)).toString();
    const isForm = contentTypeOf(request).mediaType === "application/x-www-form-urlencoded";
    return new URLSearchParams(isForm ? body : "");
  } catch (error) {
    if (error instanceof BodyTooLarge) return null;
    throw error;
  }
}

/**
 * Whether a page of another origin sent the form. Browsers say so in `Sec-Fetch-Site`, which pages cannot forge.
 * Without it (an older browser, plain HTTP), `Origin` counts; it is `null` for our own pages too, because they send no
 * referrer. Programs send neither header.
 */
export function isForeignForm(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const from = headers.get("origin");
  return from !== null && from !== "null" && from !== origin;
}
