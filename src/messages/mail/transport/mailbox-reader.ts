import PostalMime, { type Address } from "postal-mime";
import type { Reader } from "../../../platform/database/database.ts";
import type { EmailKind } from "../../../platform/database/schema.ts";
import { DomainError } from "../../../platform/errors.ts";
import { type Instant, instant } from "../../../platform/instants.ts";
import { emailKinds } from "../sending/lanes.ts";
import type { KeptMessages } from "./mailer.ts";

/** A message of any kind in the mailbox. */
export interface KeptMessage {
  id: number;
  accountHandle: string;
  kind: EmailKind;
  recipient: string;
  subject: string;
  keptAt: Instant;
}

/** A message as a mail program shows it. */
interface MessageContent {
  /** `Name <address>` */
  from: string;
  to: string;
  /** In their original order. */
  headers: { name: string; value: string }[];
  text: string;
  html: string;
}

/** Emails to one person only: with their links, an owner who reads them could act as that person. */
const kindsWithPersonalLinks: EmailKind[] = ["password_reset", "sign_in_link", "invitation"];
const linkTo = / href="https?:[^"]*"/g;
const address = /https?:\/\/[^\s"<>]+/g;
const notShown = "(link not shown here)";

/** One page of the account's messages in the mailbox, newest first, and their total number. Leaves out erased ones. */
export async function keptMessagesOf(
  reader: Reader,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ messages: KeptMessage[]; total: number }> {
  const keptOf = (kind: EmailKind) =>
    reader
      .selectFrom("emails")
      .where("account_id", "=", accountId)
      .where("kind", "=", kind)
      .where("status", "=", "kept")
      // An erased email has no subject: its order was deleted, or the store keeps emails only for a limited time.
      .where("subject", "is not", null);
  let total = 0;
  const ids: number[] = [];
  // By kind, like the index: the newest of all are among the newest of each kind.
  for (const kind of emailKinds) {
    const { count } = await keptOf(kind)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    total += count;
    const rows = await keptOf(kind)
      .select("id")
      .orderBy("id", "desc")
      .limit(offset + limit)
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  const page = ids.toSorted((a, b) => b - a).slice(offset, offset + limit);
  return { messages: await messagesByIds(reader, page, accountId), total };
}

/** The content of a message, read from the mailbox, without links for one person only. Throws `not_found`. */
export async function readKeptMessage(
  reader: Reader,
  kept: Pick<KeptMessages, "read">,
  accountId: number,
  id: number,
): Promise<{ message: KeptMessage; content: MessageContent }> {
  const [message] = await messagesByIds(reader, [id], accountId);
  if (!message) throw notInMailbox(id);
  const { text, html, ...content } = await readContent(reader, kept, id);
  const isPersonal = kindsWithPersonalLinks.includes(message.kind);
  return {
    message,
    content: {
      ...content,
      text: isPersonal ? text.replace(address, notShown) : text,
      html: isPersonal ? html.replace(linkTo, "").replace(address, notShown) : html,
    },
  };
}

/**
 * Like `readKeptMessage`, for the person who runs the installation and could open the file anyway: of any account, with all
 * links.
 */
export async function readKeptMessageWhole(
  reader: Reader,
  kept: Pick<KeptMessages, "read">,
  id: number,
): Promise<{ message: KeptMessage; content: MessageContent }> {
  const [message] = await messagesByIds(reader, [id]);
  if (!message) throw notInMailbox(id);
  return { message, content: await readContent(reader, kept, id) };
}

/** The newest messages of all accounts, newest first, at most `limit`. Leaves out erased ones. */
export async function newestMessages(reader: Reader, limit: number): Promise<KeptMessage[]> {
  const newest = await reader
    .selectFrom("emails")
    .select("id")
    .where("status", "=", "kept")
    .where("subject", "is not", null)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return messagesByIds(
    reader,
    newest.map(({ id }) => id),
  );
}

/** The number of the newest email, of any kind and status; 0 if there is none. */
export async function newestEmailId(reader: Reader): Promise<number> {
  const { id } = await reader
    .selectFrom("emails")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

/** Whether this email could be sent at `now`, or is being sent. */
export async function isDue(reader: Reader, id: number, now: Instant): Promise<boolean> {
  const due = await reader
    .selectFrom("emails")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "queued")
    .where("next_attempt_at", "<=", now)
    .executeTakeFirst();
  return due !== undefined;
}

function notInMailbox(id: number): DomainError {
  return new DomainError("not_found", `There is no message ${id} in the mailbox.`);
}

/** Throws `not_found` if the file no longer exists. */
async function readContent(reader: Reader, kept: Pick<KeptMessages, "read">, id: number): Promise<MessageContent> {
  const { messageId } = await reader
    .selectFrom("emails")
    .select("message_id as messageId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const source = await kept.read(messageId);
  if (!source) throw new DomainError("not_found", `Message ${id} has been removed from the mailbox folder.`);
  const { from, to, headers, text = "", html = "" } = await PostalMime.parse(source);
  return {
    from: addressWords(from),
    to: (to ?? []).map(addressWords).join(", "),
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text,
    html,
  };
}

function addressWords(address: Address | undefined): string {
  if (!address) return "";
  return address.name ? `${address.name} <${address.address ?? ""}>` : (address.address ?? "");
}

/** In the order of the numbers. Crosses domains: lists of messages show their accounts. */
async function messagesByIds(reader: Reader, ids: number[], accountId?: number): Promise<KeptMessage[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom("emails as email")
    .innerJoin("accounts as account", "account.id", "email.account_id")
    .select(["email.id", "email.kind", "email.recipient", "email.subject", "email.sent_at as sentAt", "account.handle"])
    .where("email.status", "=", "kept")
    .where("email.subject", "is not", null)
    .where("email.id", "in", ids)
    .$if(accountId !== undefined, (query) => query.where("email.account_id", "=", accountId as number))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { kind, recipient, subject, sentAt, handle } = row;
    return { id, accountHandle: handle, kind, recipient, subject: subject ?? "", keptAt: sentAt ?? instant(0) };
  });
}
