import nodemailer from "nodemailer";
import { mailOptions } from "./mail-options.ts";
import { MailError, type Mailer } from "./mailer.ts";

const connections = 5;

/** Milliseconds. RFC 5321 section 4.5.3.2 asks for these; who hangs up earlier after the data sends it twice. */
const timeouts = {
  dnsTimeout: 30_000,
  connectionTimeout: 60_000,
  greetingTimeout: 60_000,
  socketTimeout: 10 * 60_000,
};

/** Steps of the conversation that are about one message and not about the connection. */
const messageSteps = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/**
 * Replies to a message's commands that speak of the session all the same: wrong sequence, sign-in or encryption asked
 * for (RFC 5321 section 4.2.3, RFC 4954 section 6). Settings can mend them, so no message is given up for them.
 */
const sessionReplies = new Set([503, 530, 534, 535, 538]);

/**
 * Hands messages to the mail server at `url`: `smtp://` with STARTTLS when the server offers it, or `smtps://`, with
 * `USER:PASSWORD@` to sign in. Options of nodemailer can follow as a query, such as `?requireTLS=true`. Connects at the
 * first message, keeps up to five connections, and uses them again.
 */
export function openSmtp(url: string): Mailer {
  const transport = nodemailer.createTransport({
    pool: true,
    url,
    maxConnections: connections,
    ...timeouts,
    // A server that stops offering to sign in must not see messages it then refuses as relayed by a stranger.
    forceAuth: new URL(url).username !== "",
  });
  return {
    async send(message) {
      try {
        return (await transport.sendMail(mailOptions(message))).response;
      } catch (error) {
        throw mailError(error);
      }
    },
    async close() {
      transport.close();
    },
  };
}

interface SmtpFailure {
  message?: string;
  response?: string;
  responseCode?: number;
  command?: string;
  code?: string;
  originalCode?: string;
}

function mailError(error: unknown): MailError {
  const { message, response, responseCode = 0, command = "", code, originalCode } = error as SmtpFailure;
  const refused = responseCode >= 500 && responseCode < 600 && messageSteps.has(command);
  const words = response || message || originalCode || code || "The mail server did not answer.";
  return new MailError(words, refused && !sessionReplies.has(responseCode));
}
