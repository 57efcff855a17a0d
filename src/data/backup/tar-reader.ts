import { createTarDecoder } from "modern-tar";
import { damaged } from "./manifest.ts";
import type { BackupReader } from "./reader.ts";
import { streamOf } from "./stream-of.ts";

/** Reads a backup that is one tar archive. */
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

/** The same values, with a sentence in place of the decoder's errors. */
async function* inOurWords<T>(values: ReadableStream<T>): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    // They have no class and no code, unlike those of files.
    const isDecoder = error instanceof Error && error.name === "Error" && !("code" in error);
    throw isDecoder ? damaged("it is not complete, or not a backup of Waybill") : error;
  }
}
