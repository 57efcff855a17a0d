import { randomUUID } from "node:crypto";
import type { Instant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import type { EmailSigner } from "./dkim-key.ts";
import { MailError, type Mailer } from "./mailer.ts";
import { messageIdFrom } from "./outbox.ts";
import { renderTestEmail } from "./people-emails.ts";
import { storedWords } from "./server-words.ts";

/** How the installation sends emails, without what it signs in with. */
export interface MailSettings {
  /** Null without a mail server: emails are kept, not sent. */
  server: { host: string; port: number; encryption: "always" | "if_offered" } | null;
  /** Address that emails come from. */
  sender: string;
  /** What signs emails; null: nothing does. */
  signer: Omit<EmailSigner, "privateKey"> | null;
}

/** Ports of nodemailer, for an address that names none. */
const usualPorts = { "smtp:": 587, "smtps:": 465 };

/** What the settings `WAYBILL_SMTP` (null: none), `WAYBILL_MAIL_FROM` and `WAYBILL_DKIM_KEY` come to. */
export function mailSettings(smtp: string | null, sender: string, signedBy: EmailSigner | null): MailSettings {
  const signer = signedBy && { domain: signedBy.domain, selector: signedBy.selector, publicKey: signedBy.publicKey };
  if (smtp === null) return { server: null, sender, signer };
  const { hostname: host, port, protocol, searchParams } = new URL(smtp);
  const isEncrypted = protocol === "smtps:" || searchParams.get("requireTLS") === "true";
  const usualPort = protocol === "smtps:" ? usualPorts["smtps:"] : usualPorts["smtp:"];
  const encryption = isEncrypted ? "always" : "if_offered";
  return { server: { host, port: port === "" ? usualPort : Number(port), encryption }, sender, signer };
}

/** What became of a test email. `no_answer`: the server has it, and had not said yes or no within the time. */
export interface MailTest {
  outcome: "sent" | "failed" | "no_answer";
  /** The mail server's own words, or the connection's error. */
  response: string;
}

/** Milliseconds that a person waits for the answer. */
const longestWait = 60_000;

/** A test email: the standard one unless `content` is given, such as that of a preview. */
interface TestEmail {
  account: { name: string; handle: string; email: string };
  sender: string;
  recipient: string;
  content?: { subject: string; text: string; html: string };
}

/** Sends a test email at once, past the queue. Never rejects. */
export async function sendTestEmail(
  mailer: Mailer,
  { account, sender, recipient, content }: TestEmail,
  now: Instant,
): Promise<MailTest> {
  const name = singleLine(account.name) || account.handle;
  const sending = mailer.send({
    messageId: messageIdFrom(`${randomUUID()}@`, sender),
    queuedAt: now,
    from: { name, address: sender },
    to: { name: "", address: recipient },
    replyTo: { name, address: account.email },
    ...(content ?? renderTestEmail({ name })),
  });
  const { promise: tooLong, resolve } = Promise.withResolvers<MailTest>();
  const timer = setTimeout(
    () => resolve({ outcome: "no_answer", response: "The mail server received the message but has not replied yet." }),
    longestWait,
  );
  try {
    return await Promise.race([
      sending.then((words) => ({ outcome: "sent" as const, response: storedWords(words) })),
      tooLong,
    ]);
  } catch (error) {
    const words = error instanceof MailError || error instanceof Error ? error.message : String(error);
    return { outcome: "failed", response: storedWords(words) };
  } finally {
    clearTimeout(timer);
  }
}
