import { randomUUID } from "node:crypto";
import type { OpenedFile } from "../../platform/files/store.ts";
import type { ByteRange } from "./range-request.ts";

/** Several ranges of a file as `multipart/byteranges` (RFC 9110, section 14.6). `type` is the file's own media type. */
export function multipartRanges(
  opened: OpenedFile,
  type: string,
  ranges: ByteRange[],
): { contentType: string; body: ReadableStream<Uint8Array> } {
  const boundary = randomUUID();
  const pieces = piecesOf(opened, { type, boundary, ranges });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
  return { contentType: `multipart/byteranges; boundary=${boundary}`, body };
}

async function* piecesOf(
  opened: OpenedFile,
  { type, boundary, ranges }: { type: string; boundary: string; ranges: ByteRange[] },
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const { start, end } of ranges) {
    const range = `Content-Range: bytes ${start}-${end - 1}/${opened.sizeBytes}`;
    yield Buffer.from(`\r\n--${boundary}\r\nContent-Type: ${type}\r\n${range}\r\n\r\n`);
    const bytes = opened.slice(start, end);
    yield* bytes instanceof Blob ? bytes.stream() : bytes;
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}
