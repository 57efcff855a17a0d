import type { Socket } from "node:net";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailError } from "./mailer.ts";

/** Milliseconds for which a server's answer is remembered. */
const remembered = 10 * 60_000;

/** Milliseconds for each step of the conversation. */
const patience = 10_000;

/** Opens a connection to a mail server on which nothing was sent yet. */
export type Connect = () => Promise<Socket>;

/**
 * Whether the part before the `@` has letters that only servers with SMTPUTF8 accept. Domains have a form without such letters.
 */
export const needsUtf8 = (address: string) => /\P{ASCII}/u.test(address.slice(0, address.lastIndexOf("@")));

/**
 * Returns a function that says whether the mail server at `url` accepts addresses outside ASCII (RFC 6531 section 3.1). It asks
 * at most once in ten minutes, in a conversation that sends nothing. Throws a temporary `MailError` if the server does not
 * answer.
 */
export function createUtf8Question(url: string, connect: Connect | null): () => Promise<boolean> {
  let known: { answer: Promise<boolean>; until: number } | null = null;
  return () => {
    if (known && performance.now() < known.until) return known.answer;
    const asked = { answer: ask(url, connect), until: performance.now() + remembered };
    asked.answer.catch(() => {
      if (known === asked) known = null;
    });
    known = asked;
    return asked.answer;
  };
}

/** For an email to an address that the mail server does not accept. */
export const utf8Refused = () =>
  new MailError(
    "The mail server takes no addresses with letters such as ö before the @ (it does not offer SMTPUTF8). " +
      "Ask the customer for another address, or send through a mail server that offers it.",
    true,
  );

async function ask(url: string, connect: Connect | null): Promise<boolean> {
  const opened = connect && { connection: await connect() };
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const limits = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...limits, ...opened });
  const fail = (error?: Error) => reject(new MailError(error?.message ?? "The mail server did not answer.", false));
  connection.once("error", fail);
  connection.once("end", () => fail());
  // The last reply is the one to the greeting. It lists what the server offers.
  connection.connect(() => {
    resolve(/^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || ""));
    connection.quit();
  });
  return promise;
}
