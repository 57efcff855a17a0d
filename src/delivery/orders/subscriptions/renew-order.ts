import { recordEvents } from "../../../messages/webhooks/record-events.ts";
import { isUniqueViolation, type Tx } from "../../../platform/database/database.ts";
import { DomainError, type FieldError, rejectFields } from "../../../platform/errors.ts";
import { type Instant, writeInstant } from "../../../platform/instants.ts";
import { shopKindOf } from "../../../platform/shops.ts";
import { visibleText } from "../../../platform/text.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { type Unchanged, unchanged } from "../../../store/activity/recording-change.ts";
import { countRevenue } from "../../../store/statistics/revenue.ts";
import { renewLicenseFiles } from "../../licenses/key-texts.ts";
import { endingAt, endsOf } from "../expiration.ts";
import { lockOrder } from "../lock-order.ts";
import { columnsOf, type Order, orderColumns } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { paymentIdProblem } from "../order-input.ts";
import { resetAllowances } from "../order-items.ts";
import { grantAndTell } from "../renewals/renewal-grant.ts";
import { revenueOfPayment, tenThousandths } from "../revenue.ts";
import { insertPayment, type NewPayment, paymentByItsId, paymentsOfOrders } from "./payments.ts";

/** A payment that renews an order. */
export interface RenewalPayment {
  /** Until when the payment pays for access. */
  accessUntil: Instant;
  /** The shop's ID of the payment. An account counts each ID only once. */
  paymentId: string;
  /** In the currency's unit; null if it is not known. */
  total: number | null;
  /** ISO 4217; null for the order's. */
  currency: string | null;
}

/**
 * Prolongs the access of an order that was paid for again, renews its signed license files, and gives its downloads back. The
 * payment counts as revenue of its day. Changes nothing if it was already counted for the order. Throws `not_found`, `taken` if
 * it was counted for another order, `stopped` for a revoked order, and `invalid` if access would end earlier than before.
 */
export async function renewOrder(
  tx: Tx,
  account: Account,
  id: string,
  sent: RenewalPayment,
  now: Instant,
): Promise<Order & Unchanged> {
  const payment = { ...sent, paymentId: visibleText(sent.paymentId) };
  const order = await lockOrder(tx, account.id, id);
  const problem = paymentIdProblem(payment.paymentId);
  rejectFields(problem === null ? [] : [{ field: "paymentId", message: problem }]);
  const counted = await paymentByItsId(tx, account.id, payment.paymentId);
  if (counted?.orderId === order.id) return unchanged(order);
  if (counted) throw countedElsewhere(payment);
  const known = await paymentsOfOrders(tx, [order.id]);
  if (known.some(({ paymentId: its }) => its !== null && isToldAs(its, payment.paymentId))) return unchanged(order);
  if (order.revokedAt !== null) {
    throw new DomainError("stopped", `Order ${order.publicId} is revoked. Restore it before you renew it.`);
  }
  rejectFields(shortening(order, payment));
  return countPayment(tx, account, order, payment, now);
}

/**
 * Counts a payment for an order that is locked; the order may be revoked. The payment must not have been counted before. Access
 * ends at the payment's date, unless it does not end at all. Downloads are given back. A failed payment no longer shows, unless
 * the payment `keepsStatus`, because newer information may exist. Throws `taken` if it was counted for another order.
 */
export async function countPayment(
  tx: Tx,
  account: Account,
  order: Order,
  payment: RenewalPayment & { keepsStatus?: true },
  now: Instant,
): Promise<Order> {
  const { accessUntil, paymentId } = payment;
  const subscriptionStatus = payment.keepsStatus ? order.subscriptionStatus : null;
  const currency = payment.currency ?? order.currency ?? account.currency;
  const amount = payment.total === null ? null : tenThousandths(payment.total);
  const written: NewPayment = { orderId: order.id, paymentId, accessUntil, amount, currency, paidAt: now };
  const paymentRow = await insertPayment(tx, account.id, written).catch((error: unknown) => {
    // A payment with this ID was counted for another order after the check.
    throw isUniqueViolation(error) ? countedElsewhere(payment) : error;
  });
  const ends = order.accessUntil === null ? order : endsOf(endingAt(order.ownExpiresAt), accessUntil);
  const renewed = await tx
    .updateTable("orders")
    .set(columnsOf({ expiresAt: ends.expiresAt, accessUntil: ends.accessUntil, subscriptionStatus }))
    .where("id", "=", order.id)
    .returning(orderColumns)
    .executeTakeFirstOrThrow();
  await renewLicenseFiles(tx, { accountId: account.id, orderId: order.id }, now);
  await resetAllowances(tx, order.id);
  await grantAndTell(tx, account, renewed, now);
  // The revenue of a revoked order does not count until it is restored.
  if (order.test === 0 && order.revokedAt === null) await countRevenue(tx, account.id, revenueOfPayment(written));
  const event = { accountId: account.id, orderId: order.id, at: now };
  await recordEvents(tx, [{ ...event, kind: "subscription.renewed", subjectId: paymentRow }]);
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  return renewed;
}

/** Whether a connected shop has reported this payment, which was counted as `KIND:ID`. */
const isToldAs = (counted: string, paymentId: string): boolean =>
  shopKindOf(counted) !== null && counted.slice(counted.indexOf(":") + 1) === paymentId;

function shortening({ accessUntil: before }: Order, { accessUntil }: RenewalPayment): FieldError[] {
  const field = "accessUntil";
  if (before === null) {
    const message = "would end an access that does not end; set access_until of the order first";
    return [{ field, message }];
  }
  return accessUntil < before
    ? [{ field, message: `must not be before ${writeInstant(before)}, when access ends now` }]
    : [];
}

const countedElsewhere = ({ paymentId }: RenewalPayment) =>
  new DomainError("taken", `The payment ${paymentId} has renewed another order.`);
