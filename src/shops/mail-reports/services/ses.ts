import type { BounceReport } from "../../../messages/mail/bounces.ts";
import { at, type Json, listOf } from "../../../platform/untrusted-json.ts";
import { parseReport } from "../parse.ts";
import { addressOf, headerIn, type MailService, messageIdOf, wordsOf } from "../service.ts";
import { confirmSubscription, isSignedBySns } from "../sns.ts";

/**
 * Amazon SES through Amazon SNS (https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html). Anyone can make SNS send
 * signed messages here, so only those of the owner's topic count. SES replaces the Message-ID, and reports the original headers.
 */
export const ses: MailService = {
  verify: ({ body }, topic, { send }) => isSignedBySns(parseReport(body), topic, send),

  read(message) {
    if (wordsOf(at(message, "Type")) !== "Notification") return [];
    let notice: Json;
    try {
      notice = parseReport(Buffer.from(wordsOf(at(message, "Message"))));
    } catch {
      // Such as the sentence that SES sends to test a new topic.
      return [];
    }
    const mail = at(notice, "mail");
    const original = headerIn(at(mail, "headers"), "Message-ID") ?? at(mail, "commonHeaders", "messageId");
    return reportsOf(notice).map((report) => ({ ...report, messageId: messageIdOf(original) }));
  },

  answer: confirmSubscription,
};

function reportsOf(notice: Json): Omit<BounceReport, "messageId">[] {
  const kind = wordsOf(at(notice, "notificationType")) || wordsOf(at(notice, "eventType"));
  const [bounce, complaint] = [at(notice, "bounce"), at(notice, "complaint")];
  if (kind === "Bounce") {
    const type = wordsOf(at(bounce, "bounceType"));
    return listOf(at(bounce, "bouncedRecipients")).map((one) => ({
      reason: "bounced",
      recipient: addressOf(at(one, "emailAddress")),
      permanent: type === "Permanent",
      words: wordsOf(at(one, "diagnosticCode")) || `${type} ${wordsOf(at(bounce, "bounceSubType"))}`.trim(),
    }));
  }
  if (kind !== "Complaint") return [];
  return listOf(at(complaint, "complainedRecipients")).map((one) => ({
    reason: "complained",
    recipient: addressOf(at(one, "emailAddress")),
    permanent: true,
    words: wordsOf(at(complaint, "complaintFeedbackType")) || "complaint",
  }));
}
