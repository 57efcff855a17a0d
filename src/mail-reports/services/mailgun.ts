import { isHmac } from "../../connections/signatures.ts";
import { parseReport } from "../parse.ts";
import { addressOf, at, type MailService, messageIdOf, textOf } from "../service.ts";

/** Reasons that say that the address is of no use. */
const deadReasons = new Set(["bounce", "hardfail", "suppress-bounce"]);

/**
 * Mailgun (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks). Its signature is in the body,
 * over a time and a token. A report that somebody sends again changes nothing, so its time is not looked at.
 */
export const mailgun: MailService = {
  verify({ body }, secret) {
    const signature = at(parseReport(body), "signature");
    const signed = textOf(at(signature, "timestamp")) + textOf(at(signature, "token"));
    if (signed === "") return "wrong";
    return isHmac(textOf(at(signature, "signature")), Buffer.from(signed), [secret], "hex") ? "right" : "wrong";
  },

  read(report) {
    const event = at(report, "event-data");
    const kind = textOf(at(event, "event"));
    const isFinal = kind === "failed" && textOf(at(event, "severity")) !== "temporary";
    if (!isFinal && kind !== "complained") return [];
    const reason = textOf(at(event, "reason"));
    const status = at(event, "delivery-status");
    const isComplaint = kind === "complained" || reason === "suppress-complaint";
    return [
      {
        reason: isComplaint ? "complained" : "bounced",
        messageId: messageIdOf(at(event, "message", "headers", "message-id")),
        recipient: addressOf(at(event, "recipient")),
        permanent: isComplaint || deadReasons.has(reason),
        words: textOf(at(status, "message")) || textOf(at(status, "description")) || reason || kind,
      },
    ];
  },
};
