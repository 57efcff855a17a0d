import type { Manifest } from "./manifest.ts";

/** One hash of many messages, with their names and in their order. */
export class MessagesDigest {
  readonly #hasher = new Bun.CryptoHasher("sha256");
  #count = 0;

  add(name: string, content: Uint8Array): void {
    this.#hasher.update(`${name}\n${content.byteLength}\n`).update(content);
    this.#count += 1;
  }

  result(): Manifest["messages"] {
    return { count: this.#count, sha256: this.#hasher.digest("hex") };
  }
}
