import { takeEmailAllowance } from "../../messages/mail/email-allowance.ts";
import { renderEmail } from "../../messages/mail/email-template.ts";
import { endUndeliverable } from "../../messages/mail/sending/end-undeliverable.ts";
import { type ClaimedEmail, isStillQueued, keepContent, mayBeAccepted } from "../../messages/mail/sending/leases.ts";
import { endUntried, recordNotSent } from "../../messages/mail/sending/results.ts";
import type { Message, RenderedEmail } from "../../messages/mail/transport/mailer.ts";
import type { Database } from "../../platform/database/database.ts";
import { readableAddress } from "../../platform/email-address.ts";
import { fill, localizationFor } from "../../platform/i18n/localization.ts";
import { fullName, greetedName } from "../../platform/i18n/names.ts";
import type { Instant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Store } from "../../store/accounts/store.ts";
import { deliveryAddress } from "../orders/delivery-address.ts";
import { isToCome } from "../orders/gifts/gift.ts";
import { type OrderWithItems, ordersByIds, withItems } from "../orders/queries.ts";
import { orderName, storeFor } from "../orders/reading/customer-view.ts";
import { namedProducts, namesInWords } from "../orders/reading/named-products.ts";
import { stopOf } from "../orders/stop-reasons.ts";
import { languageOf } from "./delivery-context.ts";
import { storeInEmail } from "./library-email.ts";
import { withTestNotice } from "./test-notice.ts";

/** Why a confirmation is not sent, shown to the store. */
const reasons = {
  gone: "Not sent: the order is no gift any more.",
  stopped: "Not sent: the order is on hold or revoked.",
};

/**
 * The email that tells the buyer of a gift who gets it, and when. It has no links: those are the recipient's. Null if it must not
 * be sent: the order is not a gift now, is empty, on hold or revoked; the daily allowance is used up; or the lease has ended.
 * Counts toward the allowance when it is first written.
 */
export async function writeGiftEmail(
  db: Database,
  email: ClaimedEmail,
  { account, store, before }: { account: Account; store: Store; before: RenderedEmail | null },
  { now, until }: { now: Instant; until: Instant },
): Promise<(RenderedEmail & Pick<Message, "to">) | null> {
  const [order] = await withItems(db.read, await ordersByIds(db.read, email.orderId === null ? [] : [email.orderId]));
  const reason = reasonNotToSend(order);
  if (!order || reason !== null) {
    await db.write(async (tx) => {
      if (await endUntried(tx, email, "cancelled")) await recordNotSent(tx, email, reasons[reason ?? "gone"], now);
    });
    return null;
  }
  const address = deliveryAddress(account, { ...order, recipientEmail: null });
  if (await endUndeliverable(db, email, address, now)) return null;
  const to = { name: singleLine(fullName(languageOf(storeFor(store, order)), order)), address };
  const isCounted = await db.write(async (tx) => {
    if (before) return true;
    if (!(await isStillQueued(tx, email))) return false;
    if (await takeEmailAllowance(tx, account, now)) return true;
    await endUntried(tx, email, "over_allowance");
    return false;
  });
  if (!isCounted) return null;
  const content = before && mayBeAccepted(email) ? before : renderGiftEmail(storeFor(store, order), order, now);
  return (await keepContent(db, { ...email, recipient: address }, content, until)) ? { ...content, to } : null;
}

function reasonNotToSend(order: OrderWithItems | undefined): keyof typeof reasons | null {
  if (order === undefined || order.recipientEmail === null || order.items.length === 0) return "gone";
  return stopOf(order) === null ? null : "stopped";
}

function renderGiftEmail(store: Store, order: OrderWithItems, now: Instant): RenderedEmail {
  const local = localizationFor(languageOf(store));
  const texts = local.texts.giftEmail;
  const { recipientEmail, recipientName, deliverAt } = order;
  const address = readableAddress(recipientEmail ?? "");
  const name = singleLine(recipientName ?? "");
  const giver = singleLine(greetedName(languageOf(store), order));
  const greeting = giver === "" ? texts.greeting.unnamed : fill(texts.greeting.named, { name: giver });
  const values = {
    store: singleLine(store.name),
    recipient: name || address,
    order: singleLine(orderName(order)),
    products: namesInWords(namedProducts(order.items.filter(({ revokedAt }) => revokedAt === null)), local),
  };
  const at = deliverAt ?? now;
  const time = isToCome(order, now) ? "later" : "now";
  const recipient = fill(name === "" ? texts.recipient.unnamed : texts.recipient.named, { name, address });
  const email = renderEmail({
    subject: fill(texts.subject, values),
    heading: fill(texts.heading[time], { ...values, date: local.day(at) }),
    introduction: greeting + fill(texts[time], { ...values, recipient, date: local.instant(at) }),
    note: fill(texts.note, values),
    button: null,
    store: values.store,
    link: null,
    language: languageOf(store),
    ...storeInEmail(store, values.order),
  });
  return order.test === 1 ? withTestNotice(email, languageOf(store)) : email;
}
