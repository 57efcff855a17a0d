import type { Reader, Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import type { Instant } from "../../../platform/instants.ts";

// The payments that prolong the access of orders.

/** A payment that prolonged the access of an order. */
export interface Payment {
  /** Its row number. */
  id: number;
  /** The order's row number. */
  orderId: number;
  /** The shop's ID of the payment. */
  paymentId: string | null;
  /** Until when the payment pays for access. */
  accessUntil: Instant;
  /** In ten-thousandths of the currency's unit; null if the shop did not say. */
  amount: number | null;
  currency: string;
  paidAt: Instant;
}

/** A new payment as stored. */
export type NewPayment = Omit<Payment, "id"> & { paymentId: string };

const paymentColumns = [
  "id",
  "order_id as orderId",
  "payment_id as paymentId",
  "access_until as accessUntil",
  "amount",
  "currency",
  "paid_at as paidAt",
] as const;

const paymentRows = (reader: Reader) => reader.selectFrom("subscription_payments").select(paymentColumns);

/** The payment with the shop's ID; null if the account has counted none. */
export async function paymentByItsId(reader: Reader, accountId: number, paymentId: string): Promise<Payment | null> {
  const found = paymentRows(reader).where("account_id", "=", accountId).where("payment_id", "=", paymentId);
  return (await found.executeTakeFirst()) ?? null;
}

/** Returns the IDs of payments that the account has counted. */
export async function countedPayments(reader: Reader, accountId: number, paymentIds: string[]): Promise<Set<string>> {
  const rows = await reader
    .selectFrom("subscription_payments")
    .select("payment_id as paymentId")
    .where("account_id", "=", accountId)
    .where("payment_id", "in", valueSet(reader, "text", JSON.stringify(paymentIds)))
    .execute();
  return new Set(rows.flatMap(({ paymentId }) => paymentId ?? []));
}

/** The payment with this row number; null if the account has none. */
export async function paymentById(reader: Reader, accountId: number, id: number): Promise<Payment | null> {
  const found = paymentRows(reader).where("account_id", "=", accountId).where("id", "=", id);
  return (await found.executeTakeFirst()) ?? null;
}

/** The payments of the orders (row numbers), oldest first. */
export const paymentsOfOrders = (reader: Reader, orderIds: number[]): Promise<Payment[]> =>
  ofOrders(reader, { orderIds: JSON.stringify(orderIds) });

const ofOrders = prepared<{ orderIds: string }, Payment>((db, { orderIds }) =>
  paymentRows(db)
    .where("order_id", "in", valueSet(db, "integer", orderIds))
    .orderBy("id"),
);

/** Writes a payment, and returns its row number. Fails if the account has already counted a payment with this ID. */
export async function insertPayment(tx: Tx, accountId: number, payment: NewPayment): Promise<number> {
  const { id } = await tx
    .insertInto("subscription_payments")
    .values({
      account_id: accountId,
      order_id: payment.orderId,
      payment_id: payment.paymentId,
      access_until: payment.accessUntil,
      amount: payment.amount,
      currency: payment.currency,
      paid_at: payment.paidAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Call when orders (row numbers) are deleted, and their revenue no longer counts. */
export async function forgetPayments(tx: Tx, orderIds: number[]): Promise<void> {
  await forgetAll(tx, { orderIds: JSON.stringify(orderIds) });
}

const forgetAll = prepared<{ orderIds: string }, never>((db, { orderIds }) =>
  db.deleteFrom("subscription_payments").where("order_id", "in", valueSet(db, "integer", orderIds)),
);

/** Call when the customer of orders (row numbers) is erased. Their payments stay counted. */
export async function eraseIdsOfPayments(tx: Tx, orderIds: number[]): Promise<void> {
  await eraseIds(tx, { orderIds: JSON.stringify(orderIds) });
}

const eraseIds = prepared<{ orderIds: string }, never>((db, { orderIds }) =>
  db
    .updateTable("subscription_payments")
    .set({ payment_id: null })
    .where("order_id", "in", valueSet(db, "integer", orderIds)),
);
