import { cancelEmail } from "../../messages/mail/cancel-emails.ts";
import { forgetEmailsOfOrders } from "../../messages/mail/forget-emails.ts";
import { messageIdFrom } from "../../messages/mail/outbox.ts";
import type { Deferral, PrepareMessage } from "../../messages/mail/sending/attempt.ts";
import { endUndeliverable } from "../../messages/mail/sending/end-undeliverable.ts";
import { type ClaimedEmail, keepContent, mayBeAccepted } from "../../messages/mail/sending/leases.ts";
import type { Message, RenderedEmail } from "../../messages/mail/transport/mailer.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { fullName } from "../../platform/i18n/names.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { singleLine } from "../../platform/text.ts";
import type { Vault } from "../../platform/vault.ts";
import { type Account, accountById } from "../../store/accounts/accounts.ts";
import { logoUrl } from "../../store/accounts/logo.ts";
import { answerAddress, contactOf, type Store } from "../../store/accounts/store.ts";
import type { CustomWordings } from "../../store/wording/names.ts";
import type { WordingRenderer } from "../../store/wording/renderer.ts";
import { customWordings, noteWordingProblem } from "../../store/wording/wordings.ts";
import { holderAddress } from "../orders/gifts/gift.ts";
import { ordersByIds } from "../orders/queries.ts";
import { type Delivery, storeFor } from "../orders/reading/customer-view.ts";
import { hasAllItems } from "../orders/reading/has-all-items.ts";
import { loadDeliveryWithSizes } from "../orders/reading/stamped-sizes.ts";
import type { FileUpdate } from "./announcement-context.ts";
import { writeAnnouncementEmail } from "./announcement-email.ts";
import { languageOf } from "./delivery-context.ts";
import { composeDeliveryEmail, composeUpdateEmail } from "./delivery-email.ts";
import { writeGiftEmail } from "./gift-email.ts";
import { writeLibraryEmail } from "./library-email.ts";
import { withPicture } from "./opened-picture.ts";
import { withOrderMarkup } from "./order-markup.ts";
import { endOutdated, endStopped } from "./outdated.ts";
import type { WordingUse } from "./render-wording.ts";
import { withRenewal } from "./renewal-words.ts";
import { withTestNotice } from "./test-notice.ts";

type UpdateUse = WordingUse & { update: FileUpdate };

interface PreparationSettings {
  db: Database;
  renderer: WordingRenderer;
  vault: Vault;
  log: Log;
  /** Base URL of an account's store. */
  accountUrl(account: Account): string;
}

/** Prepares each message for the mail worker. */
export const messagePreparation =
  (settings: PreparationSettings): PrepareMessage =>
  (email, how) =>
    prepareMessage(settings, email, how);

/**
 * The message to send, to the order's current address. Until an attempt may have delivered it, each attempt renders the
 * current order; after that, all attempts send the same text. Null if it must not be sent: its account is being
 * removed; its order was deleted, is empty, on hold or revoked; another email replaces it; or its lease has ended.
 * A gift that is still to come is deferred. Claims the message until `until`. Rejects with `RendererUnavailable`.
 */
async function prepareMessage(
  { db, ...settings }: PreparationSettings,
  claimed: ClaimedEmail,
  { sender: from, now, until }: { sender: string; now: Instant; until: Instant },
): Promise<Message | Deferral | null> {
  const messageId = mayBeAccepted(claimed) ? claimed.messageId : messageIdFrom(claimed.messageId, from);
  const email = { ...claimed, messageId };
  const account = await accountById(db.read, email.accountId);
  if (!account) {
    await db.write((tx) => cancelEmail(tx, email.id));
    return null;
  }
  const url = settings.accountUrl(account);
  const contact = contactOf(account);
  const store = {
    name: singleLine(account.name) || account.handle,
    url,
    logoUrl: logoUrl(url, account),
    brandColor: account.brandColor,
    language: account.language,
    website: account.website,
    contact: contact === null ? null : { address: contact },
  };
  const sender = singleLine(account.senderName) || store.name;
  const { renderer, log } = settings;
  const written = await write(db, email, { renderer, log, account, store }, { now, until });
  if (!written || "notBefore" in written) return written;
  const { to, replyTo = { name: sender, address: answerAddress(account) }, ...content } = written;
  // The picture is not in the stored text, which the store's own people read.
  const tracked = account.trackEmailOpens && email.kind === "delivery";
  if (tracked) content.html = withPicture(content.html, settings.vault, { url, emailId: email.id });
  return {
    messageId,
    queuedAt: email.createdAt,
    from: { name: sender, address: from },
    to,
    replyTo,
    ...content,
  };
}

/** `replyTo`: the customer who asks the store. Absent: the store. */
type Written = RenderedEmail & Pick<Message, "to" | "unsubscribeUrl"> & Partial<Pick<Message, "replyTo">>;

/** The message's content and recipient; null if there is nothing to send. */
async function write(
  db: Database,
  email: ClaimedEmail,
  { renderer, log, account, store }: { renderer: WordingRenderer; log: Log; account: Account; store: Store },
  { now, until }: { now: Instant; until: Instant },
): Promise<Written | Deferral | null> {
  const before = renderedBefore(email);
  if (email.kind === "announcement") {
    const compose = (use: UpdateUse) => writeWithCustomWordings(db, renderer, use, composeUpdateEmail);
    return writeAnnouncementEmail(db, email, { account, store, before, compose }, { now, until });
  }
  if (email.kind === "library") return writeLibraryEmail(db, email, { account, store, before }, { now, until });
  if (email.kind === "gift_confirmation") return writeGiftEmail(db, email, { account, store, before }, { now, until });
  if (email.kind !== "delivery" || email.orderId === null) {
    if (!before) throw new Error("An email to a member has lost its content.");
    // The order and its customer's data may have been deleted since the email was claimed.
    if (!(await keepContent(db, email, before, until))) return null;
    const asking = email.kind === "renewal_request" && email.orderId !== null;
    const [order] = asking ? await ordersByIds(db.read, [email.orderId as number]) : [];
    const to = { name: "", address: email.recipient };
    // A customer who was erased meanwhile has no address.
    if (!order || holderAddress(order) === "") return { ...before, to };
    const name = order.recipientEmail === null ? fullName("en", order) : (order.recipientName ?? "");
    return { ...before, to, replyTo: { name: singleLine(name), address: holderAddress(order) } };
  }
  return writeDeliveryEmail(
    db,
    { ...email, orderId: email.orderId },
    { renderer, account, store, log, before },
    { now, until },
  );
}

/**
 * The delivery email of the order as it is now. If the order is stopped, released or gets another address meanwhile, the email is
 * written again. Null if there is nothing to send.
 */
async function writeDeliveryEmail(
  db: Database,
  email: ClaimedEmail & { orderId: number },
  {
    renderer,
    account,
    store,
    log,
    before,
  }: { renderer: WordingRenderer; account: Account; store: Store; log: Log; before: RenderedEmail | null },
  { now, until }: { now: Instant; until: Instant },
): Promise<(RenderedEmail & Pick<Message, "to">) | Deferral | null> {
  for (let address: string | null = null; ; ) {
    const delivery = await loadWhole(db, email.orderId);
    if (!delivery) {
      const { orderId } = email;
      await db.write((tx) => forgetEmailsOfOrders(tx, [orderId]));
      return null;
    }
    if (delivery.stop !== null) {
      if (await endStopped(db, email, now)) return null;
      continue;
    }
    if (delivery.deliverAt != null && delivery.deliverAt > now) return { notBefore: delivery.deliverAt };
    // The address is the same as before, so the message was canceled or its lease has ended.
    if (delivery.email === address) return null;
    const to = recipientOf(account, delivery, languageOf(storeFor(store, delivery)));
    if (await endOutdated(db, email, { account, delivery, to: to.address, now, log })) return null;
    if (await endUndeliverable(db, email, to.address, now)) return null;
    const told = await withRenewal(db.read, { account, delivery, orderId: email.orderId }, now);
    const use = { accountId: email.accountId, store: storeFor(store, delivery), delivery: told, now };
    const content = before && mayBeAccepted(email) ? before : await compose(db, renderer, use, account.currency);
    address = delivery.email;
    if (await keepContent(db, email, content, until, address, to.address)) return { ...content, to };
  }
}

/**
 * The order is read in several steps. If a product is deleted between two steps, its files seem to be still to come. So an order
 * with missing files is read again if it has lost a product since.
 */
async function loadWhole({ read }: Database, orderId: number): Promise<Delivery | null> {
  const delivery = await loadDeliveryWithSizes(read, orderId);
  if (!delivery || delivery.items.every(({ files }) => files.length > 0)) return delivery;
  return (await hasAllItems(read, orderId, delivery)) ? delivery : loadDeliveryWithSizes(read, orderId);
}

/** The customer. For a test order the store, because the customer may be a stranger. */
function recipientOf(account: Account, delivery: Delivery, language: Language): Message["to"] {
  return delivery.isTest
    ? { name: singleLine(account.name), address: account.email }
    : { name: singleLine(fullName(language, delivery)), address: delivery.email };
}

async function compose(db: Database, renderer: WordingRenderer, use: WordingUse, currency: string) {
  const email = await writeWithCustomWordings(db, renderer, use, composeDeliveryEmail);
  // With the markup, mail programs would file a test among the purchases of the store's owner.
  if (use.delivery.isTest) return withTestNotice(email, languageOf(use.store));
  return { ...email, html: withOrderMarkup(email.html, { ...use, currency }) };
}

/** Records problems with the store's templates for the owner. */
async function writeWithCustomWordings<Use extends WordingUse>(
  db: Database,
  renderer: WordingRenderer,
  use: Use,
  compose: (renderer: WordingRenderer, own: CustomWordings, use: Use) => ReturnType<typeof composeDeliveryEmail>,
): Promise<RenderedEmail> {
  const own = await customWordings(db.read, use.accountId, languageOf(use.store));
  const { email, problems } = await compose(renderer, own, use);
  if (problems.length > 0) {
    await db.write(async (tx) => {
      for (const problem of problems) await noteWordingProblem(tx, use.accountId, problem, use.now);
    });
  }
  return email;
}

function renderedBefore(email: ClaimedEmail): RenderedEmail | null {
  const { subject, textBody: text, htmlBody: html } = email;
  return subject !== null && text !== null && html !== null ? { subject, text, html } : null;
}
