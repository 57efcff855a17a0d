import { randomUUID } from "node:crypto";
import type { Instant } from "../../../platform/instants.ts";
import { singleLine } from "../../../platform/text.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { answerAddress } from "../../../store/accounts/store.ts";
import { messageIdFrom } from "../outbox.ts";
import { MailError, type RenderedEmail } from "./mailer.ts";
import { storedWords } from "./server-words.ts";
import type { Transport } from "./transports.ts";
import { wrapLines } from "./wrap-lines.ts";

/** The result of a test email. `no_answer`: the server has it, but did not accept or reject it in time. */
export interface MailTest {
  outcome: "sent" | "failed" | "no_answer";
  /** The mail server's reply, or the connection's error. */
  response: string;
}

/** Milliseconds that a person waits for the answer. */
const longestWait = 60_000;

/** A test email: the standard one unless `content` is given, such as that of a preview. */
interface TestEmail {
  account: Pick<Account, "name" | "handle" | "senderName" | "email" | "replyTo" | "contactEmail" | "website">;
  recipient: string;
  content?: { subject: string; text: string; html: string };
}

/** Sends a test email at once, without the queue. Never rejects. */
export async function sendTestEmail(
  { mailer, settings: { sender } }: Pick<Transport, "mailer" | "settings">,
  { account, recipient, content }: TestEmail,
  now: Instant,
): Promise<MailTest> {
  const store = singleLine(account.name) || account.handle;
  // As customers see it.
  const name = singleLine(account.senderName) || store;
  const sending = mailer.send({
    messageId: messageIdFrom(`${randomUUID()}@`, sender),
    queuedAt: now,
    from: { name, address: sender },
    to: { name: "", address: recipient },
    replyTo: { name, address: answerAddress(account) },
    ...(content ?? renderTestEmail({ name: store })),
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

/** Writes the email that shows a person that the mail server's settings work. */
function renderTestEmail(account: { name: string }): RenderedEmail {
  const store = singleLine(account.name);
  const words = `This is a test email from ${store}. Your mail server settings work.`;
  return {
    subject: `Test email from ${store}`,
    text: wrapLines(`${words}\n`),
    html: `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Test email</title><p>${Bun.escapeHTML(words)}</p></html>`,
  };
}
