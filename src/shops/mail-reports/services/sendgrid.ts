import { verify } from "node:crypto";
import type { BounceReport } from "../../../messages/mail/bounces.ts";
import { at, type Json, listOf } from "../../../platform/untrusted-json.ts";
import { addressOf, type MailService, messageIdOf, wordsOf } from "../service.ts";
import { publicKeyOf } from "../service-names.ts";

/** Reasons why SendGrid did not even try, if the address does not work. */
const deadReasons = new Set(["bounced address", "invalid", "bounce"]);
const complaintReasons = new Set(["spam reporting address"]);

/**
 * SendGrid (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features):
 * ECDSA over the time and the body. `smtp-id` is not always the Message-ID, so that comes back as an argument of our own.
 */
export const sendgrid: MailService = {
  verify({ headers, body }, secret) {
    const key = publicKeyOf(secret);
    const signature = headers.get("x-twilio-email-event-webhook-signature");
    const time = headers.get("x-twilio-email-event-webhook-timestamp");
    if (key === null || signature === null || time === null) return "wrong";
    const signed = Buffer.concat([Buffer.from(time), body]);
    return verify("sha256", signed, key, Buffer.from(signature, "base64")) ? "right" : "wrong";
  },

  read: (events) => listOf(events).flatMap(reportOf),
};

function reportOf(event: Json): BounceReport[] {
  const kind = wordsOf(at(event, "event"));
  const type = wordsOf(at(event, "type")).toLowerCase();
  const words = wordsOf(at(event, "reason"));
  if (kind !== "bounce" && kind !== "dropped" && kind !== "spamreport") return [];
  const why = words.toLowerCase();
  const isComplaint = kind === "spamreport" || (kind === "dropped" && complaintReasons.has(why));
  const isDead = kind === "bounce" ? type !== "blocked" : deadReasons.has(why) || deadReasons.has(type);
  return [
    {
      reason: isComplaint ? "complained" : "bounced",
      messageId: messageIdOf(at(event, "waybill_message_id") ?? at(event, "smtp-id")),
      recipient: addressOf(at(event, "email")),
      permanent: isComplaint || isDead,
      words: words || kind,
    },
  ];
}
