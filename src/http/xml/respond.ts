import type { Log } from "../../log.ts";
import type { Pieces } from "./documents.ts";
import { element } from "./write.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Answers hold tokens and customers' data, which nothing on the way is to keep. */
const usualHeaders = { "content-type": "application/xml; charset=utf-8", "cache-control": "no-store" };

/** Answers with one short document. */
export function xml(status: number, document: string, headers: Record<string, string> = {}): Response {
  const text = `${declaration}${document}\n`;
  const length = { "content-length": String(Buffer.byteLength(text)) };
  return new Response(text, { status, headers: { ...usualHeaders, ...length, ...headers } });
}

/** Answers with a message: a token, `Ok.`, or what is wrong in a sentence. */
export function message(status: number, text: string, headers: Record<string, string> = {}): Response {
  return xml(status, element("message", printable(text)), headers);
}

/**
 * Answers with a document of any length. What can fail before the first piece is an error answer; after it the
 * connection is broken off, so that a cut-off document is never taken for a whole one.
 */
export async function streamXml(pieces: Pieces, log: Log, status = 200): Promise<Response> {
  const first = await pieces.next();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(declaration + (first.value ?? "")));
    },
    async pull(controller) {
      const next = await pieces.next().catch((error) => {
        log.error({ err: error }, "list broken off");
        throw error;
      });
      controller.enqueue(encoder.encode(next.done ? "\n" : next.value));
      if (next.done) controller.close();
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, { status, headers: usualHeaders });
}

/** Messages repeat what callers sent, which may hold characters that XML cannot. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
