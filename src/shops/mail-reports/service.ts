import type { BounceReport } from "../../messages/mail/bounces.ts";
import type { SendRequest } from "../../platform/outgoing/request.ts";
import { at, type Json, listOf, textOf } from "../../platform/untrusted-json.ts";

/** A request of a mail service, as it arrived. */
export interface ServiceRequest {
  headers: Headers;
  body: Uint8Array;
}

/** `later`: the signature cannot be checked at the moment. */
export type Verdict = "right" | "wrong" | "later";

/** A mail service that reports the delivery of emails. */
export interface MailService {
  /** Whether the service has sent this, checked with the secret. Compares in constant time. */
  verify(
    request: ServiceRequest,
    secret: string,
    tools: { now: number; send: SendRequest },
  ): Verdict | Promise<Verdict>;
  /** The part that the signature covers, if that is not the whole body. A signature is then good for one report. */
  signed?(body: Json): string;
  /** The emails that came back or were reported as spam. Throws `UnreadableReport`. */
  read(body: Json): BounceReport[];
  /** Answers requests that are not reports, such as a question whether reports are wanted. Returns whether that worked. */
  answer?(body: Json, send: SendRequest): Promise<boolean>;
}

/** The body is not JSON. */
export class UnreadableReport extends Error {}

/** The text of a text or a number, trimmed; empty for anything else. */
export const wordsOf = (value: Json): string => textOf(value) ?? "";

/** `<a@b>` and `a@b` are the same ID. */
export const messageIdOf = (value: Json): string => wordsOf(value).replace(/^<(.*)>$/, "$1");

/** The address in `Ann <ann@example.com>`, or the address alone. */
export const addressOf = (value: Json): string => /<([^<>]+)>\s*$/.exec(wordsOf(value))?.[1] ?? wordsOf(value);

/** The value of a header in a list of names and values, in any case. */
export function headerIn(headers: Json, name: string): Json {
  const found = listOf(headers).find((header) => wordsOf(at(header, "name")).toLowerCase() === name.toLowerCase());
  return at(found, "value");
}
