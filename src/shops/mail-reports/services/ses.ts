import type { BounceReport } from "../../../messages/mail/bounces.ts";
import { parseReport } from "../parse.ts";
import { addressOf, at, headerIn, type Json, listOf, type MailService, messageIdOf, textOf } from "../service.ts";
import { confirmSubscription, isSignedBySns } from "../sns.ts";

/**
 * Amazon SES through Amazon SNS (https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html). Anybody can have SNS send
 * signed messages here, so only those of the owner's topic count. SES replaces the Message-ID, and reports the original headers.
 */
export const ses: MailService = {
  verify: ({ body }, topic, { send }) => isSignedBySns(parseReport(body), topic, send),

  read(message) {
    if (textOf(at(message, "Type")) !== "Notification") return [];
    let notice: Json;
    try {
      notice = parseReport(Buffer.from(textOf(at(message, "Message"))));
    } catch {
      // Such as the sentence with which SES tries a new topic.
      return [];
    }
    const mail = at(notice, "mail");
    const original = headerIn(at(mail, "headers"), "Message-ID") ?? at(mail, "commonHeaders", "messageId");
    return reportsOf(notice).map((report) => ({ ...report, messageId: messageIdOf(original) }));
  },

  answer: confirmSubscription,
};

function reportsOf(notice: Json): Omit<BounceReport, "messageId">[] {
  const kind = textOf(at(notice, "notificationType")) || textOf(at(notice, "eventType"));
  const [bounce, complaint] = [at(notice, "bounce"), at(notice, "complaint")];
  if (kind === "Bounce") {
    const type = textOf(at(bounce, "bounceType"));
    return listOf(at(bounce, "bouncedRecipients")).map((one) => ({
      reason: "bounced",
      recipient: addressOf(at(one, "emailAddress")),
      permanent: type === "Permanent",
      words: textOf(at(one, "diagnosticCode")) || `${type} ${textOf(at(bounce, "bounceSubType"))}`.trim(),
    }));
  }
  if (kind !== "Complaint") return [];
  return listOf(at(complaint, "complainedRecipients")).map((one) => ({
    reason: "complained",
    recipient: addressOf(at(one, "emailAddress")),
    permanent: true,
    words: textOf(at(complaint, "complaintFeedbackType")) || "complaint",
  }));
}
