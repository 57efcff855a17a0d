import { verify, X509Certificate } from "node:crypto";
import type { SendRequest } from "../../platform/outgoing/request.ts";
import { at, type Json } from "../../platform/untrusted-json.ts";
import { type Verdict, wordsOf } from "./service.ts";

/** Only Amazon controls these hosts. */
const hostShape = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?$/;
const certificatePath = /^\/SimpleNotificationService-[a-zA-Z0-9]{1,100}\.pem$/;

const limits = { timeout: 10_000, mostBytes: 64 * 1024, requiresTls: true } as const;

/** Certificates by their address, the newest last. Amazon replaces its certificate about once a year. */
const certificates = new Map<string, X509Certificate>();
const mostCertificates = 20;

/** The signed fields, in this order (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html). */
const signedFields = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
};

/**
 * Whether Amazon SNS has signed the message, and it belongs to this topic. The certificate is only fetched from Amazon, over
 * https, with the same guard as all outgoing requests.
 */
export async function isSignedBySns(message: Json, topic: string, send: SendRequest): Promise<Verdict> {
  if (wordsOf(at(message, "TopicArn")) !== topic) return "wrong";
  const fields = signedFields[wordsOf(at(message, "Type")) as keyof typeof signedFields];
  const url = amazonUrl(at(message, "SigningCertURL"), topic);
  if (fields === undefined || url === null || !certificatePath.test(url.pathname) || url.search !== "") return "wrong";
  const certificate = await certificateAt(url, send);
  if (certificate === null) return "later";
  const signed = fields
    .map((name) => [name, at(message, name)])
    .filter((field): field is [string, string] => typeof field[1] === "string")
    .map(([name, value]) => `${name}\n${value}\n`)
    .join("");
  const algorithm = wordsOf(at(message, "SignatureVersion")) === "2" ? "sha256" : "sha1";
  const signature = Buffer.from(wordsOf(at(message, "Signature")), "base64");
  return verify(algorithm, Buffer.from(signed), certificate.publicKey, signature) ? "right" : "wrong";
}

/** Confirms to Amazon that the topic's messages are wanted. Returns whether that worked; true for a message that asks nothing. */
export async function confirmSubscription(message: Json, send: SendRequest): Promise<boolean> {
  if (wordsOf(at(message, "Type")) !== "SubscriptionConfirmation") return true;
  const topic = wordsOf(at(message, "TopicArn"));
  const url = amazonUrl(at(message, "SubscribeURL"), topic);
  const isQuestion =
    url?.searchParams.get("Action") === "ConfirmSubscription" && url.searchParams.get("TopicArn") === topic;
  if (url === null || !isQuestion) return true;
  try {
    const { status } = await send({ url, method: "GET", ...limits });
    return status === 200;
  } catch {
    return false;
  }
}

/** An https address of Amazon SNS in the topic's region; null for any other. */
function amazonUrl(value: Json, topic: string): URL | null {
  const url = URL.parse(wordsOf(value));
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return null;
  const region = topic.split(":")[3];
  return hostShape.test(url.hostname) && url.hostname.split(".")[1] === region ? url : null;
}

/** Null if it could not be fetched. */
async function certificateAt(url: URL, send: SendRequest): Promise<X509Certificate | null> {
  const known = certificates.get(url.href);
  if (known) return known;
  try {
    const { status, body, isWhole } = await send({ url, method: "GET", ...limits });
    if (status !== 200 || !isWhole) return null;
    const certificate = new X509Certificate(body);
    const [oldest] = certificates.keys();
    if (certificates.size >= mostCertificates && oldest !== undefined) certificates.delete(oldest);
    certificates.set(url.href, certificate);
    return certificate;
  } catch {
    return null;
  }
}
