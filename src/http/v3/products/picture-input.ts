import { z } from "@hono/zod-openapi";
import { largestPicture } from "../../../platform/files/pictures.ts";

/** Four characters of Base64 carry three bytes. */
const longestContent = Math.ceil(largestPicture / 3) * 4;

/** A picture that a store shows. */
export const pictureInput = z.object({
  content: z
    .base64({ error: "must be an image encoded in Base64" })
    .max(longestContent, `must be at most ${largestPicture} bytes`)
    .describe(`A PNG, JPEG or WebP image, encoded in Base64. At most ${largestPicture} bytes.`),
});

/** A PNG of one pixel. */
export const examplePicture = {
  content: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
};
