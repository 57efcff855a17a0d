/** How far a mailbox was read. Its numbers are only worth something with the same `validity` (RFC 9051 section 2.3.1.1). */
export interface MailboxPosition {
  validity: string;
  uid: number;
}

/** A message behind the position. */
export interface MailboxMessage {
  position: MailboxPosition;
  /** The whole message; null for one that is no report of a mail server, by its type, and for one that is too large. */
  content: Uint8Array | null;
}

/** `seen`: it is about an email of ours, and is marked as read. `passed`: it stays as it is. `stop`: nothing more is read now. */
export type Fate = "seen" | "passed" | "stop";

/** A mailbox to which mail servers send what they could not deliver. Nothing in it is ever deleted or moved. */
export interface BounceMailbox {
  /** Without the password. */
  name: string;
  /** Hands out the messages behind the position one after another, oldest first. Rejects with the server's words. */
  read(after: MailboxPosition | null, take: (message: MailboxMessage) => Promise<Fate>): Promise<void>;
  /** Signs in and opens the folder. Rejects with the server's words. */
  probe(): Promise<void>;
}
