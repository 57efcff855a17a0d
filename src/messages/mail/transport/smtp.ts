import { isIPv6, type Socket } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import nodemailer, { type SendMailOptions } from "nodemailer";
import DKIM from "nodemailer/lib/dkim";
import type { Network } from "../../../platform/outgoing/network.ts";
import type { EmailSigner } from "./dkim-key.ts";
import { mailOptions } from "./mail-options.ts";
import type { MailServer } from "./mail-server.ts";
import { MailError, type Mailer, notStarted } from "./mailer.ts";
import { serviceHeaders } from "./service-headers.ts";
import { type Connect, createUtf8Question, needsUtf8, utf8Refused } from "./smtputf8.ts";

/** As many as the worker sends at the same time, and some more for test emails. */
const connections = 20;

/** As many as the worker sends at the same time through one store's server, and one for a test email. */
const connectionsOfStore = 3;

/**
 * Milliseconds. RFC 5321 section 4.5.3.2.6 requires the last one: a client that gives up earlier after sending the data
 * may send a message twice.
 */
const timeouts = {
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  socketTimeout: 10 * 60_000,
};

/** Milliseconds until the server asks for a message's data. Nothing has been sent before that, so giving up is safe. */
const usualPatience = 30_000;

/** Milliseconds for which an unused connection stays open, for one of many servers. */
const idleOfMany = 30_000;

/** Milliseconds for each step of a conversation that sends nothing. */
const probePatience = 10_000;

/** Steps of the conversation that concern one message and not the connection. */
const messageSteps = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/**
 * Replies to a message's commands that are nevertheless about the session: wrong sequence, sign-in or encryption required (RFC
 * 5321 section 4.2.3, RFC 4954 section 6). Changed settings can fix these, so no message fails permanently because of them.
 */
const sessionReplies = new Set([503, 530, 534, 535, 538]);

/**
 * The signed fields: those that RFC 6376 section 5.4.1 names and these emails have, and the one that RFC 8058 section 4 requires,
 * which nodemailer leaves out.
 */
const signedFields =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post";

interface SmtpOptions {
  /** Milliseconds. */
  patience?: number;
  signer?: EmailSigner | null;
  /** Opens each connection instead of nodemailer: for servers that strangers have entered. */
  connect?: Connect | null;
  /** Maximum number of connections at the same time. */
  atOnce?: number;
}

/**
 * Sends messages through the mail server at `url`: `smtp://` with STARTTLS if the server offers it, or `smtps://`, with
 * `USER:PASSWORD@` to sign in. Options of nodemailer can follow as a query, such as `?requireTLS=true`. Connects with the first
 * message and reuses up to `atOnce` connections. If the server does not ask for a message's data within `patience` milliseconds,
 * this is a temporary failure. With a `signer`, each message gets a DKIM signature. It is the same in every attempt: RSA
 * signatures of the same bytes are equal, and this one contains no time. If the server does not accept addresses outside ASCII,
 * such an address is a permanent failure, before any part of the message is sent.
 */
export function openSmtp(
  url: string,
  { patience = usualPatience, signer = null, connect = null, atOnce = connections }: SmtpOptions = {},
): Mailer {
  const { hostname: host } = new URL(url);
  const transport = nodemailer.createTransport({
    pool: true,
    url,
    maxConnections: atOnce,
    ...timeouts,
    ...(connect && { getSocket: connecting(connect), idleTimeout: idleOfMany }),
    // If the server stops offering sign-in, fail here. Messages that are sent without sign-in would be refused permanently.
    forceAuth: new URL(url).username !== "",
  });
  const takesUtf8 = createUtf8Question(url, connect);
  const dkim =
    signer &&
    new DKIM({
      domainName: signer.domain,
      keySelector: signer.selector,
      privateKey: signer.privateKey,
      headerFieldNames: signedFields,
    });
  transport.use("stream", ({ message, data }, done) => {
    // This comes first: to sign the message, it is read as a whole. nodemailer's own setting would do it last.
    if (dkim) message.processFunc((content) => dkim.sign(content));
    message.processFunc((content) => tellingFirstRead(content, (data as OutgoingMail).onceAsked));
    done();
  });
  return {
    outcome: "sent",
    async send(message, mayStart = () => true) {
      if (needsUtf8(message.to.address) && !(await takesUtf8())) throw utf8Refused();
      const giveUp = new AbortController();
      const timer = setTimeout(() => giveUp.abort(), patience);
      let isHeldBack = false;
      let isAsked = false;
      const onceAsked = () => {
        clearTimeout(timer);
        isAsked = true;
        isHeldBack = !mayStart();
        if (isHeldBack) throw notStarted();
      };
      const options = mailOptions(message);
      const headers = { ...options.headers, ...serviceHeaders(host, message.messageId) };
      const mail: OutgoingMail = { ...options, headers, signal: giveUp.signal, onceAsked };
      try {
        return (await transport.sendMail(mail)).response;
      } catch (error) {
        if (isHeldBack) throw notStarted();
        if (!giveUp.signal.aborted) throw mailError(error, isAsked);
        throw new MailError("The mail server was not ready for the message in time.", false);
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      transport.close();
    },
  };
}

/**
 * Sends messages through a store's mail server, a few at a time. `network` checks each address that it connects to. Nothing is
 * signed: the installation's signature is not the store's.
 */
export function openSmtpOfStore(
  { host, port, security, user, password }: MailServer,
  network: Pick<Network, "connectToMailServer">,
): Mailer {
  const scheme = security === "tls" ? "smtps" : "smtp";
  const encryption = { starttls: "requireTLS=true", tls: "", none: "ignoreTLS=true" }[security];
  const signIn = user === null ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? "")}@`;
  const name = isIPv6(host) ? `[${host}]` : host;
  const connect = () => network.connectToMailServer({ host, port });
  return openSmtp(`${scheme}://${signIn}${name}:${port}?${encryption}`, { connect, atOnce: connectionsOfStore });
}

/** In the form in which nodemailer asks for a connection. */
const connecting =
  (connect: Connect) =>
  (_options: unknown, done: (error: Error | null, opened: { connection: Socket } | false) => void) =>
    void connect().then(
      (connection) => done(null, { connection }),
      (error) => done(error, false),
    );

/**
 * Connects to the mail server at `url`, encrypts if possible, signs in if the address has a user, and says goodbye: no message is
 * sent. Returns whether the connection was encrypted. Throws an error with the server's reply, or the connection's error.
 */
export async function probeSmtp(url: string): Promise<{ encrypted: boolean }> {
  const verify = async (options: { requireTLS?: boolean }) => {
    const limits = { connectionTimeout: probePatience, greetingTimeout: probePatience, socketTimeout: probePatience };
    const forceAuth = new URL(url).username !== "";
    const transport = nodemailer.createTransport({ url, ...limits, forceAuth, ...options });
    try {
      await transport.verify();
    } catch (error) {
      throw Object.assign(mailError(error, false), { code: (error as SmtpFailure).code });
    } finally {
      transport.close();
    }
  };
  try {
    await verify({ requireTLS: true });
    return { encrypted: true };
  } catch (error) {
    if ((error as SmtpFailure).code !== "ETLS") throw error;
  }
  await verify({});
  return { encrypted: false };
}

interface OutgoingMail extends SendMailOptions {
  /** Called when the server asks for the message's data. Throws if the data must not be sent. */
  onceAsked(): void;
}

interface SmtpFailure {
  message?: string;
  response?: string;
  responseCode?: number;
  command?: string;
  code?: string;
  originalCode?: string;
}

/** `isAsked`: whether the server has asked for the message's data. */
function mailError(error: unknown, isAsked: boolean): MailError {
  const { message, response, responseCode = 0, command = "", code, originalCode } = error as SmtpFailure;
  const refused = responseCode >= 500 && responseCode < 600 && messageSteps.has(command);
  const words = response || message || originalCode || code || "The mail server did not answer.";
  const isAnswered = responseCode >= 400;
  return new MailError(words, refused && !sessionReplies.has(responseCode), isAsked && !isAnswered);
}

/**
 * The same bytes in one piece; calls `tell` before the first of them is read. The composer produces many small pieces, and each
 * would be a separate write to the connection.
 */
function tellingFirstRead(content: Readable, tell: () => void): Readable {
  async function* bytes() {
    tell();
    yield await buffer(content);
  }
  return Readable.from(bytes(), { objectMode: false });
}
