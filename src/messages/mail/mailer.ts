import type { Instant } from "../../platform/instants.ts";

/** One message as it goes out. Addresses are bare; names stand beside them. */
export interface Message {
  /** Without angle brackets; the same at every attempt. */
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  /** Where the customer's replies go: to the store. */
  replyTo: { name: string; address: string };
  /** The same at every attempt. */
  queuedAt: Instant;
  subject: string;
  text: string;
  html: string;
  /** Where a mail program stops such emails by one request (RFC 8058); left out for emails that are not to be stopped. */
  unsubscribeUrl?: string | undefined;
}

/** What an email says. */
export interface RenderedEmail {
  /** One line. */
  subject: string;
  text: string;
  html: string;
}

/** Why a message was not accepted, in the mail server's own words. */
export class MailError extends Error {
  constructor(
    message: string,
    /** A permanent failure: trying again does not help (RFC 5321 section 4.2.1, a 5yz reply to this message). */
    readonly permanent: boolean,
    /** The message may have been accepted nevertheless: the server got all of it, and its answer did not arrive. */
    readonly mayBeAccepted = false,
  ) {
    super(message);
    this.name = "MailError";
  }
}

/** The error for a message that `mayStart` held back. */
export function notStarted(): MailError {
  return new MailError("The message was not sent: its time limit on this server ran out.", false);
}

/** Sends messages. Every adapter either accepts a message for good or throws `MailError`. */
export interface Mailer {
  /** What happens to an accepted message: it is sent to a mail server, or kept here and delivered to nobody. */
  readonly outcome: "sent" | "kept";

  /**
   * Resolves with the server's words once it has taken responsibility for the message. `mayStart` is asked right before
   * any of the content leaves this process; when it is false, none does and this throws a temporary `MailError`.
   */
  send(message: Message, mayStart?: () => boolean): Promise<string>;

  close(): Promise<void>;
}

/** The messages that a mailbox has kept in place of sending them. */
export interface KeptMessages {
  /** The stored message (RFC 5322); null if it no longer exists. */
  read(messageId: string): Promise<Uint8Array | null>;

  /** Removes every copy of these messages permanently. No error if there is none. */
  remove(...messageIds: string[]): Promise<void>;

  /** The names of all whole messages' files, sorted. */
  names(): Promise<string[]>;

  /** The message in the file of this name; null if it was removed meanwhile. */
  readNamed(name: string): Promise<Uint8Array | null>;

  /** Stores a message under the name that it had elsewhere. Throws for a name that no message has. */
  keepNamed(name: string, content: Uint8Array): Promise<void>;
}
