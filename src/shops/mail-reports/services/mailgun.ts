import { hourMilliseconds } from "../../../platform/days.ts";
import { at, type Json } from "../../../platform/untrusted-json.ts";
import { isHmac } from "../../connections/reading/signatures.ts";
import { parseReport } from "../parse.ts";
import { addressOf, type MailService, messageIdOf, wordsOf } from "../service.ts";

/** Reasons that mean that the address does not work. */
const deadReasons = new Set(["bounce", "hardfail", "suppress-bounce"]);

/** Milliseconds. Mailgun tries for eight hours, and clocks differ. */
const oldest = 12 * hourMilliseconds;

/**
 * Mailgun (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks). Its signature is in the body,
 * and covers only a time and a token. So the time must be recent, and a token is good for one report.
 */
export const mailgun: MailService = {
  verify({ body }, secret, { now }) {
    const { seconds, token, signature } = signatureOf(parseReport(body));
    if (token === "" || !(Math.abs(now - Number(seconds) * 1_000) <= oldest)) return "wrong";
    return isHmac(signature, Buffer.from(seconds + token), [secret], "hex") ? "right" : "wrong";
  },

  signed: (body) => signatureOf(body).token,

  read(report) {
    const event = at(report, "event-data");
    const kind = wordsOf(at(event, "event"));
    const isFinal = kind === "failed" && wordsOf(at(event, "severity")) !== "temporary";
    if (!isFinal && kind !== "complained") return [];
    const reason = wordsOf(at(event, "reason"));
    const status = at(event, "delivery-status");
    const isComplaint = kind === "complained" || reason === "suppress-complaint";
    return [
      {
        reason: isComplaint ? "complained" : "bounced",
        messageId: messageIdOf(at(event, "message", "headers", "message-id")),
        recipient: addressOf(at(event, "recipient")),
        permanent: isComplaint || deadReasons.has(reason),
        words: wordsOf(at(status, "message")) || wordsOf(at(status, "description")) || reason || kind,
      },
    ];
  },
};

function signatureOf(body: Json): { seconds: string; token: string; signature: string } {
  const signature = at(body, "signature");
  const [seconds = "", token = "", words = ""] = ["timestamp", "token", "signature"].map((name) =>
    wordsOf(at(signature, name)),
  );
  return { seconds, token, signature: words };
}
