import { BodyTooLarge, contentTypeOf, readBody } from "../body.ts";

/** In bytes. The longest message takes a third of it. */
const largestForm = 16 * 1024;

/** The fields of a form that was sent, none of another body; null if the body is too large. */
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
