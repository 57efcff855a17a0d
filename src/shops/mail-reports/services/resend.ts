import { at, listOf } from "../../../platform/untrusted-json.ts";
import { isStandardWebhook } from "../../connections/reading/signatures.ts";
import { addressOf, headerIn, type MailService, messageIdOf, wordsOf } from "../service.ts";

/** Its signatures are those of Standard Webhooks, but the headers have other names. */
const names = ["id", "timestamp", "signature"];

const kinds = new Set(["email.bounced", "email.complained", "email.suppressed"]);

/**
 * Resend (https://resend.com/docs/webhooks/emails/bounced). It replaces the email's Message-ID by its own; ours comes back as a
 * header. Emails have one recipient each.
 */
export const resend: MailService = {
  verify({ headers, body }, secret, { now }) {
    const signed = new Headers();
    for (const name of names) {
      const value = headers.get(`svix-${name}`) ?? headers.get(`webhook-${name}`);
      if (value !== null) signed.set(`webhook-${name}`, value);
    }
    return isStandardWebhook(signed, body, [secret], now) ? "right" : "wrong";
  },

  read(event) {
    const kind = wordsOf(at(event, "type"));
    if (!kinds.has(kind)) return [];
    const data = at(event, "data");
    const type = wordsOf(at(data, "bounce", "type"));
    const isComplaint = kind === "email.complained";
    const [recipient] = listOf(at(data, "to"));
    return [
      {
        reason: isComplaint ? "complained" : "bounced",
        messageId: messageIdOf(headerIn(at(data, "headers"), "X-Waybill-Message-ID") ?? at(data, "message_id")),
        recipient: addressOf(recipient),
        permanent: type === "" || type === "Permanent",
        words: wordsOf(at(data, "bounce", "message")) || wordsOf(at(data, "suppressed", "message")) || kind,
      },
    ];
  },
};
