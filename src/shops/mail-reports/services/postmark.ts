import { createHash, timingSafeEqual } from "node:crypto";
import { at, type Json } from "../../../platform/untrusted-json.ts";
import { addressOf, type MailService, messageIdOf, wordsOf } from "../service.ts";

/** User name in the address that the owner enters in Postmark. */
export const postmarkUser = "waybill";

/** What Postmark calls a bounce, although it is none, or not final. */
const noBounces = new Set([
  "Transient",
  "DnsError",
  "AutoResponder",
  "AddressChange",
  "ChallengeVerification",
  "OpenRelayTest",
  "Subscribe",
  "Unsubscribe",
  "InboundError",
  "TemplateRenderingFailed",
]);

const deadTypes = new Set(["HardBounce", "BadEmailAddress", "ManuallyDeactivated"]);

/**
 * Postmark (https://postmarkapp.com/developer/webhooks/bounce-webhook). It does not sign; it sends the user name and password in
 * the address. It replaces the email's Message-ID by its own; ours comes back as metadata.
 */
export const postmark: MailService = {
  verify({ headers }, secret) {
    const expected = `Basic ${Buffer.from(`${postmarkUser}:${secret}`).toString("base64")}`;
    const isRight = timingSafeEqual(sha256(headers.get("authorization") ?? ""), sha256(expected));
    return isRight ? "right" : "wrong";
  },

  read(event) {
    const record = wordsOf(at(event, "RecordType"));
    const type = wordsOf(at(event, "Type"));
    const isComplaint = record === "SpamComplaint" || type === "SpamComplaint";
    if (!isComplaint && (record !== "Bounce" || noBounces.has(type))) return [];
    return [
      {
        reason: isComplaint ? "complained" : "bounced",
        messageId: messageIdOf(metadataOf(at(event, "Metadata"))),
        recipient: addressOf(at(event, "Email")),
        permanent: isComplaint || deadTypes.has(type) || at(event, "Inactive") === true,
        words: wordsOf(at(event, "Details")) || wordsOf(at(event, "Description")) || type,
      },
    ];
  },
};

/** Names of metadata may come back in any case. */
function metadataOf(metadata: Json): Json {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const [, value] = Object.entries(metadata).find(([name]) => name.toLowerCase() === "waybill-message-id") ?? [];
  return value;
}

/** Of the same length for every text, so that two can be compared in constant time. */
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
