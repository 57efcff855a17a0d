import { dayMilliseconds } from "../days.ts";
import { instantNow } from "../instants.ts";
import type { Content, Multipart, Part, S3Objects } from "./s3-objects.ts";

/** The most parts that a multipart upload may have. */
const mostParts = 10_000;

/** Bytes per hashing step. */
const pieceSize = 256 * 1024;

const mebibyte = 1024 ** 2;

/** Milliseconds that storing a file may take. The sweep of orphans waits a day longer. */
const longestWrite = 7 * dayMilliseconds;

/**
 * Bytes of each part except the last, for files of up to `largestFile` bytes. Some stores require parts of equal size.
 * A tenth of the numbers is reserved for parts that are sent twice.
 */
export function partSizeFor(largestFile: number): number {
  return Math.max(8, Math.ceil(largestFile / (mostParts * 0.9) / mebibyte)) * mebibyte;
}

/** Bytes of the buffer for a new part. */
const smallestBuffer = 64 * 1024;

/** Collects bytes for one part, and hashes them as they arrive. */
export class PartBuffer {
  #bytes = Buffer.allocUnsafeSlow(smallestBuffer);
  #hash = new Bun.CryptoHasher("sha256");
  #used = 0;

  constructor(readonly size: number) {}

  get used(): number {
    return this.#used;
  }

  get isFull(): boolean {
    return this.#used === this.size;
  }

  /** Takes as much of `bytes` as fits, at most `pieceSize`. Returns what it took. */
  take(bytes: Uint8Array): Uint8Array {
    const taken = bytes.subarray(0, Math.min(pieceSize, this.size - this.#used));
    this.#growTo(this.#used + taken.byteLength);
    this.#bytes.set(taken, this.#used);
    this.#hash.update(taken);
    this.#used += taken.byteLength;
    return taken;
  }

  /** Takes all of `bytes`. There must be room for them. */
  fill(bytes: Uint8Array): void {
    for (let rest = bytes; rest.byteLength > 0; ) rest = rest.subarray(this.take(rest).byteLength);
  }

  #growTo(length: number): void {
    if (length <= this.#bytes.byteLength) return;
    const larger = Buffer.allocUnsafeSlow(Math.min(this.size, Math.max(length, this.#bytes.byteLength * 2)));
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }

  /** The collected bytes. They stay unchanged until `clear`. */
  content(): Content {
    return { bytes: this.#bytes.subarray(0, this.#used), sha256: this.#hash.copy().digest("hex") };
  }

  clear(): void {
    this.#used = 0;
    this.#hash = new Bun.CryptoHasher("sha256");
  }
}

/**
 * Stores all of `content` under `key`, in one request or as a multipart upload. Keeps two parts in memory: one is sent
 * while the next is filled, and reading then pauses. Rejects with the content's error, or with `FilesUnreachable`; then
 * nothing is stored under the key.
 */
export async function writeObject(
  objects: S3Objects,
  key: string,
  content: AsyncIterable<Uint8Array>,
  partSize: number,
): Promise<{ sizeBytes: number; sha256: string }> {
  const writer = new ObjectWriter(objects, key, partSize);
  try {
    for await (const chunk of content) await writer.write(chunk);
    return await writer.end();
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

class ObjectWriter {
  readonly #hash = new Bun.CryptoHasher("sha256");
  readonly #parts: Part[] = [];
  #filling: PartBuffer;
  #spare: PartBuffer | null = null;
  #sizeBytes = 0;
  #upload: Multipart | null = null;
  #sending: Promise<void> = Promise.resolve();
  readonly #begunAt = instantNow();

  constructor(
    readonly objects: S3Objects,
    readonly key: string,
    readonly partSize: number,
  ) {
    this.#filling = new PartBuffer(partSize);
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.byteLength > 0; ) {
      if (this.#filling.isFull) await this.#sendPart();
      const taken = this.#filling.take(rest);
      this.#hash.update(taken);
      this.#sizeBytes += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
    }
  }

  async end(): Promise<{ sizeBytes: number; sha256: string }> {
    if (this.#upload === null) {
      await this.objects.put(this.key, this.#filling.content());
    } else {
      await this.#sendPart();
      await this.#sending;
      await this.objects.complete(this.#upload, this.#parts, this.#sizeBytes);
    }
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest("hex") };
  }

  /** Sends what was collected, once the previous part has arrived. */
  async #sendPart(): Promise<void> {
    this.#upload ??= await this.objects.begin(this.key);
    await this.#sending;
    const upload = this.#upload;
    const full = this.#filling;
    const number = this.#parts.length + 1;
    if (instantNow() - this.#begunAt > longestWrite) throw new Error("the file took more than seven days to arrive");
    if (number > mostParts) throw new Error(`a file can have at most ${mostParts * this.partSize} bytes in this store`);
    this.#filling = this.#spare ?? new PartBuffer(this.partSize);
    this.#spare = full;
    this.#filling.clear();
    this.#sending = this.objects.putPart(upload, number, full.content()).then((part) => void this.#parts.push(part));
    // Thrown when it is awaited.
    this.#sending.catch(() => {});
  }

  /** If the store cannot be reached, the sweep of orphans removes the rest. */
  async discard(): Promise<void> {
    await this.#sending.catch(() => {});
    if (this.#upload) await this.objects.abort(this.#upload).catch(() => {});
    await this.objects.delete(this.key).catch(() => {});
  }
}
