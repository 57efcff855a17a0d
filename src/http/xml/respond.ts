import { answerWithDocument } from "../streamed-answer.ts";
import { element } from "../write-xml.ts";
import type { Pieces } from "./documents.ts";
import type { XmlRequest } from "./request.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Responses contain tokens and customers' data, so no cache may store them. */
const usualHeaders = { "content-type": "application/xml; charset=utf-8", "cache-control": "no-store" };

/** A response with one short document. */
export function xml(status: number, document: string, headers: Record<string, string> = {}): Response {
  const text = `${declaration}${document}\n`;
  const length = { "content-length": String(Buffer.byteLength(text)) };
  return new Response(text, { status, headers: { ...usualHeaders, ...length, ...headers } });
}

/** A response with a message: a token, `Ok.`, or a sentence about an error. */
export function message(status: number, text: string, headers: Record<string, string> = {}): Response {
  return xml(status, element("message", printable(text)), headers);
}

/** A response with a document of any length, which is produced while it is sent. */
export function streamXml({ raw, services: { log } }: XmlRequest, pieces: Pieces, status = 200): Promise<Response> {
  return answerWithDocument(raw, framed(pieces), { status, headers: usualHeaders, log });
}

async function* framed(pieces: Pieces): AsyncGenerator<string> {
  yield declaration;
  yield* pieces;
  yield "\n";
}

/** Messages repeat what callers sent, which can contain characters that XML does not allow. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
