import { hastenEmails, rescheduleEmail } from "../../../messages/mail/due-times.ts";
import { queueDeliveryEmail } from "../../../messages/mail/outbox.ts";
import { rejectUndeliverable } from "../../../messages/mail/undeliverable-addresses.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { rejectFields } from "../../../platform/errors.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { countKeptItems } from "../../../store/statistics/count.ts";
import { countRevenue } from "../../../store/statistics/revenue.ts";
import { renewLicenseFiles } from "../../licenses/key-texts.ts";
import { assignKeysToOrder, lockPools } from "../../licenses/pool.ts";
import type { EmailOutcome } from "../creating/create-orders.ts";
import { deliveryAddress } from "../delivery-address.ts";
import { endProblems } from "../end-problems.ts";
import { type Ends, endingAt, endsOf, ownExpirationOf } from "../expiration.ts";
import { changedGift, giftProblems, holderAddress, isToCome } from "../gifts/gift.ts";
import { rejectIdConflicts } from "../id-conflicts.ts";
import { lockOrder } from "../lock-order.ts";
import type { Order } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { type OrderInput, orderProblems, plainFields, type UnknownSku, withVisibleIds } from "../order-input.ts";
import { forgetProductLimits, hasItems } from "../order-items.ts";
import { lockLines } from "../order-lines.ts";
import { grantWhenOpen } from "../renewals/renewal-grant.ts";
import { revenueDifference, storedRevenue } from "../revenue.ts";
import { rejectEmailOfStopped } from "../stop-reasons.ts";
import { statusProblems, subscriptionStatusOf } from "../subscriptions/subscription-status.ts";
import { changeOrder } from "./change-order.ts";
import { keepEmailWaiting } from "./hold-and-revoke.ts";
import { replaceOrderItems } from "./replace-items.ts";
import { moveDefaultUpdates, movedDefault } from "./reset-ends.ts";
import { isAsRead, itemsWithOwnValues, withOwnValues } from "./sent-back.ts";

/**
 * Changes the fields that are present. An order that would end before its gift is delivered is invalid, unless it
 * `allowsEarlyEnd`. If `sendEmail` is true and the order is not empty, queues the delivery email, which waits while the order is
 * on hold. Throws `not_found`, `invalid` (also if no line matches a product), `taken` if a new ID is in use, or `stopped` if an
 * email is requested for a revoked order.
 */
export async function updateOrder(
  tx: Tx,
  account: Account,
  id: string,
  sent: OrderInput & { sendEmail: boolean; unknownSku: UnknownSku; allowsEarlyEnd?: true },
  now: Instant,
): Promise<{ order: Order; email: EmailOutcome }> {
  const before = await lockOrder(tx, account.id, id);
  const input = { ...sent, ...withOwnValues(withVisibleIds(sent), before, { account, now }) };
  const [matched] = input.lines ? await lockLines(tx, account.id, [input.lines], lockPools) : [];
  // Skipping every line would remove all the customer's products.
  const rejects = input.unknownSku === "reject" || matched?.items.length === 0;
  rejectFields([
    ...orderProblems(input, { isNew: false }),
    ...giftProblems(input, before, now),
    ...(sent.allowsEarlyEnd ? [] : endProblems(input, before, now)),
    ...statusProblems(input, before, now),
    ...(matched?.wrong ?? []),
    ...(rejects && matched ? matched.unmatched : []),
  ]);
  const followsId = before.vendorId === null || before.vendorId === before.publicId;
  const publicId = changed(input.id, before.publicId);
  const isRenamed = publicId !== before.publicId;
  const vendorId = input.vendorId === undefined && followsId && isRenamed ? publicId : input.vendorId;
  const ids = { publicId, vendorId: changed(vendorId, before.vendorId) };
  if (input.sendEmail && before.revokedAt !== null) rejectEmailOfStopped(before);
  await rejectIdConflicts(tx, before, ids);
  const gift = changedGift(input, before);
  const changesRevenue = matched !== undefined || input.currency !== undefined;
  const worthBefore = changesRevenue ? await storedRevenue(tx, account, before) : [];
  const shown = { asRead: isAsRead(input, before), currency: before.currency ?? account.currency };
  const own = matched && (await itemsWithOwnValues(tx, before, shown));
  const order = await changeOrder(tx, before, {
    ...ids,
    ...plainFields(input, before),
    // An order without an end of access has no status.
    ...(input.accessUntil === null ? { subscriptionStatus: null } : {}),
    currency: input.currency === null ? account.currency : changed(input.currency, before.currency),
    ...gift,
    ...(await movedDefault(tx, account, { before, gift, now })),
    ...changedEnds(input, before),
    ...(input.downloadLimit === undefined ? {} : { downloadLimit: input.downloadLimit, limitByProduct: 0 }),
  });
  const isFailing =
    before.subscriptionStatus !== "payment_failed" && subscriptionStatusOf(order, now) === "payment_failed";
  if (isFailing) await recordOrderEvent(tx, account.id, "subscription.payment_failed", order.id, now);
  if (order.deliverAt !== before.deliverAt) await rescheduleEmail(tx, order, now);
  if (holderAddress(order) !== holderAddress(before) && !isToCome(order, now)) await hastenEmails(tx, order.id, now);
  if (input.downloadLimit !== undefined) await forgetProductLimits(tx, order.id);
  const movedDates = await moveDefaultUpdates(tx, { before, gift, now });
  const requested = matched && own && { items: matched.items, own };
  const changes = requested ? await replaceOrderItems(tx, order, requested, now) : new Map<number, number>();
  if (matched) await assignKeysToOrder(tx, account, order.id, now);
  const movesUpdates = movedDates || matched?.items.some(({ updatesUntil }) => updatesUntil !== undefined) === true;
  if (order.accessUntil !== before.accessUntil || movesUpdates) {
    await renewLicenseFiles(tx, { accountId: account.id, orderId: order.id }, now);
  }
  const granted = await grantWhenOpen(tx, order.id, now);
  await countKeptItems(tx, account.id, changes, now);
  const worthNow = changesRevenue ? await storedRevenue(tx, account, order) : [];
  await countRevenue(tx, account.id, revenueDifference(worthBefore, worthNow));
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  const sends = (input.sendEmail || granted) && (await hasItems(tx, order.id));
  if (sends && order.heldAt !== null) {
    await keepEmailWaiting(tx, order);
    return { order, email: null };
  }
  if (sends && input.sendEmail) await rejectUndeliverable(tx, account.id, deliveryAddress(account, order));
  const email = sends ? await queueDeliveryEmail(tx, account, order, now) : null;
  return { order, email: email?.status ?? null };
}

/**
 * The ends that an update changes. If the update gives the order an end of access, no default expiration is left, and so no
 * earlier date that the update does not name.
 */
function changedEnds({ expiresAt, accessUntil }: OrderInput, before: Order): Partial<Ends> {
  const ends = accessUntil === undefined ? before.accessUntil : accessUntil;
  const isSameDate = expiresAt === undefined || (expiresAt !== null && expiresAt === ownExpirationOf(before));
  if (isSameDate && ends === before.accessUntil) return {};
  if (expiresAt !== undefined) return endsOf(endingAt(expiresAt), ends);
  return endsOf(endingAt(before.accessUntil === null ? null : before.ownExpiresAt), ends);
}

const changed = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
