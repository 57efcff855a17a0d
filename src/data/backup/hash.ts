import { giveWay } from "../../platform/give-way.ts";

/** The SHA-256 of a short text. */
export const sha256OfText = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex");

/** The SHA-256 of all bytes. Gives way after each piece, because a file's stream alone would block the event loop. */
export async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of content) {
    hasher.update(chunk);
    await giveWay();
  }
  return hasher.digest("hex");
}
