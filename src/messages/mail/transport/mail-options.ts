import type { SendMailOptions } from "nodemailer";
import type { Message } from "./mailer.ts";

/**
 * A message in nodemailer's form: multipart/alternative with text and HTML. Addresses are never parsed out of text. Every attempt
 * sends the same bytes, because a Message-ID identifies one version of a message (RFC 5322 section 3.6.4).
 */
export function mailOptions(message: Message): SendMailOptions {
  return {
    messageId: `<${message.messageId}>`,
    date: new Date(message.queuedAt),
    baseBoundary: message.messageId.replace(/@.*/, ""),
    from: message.from,
    to: message.to,
    replyTo: message.replyTo,
    subject: message.subject,
    text: message.text,
    html: message.html,
    // With Base64, only a mail program could read the text part of a Greek or Japanese store.
    textEncoding: "quoted-printable",
    // Prevents out-of-office replies (RFC 3834 section 5).
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribing(message) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 8058 section 3.1: both fields, with an https address that takes a POST request. */
function unsubscribing({ unsubscribeUrl }: Message): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
