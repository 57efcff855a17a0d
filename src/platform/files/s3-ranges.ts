import type { TimeLimit } from "./s3-requests.ts";
import { FilesUnreachable } from "./store.ts";

/** Most cached URLs. */
const mostAddresses = 2_000;

/** Milliseconds for which a URL is used, and seconds for which it is valid. */
const usedFor = 30 * 60_000;
export const addressLife = 60 * 60;

const attempts = 3;

/**
 * Reads ranges of objects through URLs that are signed once for many requests. Signing a request and reading its
 * response with the SDK takes 2 ms of processor time, too much with many slow customers.
 */
export class RangeReader {
  readonly #addresses = new Map<string, { url: string; until: number }>();

  /** `sign` returns a URL of an object, valid for `addressLife` seconds. `what` names the store in errors. */
  constructor(
    private readonly sign: (key: string) => Promise<string>,
    private readonly what?: string,
  ) {}

  /** Exactly the bytes from `start` (inclusive) to `end` (exclusive). Throws `FilesUnreachable`, or the reason of `signal`. */
  async read(key: string, start: number, end: number, limit: TimeLimit, signal?: AbortSignal): Promise<Uint8Array> {
    const late = AbortSignal.timeout(limit.total);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#readOnce(key, start, end, [
          late,
          AbortSignal.timeout(limit.attempt),
          ...(signal ? [signal] : []),
        ]);
      } catch (error) {
        signal?.throwIfAborted();
        // Expired credentials need a new URL.
        this.#addresses.delete(key);
        if (attempt === attempts || late.aborted) throw new FilesUnreachable(error, this.what);
        await Bun.sleep(100 * attempt);
      }
    }
  }

  async #readOnce(key: string, start: number, end: number, signals: AbortSignal[]): Promise<Uint8Array> {
    const headers = { range: `bytes=${start}-${end - 1}` };
    const answer = await fetch(await this.#addressOf(key), { headers, signal: AbortSignal.any(signals) });
    if (answer.status !== 206 && answer.status !== 200) {
      await answer.body?.cancel();
      throw new Error(`the store answered ${answer.status} to a range of ${key}`);
    }
    if (answer.headers.get("content-length") !== String(end - start)) {
      await answer.body?.cancel();
      throw new Error(`the store did not send the bytes ${start} to ${end} of ${key}`);
    }
    const bytes = await answer.bytes();
    if (bytes.byteLength !== end - start) throw new Error(`the store's answer for ${key} broke off`);
    return bytes;
  }

  async #addressOf(key: string): Promise<string> {
    const kept = this.#addresses.get(key);
    if (kept && kept.until > performance.now()) return kept.url;
    const url = await this.sign(key);
    this.#addresses.delete(key);
    this.#addresses.set(key, { url, until: performance.now() + usedFor });
    for (const oldest of this.#addresses.keys()) {
      if (this.#addresses.size <= mostAddresses) break;
      this.#addresses.delete(oldest);
    }
    return url;
  }
}
