import type { Selectable } from "kysely";
import { logoUrl } from "../accounts/logo.ts";
import { answerAddress, contactOf, type Store } from "../accounts/store.ts";
import type { Database } from "../database/database.ts";
import type { AccountsTable } from "../database/schema.ts";
import { loadDelivery } from "../orders/delivery.ts";
import { singleLine } from "../text.ts";
import type { WordingRenderer } from "../wording/renderer.ts";
import { customWordings, noteWordingProblem } from "../wording/wordings.ts";
import { writeDeliveryEmail } from "./delivery-email.ts";
import type { ClaimedEmail } from "./leases.ts";
import type { Message } from "./mailer.ts";
import { cancelEmails } from "./outbox.ts";
import type { WordingUse } from "./render-wording.ts";
import type { RenderedEmail } from "./templates.ts";

const senderColumns = [
  "name",
  "handle",
  "email",
  "custom_domain",
  "brand_color",
  "logo_sha256",
  "sender_name",
  "reply_to",
  "website",
  "contact_email",
  "language",
] as const;

/** What the worker needs to know of an account. */
export type Sender = Pick<Selectable<AccountsTable>, (typeof senderColumns)[number]>;

/**
 * The message to send. It is written at the first attempt and stays the same for later ones. Null if it must not be
 * sent, because its order was deleted or its lease has ended. Holds the message until `until`; both it and `now` in
 * milliseconds since 1970. Rejects with `RendererUnavailable`.
 */
export async function prepareMessage(
  db: Database,
  email: ClaimedEmail,
  settings: { from: string; accountUrl(account: Sender): string; renderer: WordingRenderer },
  { now, until }: { now: number; until: number },
): Promise<Message | null> {
  const account = await db.read
    .selectFrom("accounts")
    .select(senderColumns)
    .where("id", "=", email.account_id)
    .executeTakeFirstOrThrow();
  const url = settings.accountUrl(account);
  const contact = contactOf(account);
  const store = {
    name: singleLine(account.name) || account.handle,
    url,
    logoUrl: logoUrl(url, account),
    brandColor: account.brand_color,
    language: account.language,
    website: account.website,
    contact: contact === null ? null : { address: contact },
  };
  const sender = singleLine(account.sender_name) || store.name;
  const written = await write(db, email, { renderer: settings.renderer, store }, { now, until });
  if (!written) return null;
  const { to, ...content } = written;
  return {
    messageId: email.message_id,
    queuedAt: email.created_at,
    from: { name: sender, address: settings.from },
    to: { name: to, address: email.recipient },
    replyTo: { name: sender, address: answerAddress(account) },
    ...content,
  };
}

/** The message's content and its recipient's name; null if there is nothing to send any more. */
async function write(
  db: Database,
  email: ClaimedEmail,
  { renderer, store }: { renderer: WordingRenderer; store: Store },
  { now, until }: { now: number; until: number },
): Promise<(RenderedEmail & { to: string }) | null> {
  const before = renderedBefore(email);
  if (email.kind !== "delivery" || email.order_id === null) {
    if (!before) throw new Error("An email to a member has lost its content.");
    // Its order may have been deleted since it was claimed, and the customer's words with it.
    if (!(await keepContent(db, email, before, until))) return null;
    return { ...before, to: "" };
  }
  const delivery = await loadDelivery(db.read, email.order_id);
  if (!delivery) {
    const { order_id } = email;
    await db.write((tx) => cancelEmails(tx, order_id));
    return null;
  }
  const content =
    before ?? (await writeWithCustomWordings(db, renderer, { accountId: email.account_id, store, delivery, now }));
  if (!(await keepContent(db, email, content, until))) return null;
  return { ...content, to: singleLine(`${delivery.firstName} ${delivery.lastName}`) };
}

/** Problems with the store's templates are noted for the owner. */
async function writeWithCustomWordings(
  db: Database,
  renderer: WordingRenderer,
  use: WordingUse,
): Promise<RenderedEmail> {
  const own = await customWordings(db.read, use.accountId);
  const { email, problems } = await writeDeliveryEmail(renderer, own, use);
  if (problems.length > 0) {
    await db.write(async (tx) => {
      for (const problem of problems) await noteWordingProblem(tx, use.accountId, problem, use.now);
    });
  }
  return email;
}

function renderedBefore(email: ClaimedEmail): RenderedEmail | null {
  const { subject, text_body: text, html_body: html } = email;
  return subject !== null && text !== null && html !== null ? { subject, text, html } : null;
}

/**
 * Holds the message until `until`. Returns false if it was canceled since it was claimed, or if the attempt's lease has
 * ended.
 */
async function keepContent(db: Database, email: ClaimedEmail, content: RenderedEmail, until: number): Promise<boolean> {
  const kept = await db.write((tx) =>
    tx
      .updateTable("emails")
      .set({ subject: content.subject, text_body: content.text, html_body: content.html, lease_expires_at: until })
      .where("id", "=", email.id)
      .where("attempts", "=", email.attempts)
      .where("lease_expires_at", "is not", null)
      .where("status", "=", "queued")
      .returning("id")
      .executeTakeFirst(),
  );
  return kept !== undefined;
}
