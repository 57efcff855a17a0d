import { giveWay } from "../platform/give-way.ts";
import type { Log } from "../platform/log.ts";
import { streamedHead } from "./head-response.ts";

/** Characters of a document to collect before the answer begins. */
const longestWhole = 65_536;

interface DocumentAnswer {
  status: number;
  headers: Record<string, string>;
  log: Log;
}

/**
 * Answers with a document of any length. A short one is completed first, so that a failure becomes an error answer. A long one is
 * streamed, and a failure breaks off the connection, so that a cut-off document is never mistaken for a complete one. For HEAD,
 * nothing is generated.
 */
export async function answerWithDocument(
  { method }: Pick<Request, "method">,
  pieces: AsyncGenerator<string>,
  { status, headers, log }: DocumentAnswer,
): Promise<Response> {
  if (method === "HEAD") return streamedHead(headers);
  let beginning = "";
  while (beginning.length < longestWhole) {
    const { value, done } = await pieces.next();
    if (done) return new Response(beginning, { status, headers });
    beginning += value;
  }
  return new Response(stream(beginning, pieces, log), { status, headers });
}

function stream(beginning: string, pieces: AsyncGenerator<string>, log: Log): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(beginning));
    },
    async pull(controller) {
      await giveWay();
      const { value, done } = await pieces.next().catch((error) => {
        log.error({ err: error }, "a list was cut off");
        throw error;
      });
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
