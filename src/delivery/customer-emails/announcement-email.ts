import { returnEmailAllowance } from "../../messages/mail/email-allowance.ts";
import { endUndeliverable } from "../../messages/mail/sending/end-undeliverable.ts";
import { type ClaimedEmail, keepContent, mayBeAccepted } from "../../messages/mail/sending/leases.ts";
import { endUntried, recordNotSent } from "../../messages/mail/sending/results.ts";
import type { Message, RenderedEmail } from "../../messages/mail/transport/mailer.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { fullName } from "../../platform/i18n/names.ts";
import type { Instant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Store } from "../../store/accounts/store.ts";
import { type Announcement, announcementOfEmail } from "../announcements/announcements.ts";
import { hasOptedOut } from "../announcements/opt-outs.ts";
import { addRecipient, hashOfAddress } from "../announcements/recipients.ts";
import { type Delivery, storeFor } from "../orders/reading/customer-view.ts";
import { loadDelivery } from "../orders/reading/load-delivery.ts";
import { type FileUpdate, stopUrl } from "./announcement-context.ts";
import { languageOf } from "./delivery-context.ts";
import type { WordingUse } from "./render-wording.ts";

/** Why an email about an update is not sent, shown to the store. */
const reasons = {
  gone: "Not sent: the order or the announcement no longer exists.",
  stopped: "Not sent: the order is on hold or revoked.",
  removed: "Not sent: the order no longer has the file.",
  unwanted: "Not sent: the customer does not want emails about updates.",
  told: "Not sent: the order's email address was changed to one that has this email already.",
};

interface UpdateWriting {
  account: Account;
  store: Store;
  before: RenderedEmail | null;
  compose(use: WordingUse & { update: FileUpdate }): Promise<RenderedEmail>;
}

/**
 * The email that tells an order's customer about a new version, in the order's language, to its current address. Null if it must
 * no longer be sent; then it does not count toward the allowance. Once an attempt may have delivered it, later attempts send the
 * same text.
 */
export async function writeAnnouncementEmail(
  db: Database,
  email: ClaimedEmail,
  { account, store, before, compose }: UpdateWriting,
  { now, until }: { now: Instant; until: Instant },
): Promise<(RenderedEmail & Pick<Message, "to" | "unsubscribeUrl">) | null> {
  const announcement = await announcementOfEmail(db.read, email.id);
  const delivery = email.orderId === null ? null : await loadDelivery(db.read, email.orderId);
  const reason = await reasonNotToSend(db, email, announcement, delivery);
  if (reason !== null || !announcement || !delivery) {
    await db.write((tx) => endUnsent(tx, email, reason ?? "gone", now));
    return null;
  }
  if (await endUndeliverable(db, email, delivery.email, now)) return null;
  const customersStore = storeFor(store, delivery);
  const content =
    before && mayBeAccepted(email)
      ? before
      : await compose({
          accountId: account.id,
          store: customersStore,
          delivery,
          now,
          update: updateOf(announcement, delivery),
        });
  if (!(await keepContent(db, email, content, until, delivery.email))) return null;
  const name = fullName(languageOf(customersStore), delivery);
  const to = { name: singleLine(name), address: delivery.email };
  return { ...content, to, unsubscribeUrl: stopUrl(customersStore, delivery) };
}

const itemWith = ({ items }: Delivery, fileId: number) =>
  items.find(({ files }) => files.some(({ id }) => id === fileId));

function updateOf({ fileId, filename, version, note }: Announcement, delivery: Delivery): FileUpdate {
  return { productName: itemWith(delivery, fileId)?.productName ?? "", filename, version, note };
}

async function reasonNotToSend(
  db: Database,
  email: ClaimedEmail,
  announcement: Announcement | null,
  delivery: Delivery | null,
): Promise<keyof typeof reasons | null> {
  if (!announcement || !delivery) return "gone";
  // There is no real customer to tell.
  if (delivery.isTest) return "gone";
  if (delivery.stop !== null) return "stopped";
  if (!itemWith(delivery, announcement.fileId)) return "removed";
  if (await hasOptedOut(db.read, email.accountId, delivery.email)) return "unwanted";
  const hash = hashOfAddress(email.accountId, delivery.email);
  if (hash === hashOfAddress(email.accountId, email.recipient)) return null;
  const recipient = { announcementId: announcement.id, hash, emailId: email.id };
  return (await db.write((tx) => addRecipient(tx, recipient))) ? null : "told";
}

async function endUnsent(tx: Tx, email: ClaimedEmail, reason: keyof typeof reasons, now: Instant): Promise<void> {
  if (!(await endUntried(tx, email, "cancelled"))) return;
  await recordNotSent(tx, email, reasons[reason], now);
  await returnEmailAllowance(tx, email.accountId, email.createdAt);
}
