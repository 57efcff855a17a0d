import type { BounceReport } from "../../messages/mail/bounces.ts";
import type { SendRequest } from "../../platform/outgoing/request.ts";
import { at, type Json, listOf, textOf } from "../../platform/untrusted-json.ts";

/** A request of a mail service, as it arrived. */
export interface ServiceRequest {
  headers: Headers;
  body: Uint8Array;
}

/** `later`: what is needed to find out could not be had. */
export type Verdict = "right" | "wrong" | "later";

/** A mail service that reports what became of emails. */
export interface MailService {
  /** Whether the service has sent this, by the secret. Compares in constant time. */
  verify(
    request: ServiceRequest,
    secret: string,
    tools: { now: number; send: SendRequest },
  ): Verdict | Promise<Verdict>;
  /** What a right signature covers in place of the whole body. It is good for one report. */
  signed?(body: Json): string;
  /** The emails that came back or were reported as spam. Throws `UnreadableReport`. */
  read(body: Json): BounceReport[];
  /** Answers what is no report, such as a question whether reports are wanted. Returns whether that worked. */
  answer?(body: Json, send: SendRequest): Promise<boolean>;
}

/** What arrived is no JSON. */
export class UnreadableReport extends Error {}

/** The text of a text or a number, trimmed; empty for anything else. */
export const wordsOf = (value: Json): string => textOf(value) ?? "";

/** `<a@b>` and `a@b` are the same ID. */
export const messageIdOf = (value: Json): string => wordsOf(value).replace(/^<(.*)>$/, "$1");

/** Of `Ann <ann@example.com>`, and of the address alone. */
export const addressOf = (value: Json): string => /<([^<>]+)>\s*$/.exec(wordsOf(value))?.[1] ?? wordsOf(value);

/** The value of a header in a list of names and values, in any case. */
export function headerIn(headers: Json, name: string): Json {
  const found = listOf(headers).find((header) => wordsOf(at(header, "name")).toLowerCase() === name.toLowerCase());
  return at(found, "value");
}
