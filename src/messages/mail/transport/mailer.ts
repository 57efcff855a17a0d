import type { Instant } from "../../../platform/instants.ts";

/** One message to send. Addresses are bare, with names in separate fields. */
export interface Message {
  /** Without angle brackets. Every attempt has the same. */
  messageId: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  /** The address for customers' replies: the store's. */
  replyTo: { name: string; address: string };
  /** Every attempt has the same. */
  queuedAt: Instant;
  subject: string;
  text: string;
  html: string;
  /** Where a mail program stops such emails with one request (RFC 8058); absent for emails that cannot be stopped. */
  unsubscribeUrl?: string | undefined;
}

/** The content of an email. */
export interface RenderedEmail {
  /** A single line. */
  subject: string;
  text: string;
  html: string;
}

/** Why a message was not accepted, in the mail server's words. */
export class MailError extends Error {
  constructor(
    message: string,
    /** A permanent failure: trying again does not help (RFC 5321 section 4.2.1, a 5yz reply to this message). */
    readonly permanent: boolean,
    /** Whether the message may have been accepted nevertheless: the server got all of it, but its reply did not arrive. */
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

/** Sends messages. Every adapter either accepts a message permanently or throws `MailError`. */
export interface Mailer {
  /** What happens to an accepted message: it is sent to a mail server, or stored here and delivered to nobody. */
  readonly outcome: "sent" | "kept";

  /**
   * Resolves with the server's reply once it has taken responsibility for the message. `mayStart` is called just before any of
   * the content leaves this process; if it returns false, nothing is sent and this throws a temporary `MailError`.
   */
  send(message: Message, mayStart?: () => boolean): Promise<string>;

  close(): Promise<void>;
}

/** The messages that a mailbox has stored instead of sending them. */
export interface KeptMessages {
  /** The stored message (RFC 5322); null if it no longer exists. */
  read(messageId: string): Promise<Uint8Array | null>;

  /** Removes every copy of these messages permanently. No error if there is none. */
  remove(...messageIds: string[]): Promise<void>;

  /** The file names of all complete messages, sorted. */
  names(): Promise<string[]>;

  /** The message in the file with this name; null if it was removed meanwhile. */
  readNamed(name: string): Promise<Uint8Array | null>;

  /** Stores a message under the name that it had elsewhere. Throws if no message can have this name. */
  keepNamed(name: string, content: Uint8Array): Promise<void>;
}
