import type { Selectable } from "kysely";
import type { Database } from "../database/database.ts";
import type { AccountsTable } from "../database/schema.ts";
import { loadDelivery } from "../orders/delivery.ts";
import type { ClaimedEmail } from "./leases.ts";
import type { Message } from "./mailer.ts";
import { cancelEmails } from "./outbox.ts";
import { type RenderedEmail, renderDeliveryEmail } from "./templates.ts";
import { singleLine } from "./words.ts";

/** What the worker needs to know of an account. */
export type Sender = Pick<Selectable<AccountsTable>, "name" | "handle" | "email" | "custom_domain">;

/**
 * The message as it goes out, written at its first try and the same at every later one; null when the order was
 * deleted, which cancels the message. `now` in milliseconds since 1970.
 */
export async function prepareMessage(
  db: Database,
  email: ClaimedEmail,
  settings: { from: string; accountUrl(account: Sender): string },
  now: number,
): Promise<Message | null> {
  const delivery = await loadDelivery(db.read, email.order_id);
  if (!delivery) {
    await db.write((tx) => cancelEmails(tx, email.order_id));
    return null;
  }
  const account = await db.read
    .selectFrom("accounts")
    .select(["name", "handle", "email", "custom_domain"])
    .where("id", "=", email.account_id)
    .executeTakeFirstOrThrow();
  const store = { name: singleLine(account.name) || account.handle, url: settings.accountUrl(account) };
  const content = renderedBefore(email) ?? renderDeliveryEmail({ store, delivery, now });
  if (!(await keepContent(db, email, content))) return null;
  return {
    messageId: email.message_id,
    from: { name: store.name, address: settings.from },
    to: { name: singleLine(`${delivery.firstName} ${delivery.lastName}`), address: email.recipient },
    replyTo: { name: store.name, address: account.email },
    ...content,
  };
}

function renderedBefore(email: ClaimedEmail): RenderedEmail | null {
  const { subject, text_body: text, html_body: html } = email;
  return subject !== null && text !== null && html !== null ? { subject, text, html } : null;
}

/** False when the message was cancelled since it was claimed, or is held by another try. */
async function keepContent(db: Database, email: ClaimedEmail, content: RenderedEmail): Promise<boolean> {
  const kept = await db.write((tx) =>
    tx
      .updateTable("emails")
      .set({ subject: content.subject, text_body: content.text, html_body: content.html })
      .where("id", "=", email.id)
      .where("attempts", "=", email.attempts)
      .where("status", "=", "queued")
      .returning("id")
      .executeTakeFirst(),
  );
  return kept !== undefined;
}
