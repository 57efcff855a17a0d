import { createTarPacker } from "modern-tar";
import { giveWay } from "../../platform/give-way.ts";
import { ReadFailure } from "./stored-bytes.ts";
import { type BackupWriter, hashed } from "./writer.ts";

const zeroBlock = new Uint8Array(64 * 1024);

/**
 * Writes a backup as a single tar archive to `sink`, one piece at a time, and waits for each. `add` and `end` throw
 * what `sink` throws.
 */
export function createTarWriter(
  sink: (chunk: Uint8Array) => Promise<void>,
  createdAt: Date,
): BackupWriter & { end(): Promise<void> } {
  const { readable, controller } = createTarPacker();
  const failing = new AbortController();
  const written = pump(readable, sink);
  // `add` and `end` throw the error.
  written.catch((error: unknown) => failing.abort(error));
  return {
    async add({ name, sizeBytes, content }) {
      const hasher = new Bun.CryptoHasher("sha256");
      const chunks = hashed(content(), sizeBytes, hasher);
      // Bytes that cannot be read at all get no entry in the archive.
      let next = await chunks.next();
      const body = controller.add({ name, size: sizeBytes, mode: 0o600, mtime: createdAt }).getWriter();
      const write = (chunk: Uint8Array) => unlessAborted(body.write(chunk), failing.signal);
      let size = 0;
      try {
        for (; !next.done; next = await chunks.next()) {
          size += next.value.byteLength;
          await write(next.value);
        }
      } catch (error) {
        if (!(error instanceof ReadFailure)) throw error;
        // The entry's size has already been written.
        for await (const chunk of zeros(sizeBytes - size)) await write(chunk);
        await unlessAborted(body.close(), failing.signal);
        throw error;
      }
      await unlessAborted(body.close(), failing.signal);
      return hasher.digest("hex");
    },
    async end() {
      controller.finalize();
      await written;
    },
  };
}

async function pump(readable: ReadableStream<Uint8Array>, sink: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) await sink(next.value);
  } catch (error) {
    // A `for await` loop would cancel without the reason, and `add` would throw only that.
    await reader.cancel(error).catch(() => {});
    throw error;
  }
}

async function* zeros(sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let rest = sizeBytes; rest > 0; rest -= zeroBlock.byteLength) {
    await giveWay();
    yield zeroBlock.subarray(0, rest);
  }
}

/**
 * Rejects once the signal has fired. When the sink fails, nothing reads the rest, and the packer would wait forever.
 */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = () => reject(signal.reason);
  if (signal.aborted) fail();
  signal.addEventListener("abort", fail);
  work.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener("abort", fail));
}
