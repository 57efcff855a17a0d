import { createTarDecoder } from "modern-tar";
import { damaged } from "./manifest.ts";
import type { BackupReader } from "./reader.ts";
import { streamOf } from "./stream-of.ts";

/** Reads a backup in a single tar archive. */
export function openTar(path: string): BackupReader {
  return {
    async *entries() {
      const decoded = Bun.file(path)
        .stream()
        .pipeThrough(createTarDecoder({ strict: true }));
      for await (const { header, body } of inOurWords(decoded)) {
        if (header.type !== "file") throw damaged("it has a part that no backup has");
        yield { name: header.name, sizeBytes: header.size, content: streamOf(inOurWords(body)) };
      }
    },
  };
}

/** The same values. Replaces the decoder's errors with sentences. */
async function* inOurWords<T>(values: ReadableStream<T>): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    // The decoder's errors have no class and no code, unlike errors of files.
    const isDecoder = error instanceof Error && error.name === "Error" && !("code" in error);
    throw isDecoder ? damaged("it is not complete, or not a backup of Waybill") : error;
  }
}
