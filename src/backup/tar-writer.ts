import { createTarPacker } from "modern-tar";
import { type BackupWriter, hashed } from "./writer.ts";

/**
 * A backup as one tar archive. `sink` gets its bytes, a piece at a time; the next one follows when it has resolved. What
 * `sink` throws is thrown by `add` and `end`.
 */
export function createTarWriter(
  sink: (chunk: Uint8Array) => Promise<void>,
  createdAt: Date,
): BackupWriter & { end(): Promise<void> } {
  const { readable, controller } = createTarPacker();
  const written = pump(readable, sink);
  // Whoever adds or ends hears of it.
  written.catch(() => {});
  return {
    async add({ name, sizeBytes, content }) {
      const hasher = new Bun.CryptoHasher("sha256");
      const body = controller.add({ name, size: sizeBytes, mode: 0o600, mtime: createdAt }).getWriter();
      for await (const chunk of hashed(content(), sizeBytes, hasher)) {
        // If the sink fails, nobody takes the rest, and the packer would wait for ever.
        await Promise.race([body.write(chunk), written]);
      }
      await Promise.race([body.close(), written]);
      return hasher.digest("hex");
    },
    async end() {
      controller.finalize();
      await written;
    },
  };
}

async function pump(readable: ReadableStream<Uint8Array>, sink: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  for await (const chunk of readable) await sink(chunk);
}
