import { giveWay } from "../../give-way.ts";
import type { Log } from "../../log.ts";
import { streamedHead } from "../head.ts";
import type { Pieces } from "./documents.ts";
import type { XmlRequest } from "./request.ts";
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

/** Characters of a document that are made before its answer begins. */
const longestWhole = 65_536;

/**
 * Answers with a document of any length. A short one is made whole first, so that what fails on the way is an error
 * answer; a long one is streamed, and when it fails the connection is broken off, so that a cut-off document is never
 * taken for a whole one. For HEAD nothing of it is made.
 */
export async function streamXml(
  { raw, services: { log } }: XmlRequest,
  pieces: Pieces,
  status = 200,
): Promise<Response> {
  if (raw.method === "HEAD") return streamedHead(usualHeaders);
  let beginning = "";
  while (beginning.length < longestWhole) {
    const { value, done } = await pieces.next();
    if (done) return xml(status, beginning);
    beginning += value;
  }
  return new Response(stream(declaration + beginning, pieces, log), { status, headers: usualHeaders });
}

function stream(beginning: string, pieces: Pieces, log: Log): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(beginning));
    },
    async pull(controller) {
      await giveWay();
      const next = await pieces.next().catch((error) => {
        log.error({ err: error }, "a list was cut off");
        throw error;
      });
      controller.enqueue(encoder.encode(next.done ? "\n" : next.value));
      if (next.done) controller.close();
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** Messages repeat what callers sent, which may hold characters that XML cannot. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
