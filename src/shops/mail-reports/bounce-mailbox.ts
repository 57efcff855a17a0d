/**
 * The last message that was read in a mailbox. Its numbers are only valid with the same `validity` (RFC 9051 section 2.3.1.1).
 */
export interface MailboxPosition {
  validity: string;
  uid: number;
}

/** A message after the position. */
export interface MailboxMessage {
  position: MailboxPosition;
  /** The whole message; null if its type shows that it is not a mail server's report, or if it is too large. */
  content: Uint8Array | null;
}

/**
 * `seen`: it is about one of our emails, and is marked as read. `passed`: it is left as it is. `stop`: nothing more is read for
 * now.
 */
export type Fate = "seen" | "passed" | "stop";

/** A mailbox to which mail servers return undeliverable email. Nothing in it is ever deleted or moved. */
export interface BounceMailbox {
  /** The address without the password. */
  name: string;
  /** Passes on the messages after the position one by one, oldest first. Rejects with the server's message. */
  read(after: MailboxPosition | null, take: (message: MailboxMessage) => Promise<Fate>): Promise<void>;
  /** Signs in and opens the folder. Rejects with the server's message. */
  probe(): Promise<void>;
}
