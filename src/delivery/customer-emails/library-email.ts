import { takeEmailAllowance } from "../../messages/mail/email-allowance.ts";
import { type EmailColors, type EmailWords, renderEmail } from "../../messages/mail/email-template.ts";
import { endUndeliverable } from "../../messages/mail/sending/end-undeliverable.ts";
import { type ClaimedEmail, isStillQueued, keepContent, mayBeAccepted } from "../../messages/mail/sending/leases.ts";
import { endUntried, removeClaimed } from "../../messages/mail/sending/results.ts";
import type { Message, RenderedEmail } from "../../messages/mail/transport/mailer.ts";
import { libraryPath, orderPath } from "../../platform/customer-paths.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import { isSameAddress } from "../../platform/email-address.ts";
import { fill, type Localization, localizationFor } from "../../platform/i18n/localization.ts";
import { fullName } from "../../platform/i18n/names.ts";
import type { Instant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { brandColors } from "../../store/accounts/brand-color.ts";
import { fallbackColor } from "../../store/accounts/fallback-color.ts";
import { mailtoLink, type Store } from "../../store/accounts/store.ts";
import { createLibraryLink } from "../library/library-links.ts";
import { isExpired } from "../orders/expiration.ts";
import { giftFor, holderAddress, isForOther, isToCome } from "../orders/gifts/gift.ts";
import type { OrderWithItems } from "../orders/queries.ts";
import { isUsedUp, orderName } from "../orders/reading/customer-view.ts";
import { ordersOfAddress } from "../orders/reading/library-orders.ts";
import { loadDelivery } from "../orders/reading/load-delivery.ts";
import { namedProducts, namesInWords } from "../orders/reading/named-products.ts";
import { stopOf } from "../orders/stop-reasons.ts";
import { expiryInWords } from "./delivery-context.ts";

/** Maximum number of orders in the email; the library shows the others. */
const mostOrders = 50;

/**
 * The email with all links of an address, and a link to its library. Null if it must not be sent: the address belongs
 * to no customer, and the email is removed; the daily allowance is used up; or the lease has ended. Counts toward the
 * allowance when it is first written. Once an attempt may have delivered it, later attempts send the same text.
 */
export async function writeLibraryEmail(
  db: Database,
  email: ClaimedEmail,
  { account, store, before }: { account: Account; store: Store; before: RenderedEmail | null },
  { now, until }: { now: Instant; until: Instant },
): Promise<(RenderedEmail & Pick<Message, "to">) | null> {
  const orders = await ordersOfAddress(db.scan, account.id, email.recipient, { limit: mostOrders + 1, now });
  const [newest] = orders;
  if (!newest) {
    await db.write((tx) => removeClaimed(tx, email));
    return null;
  }
  const gift = isSameAddress(newest.recipientEmail ?? "", email.recipient);
  const address = gift ? holderAddress(newest) : newest.email;
  if (await endUndeliverable(db, email, address, now)) return null;
  // The order's own spelling: the requested address may only look the same.
  const language = store.language ?? newest.language ?? "en";
  const name = gift ? (newest.recipientName ?? "") : fullName(language, newest);
  const to = { name: singleLine(name), address };
  if (before && mayBeAccepted(email)) return (await keepContent(db, email, before, until)) ? { ...before, to } : null;
  const token = await db.write(async (tx) => {
    // The customer may have been erased meanwhile.
    if (!(await isStillQueued(tx, email))) return null;
    if (!before && !(await takeEmailAllowance(tx, account, now))) {
      await endUntried(tx, email, "over_allowance");
      return null;
    }
    return createLibraryLink(tx, account.id, address, now);
  });
  if (token === null) return null;
  const usedUp = await usedUpAmong(db.scan, orders);
  const content = renderLibraryEmail(store, orders, { address, link: store.url + libraryPath(token) }, now, usedUp);
  return (await keepContent(db, email, content, until)) ? { ...content, to } : null;
}

/** The orders (row numbers) with no downloads left and no license keys, assigned or due. */
async function usedUpAmong(reader: Reader, orders: OrderWithItems[]): Promise<Set<number>> {
  const usedUp = new Set<number>();
  for (const { id } of orders.slice(0, mostOrders)) {
    const items = (await loadDelivery(reader, id))?.items ?? [];
    const hasKeys = items.some(({ licenseKeys, keysDue }) => licenseKeys.length > 0 || keysDue > 0);
    if (isUsedUp(items) && !hasKeys) usedUp.add(id);
  }
  return usedUp;
}

/**
 * Renders the email for a customer with these orders, newest first. Its language is the store's, or otherwise that of the newest
 * order. Lists orders that still work. A gift for somebody else, or one that is still to come, has no link.
 */
export function renderLibraryEmail(
  store: Store,
  orders: OrderWithItems[],
  { address, link }: { address: string; link: string },
  now: Instant,
  usedUp: ReadonlySet<number> = new Set(),
): RenderedEmail {
  const language = store.language ?? orders[0]?.language ?? "en";
  const local = localizationFor(language);
  const texts = local.texts.libraryEmail;
  const name = singleLine(store.name);
  const shown = orders.slice(0, mostOrders);
  const working = shown.filter(
    (order) => stopOf(order) === null && !isExpired(order.expiresAt, now) && !usedUp.has(order.id),
  );
  const isClosedGift = (order: OrderWithItems) => isForOther(order, address) || isToCome(order, now);
  const entries = working.map((order) => ({
    name: fill(texts.order, {
      order: singleLine(orderName(order)),
    }),
    url: isClosedGift(order) ? null : store.url + orderPath(order.guid),
    facts: [
      namesInWords(namedProducts(order.items), local),
      isClosedGift(order) ? giftInWords(order, local, now) : expiryInWords(order, now, local),
    ].filter((text) => text !== ""),
  }));
  return renderEmail({
    subject: fill(texts.subject, { store: name }),
    heading: fill(texts.heading, { store: name }),
    introduction: texts[introductionOf(entries)],
    note: texts.note,
    button: texts.button,
    store: name,
    entries,
    link,
    language,
    ...storeInEmail(store),
  });
}

/** Which text introduces the orders that still work. A gift has no link for the reader. */
function introductionOf(entries: { url: string | null }[]): "introduction" | "nothing" | "gifts" {
  if (entries.length === 0) return "nothing";
  return entries.some(({ url }) => url !== null) ? "introduction" : "gifts";
}

function giftInWords(order: OrderWithItems, local: Localization, now: Instant): string {
  const { text, recipient, date } = giftFor(order, local, now);
  return fill(text, { recipient, date: local.instant(date) });
}

/** How the store looks in an email to a customer, and where to find it. `order`: the email is about this one. */
export function storeInEmail(store: Store, order?: string): Pick<EmailWords, "colors" | "logoUrl" | "help"> {
  const { website = null, contact = null } = store;
  return {
    colors: linkColors(store),
    logoUrl: store.logoUrl ?? null,
    help: { website, contact: contact && { address: contact.address, link: mailtoLink(contact.address, order) } },
  };
}

function linkColors(store: Store): EmailColors {
  const colors = brandColors(store.brandColor ?? fallbackColor(store.name));
  return {
    link: colors.textOnLight,
    linkOnDark: colors.textOnDark,
    button: colors.fill,
    buttonOnDark: colors.fill,
    onButton: colors.onFill,
    buttonEdge: colors.edgeOnLight,
    buttonEdgeOnDark: colors.edgeOnDark,
  };
}
