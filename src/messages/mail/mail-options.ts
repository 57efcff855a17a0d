import type { SendMailOptions } from "nodemailer";
import type { Message } from "./mailer.ts";

/**
 * A message as nodemailer takes it: multipart/alternative with text and HTML, addresses never parsed out of text. Every
 * attempt sends the same bytes, as a Message-ID stands for one version of a message (RFC 5322 section 3.6.4).
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
    // Base64 would hide the text part of a Greek or Japanese store from everything but a mail reader.
    textEncoding: "quoted-printable",
    // No out-of-office answers (RFC 3834 section 5).
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
