import { z } from "@hono/zod-openapi";
import type { Payment } from "../../../delivery/orders/subscriptions/payments.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { created } from "../framework/example-store.ts";
import {
  currency,
  meaningOf,
  paymentIdentifier,
  requiredInstant,
  shownCurrency,
  shownInstant,
  shownOrderId,
  shownText,
} from "../framework/fields.ts";
import { amount, nullish } from "../framework/loose-values.ts";

/** A payment that renews an order. */
export const renewalInput = z
  .object({
    access_until: requiredInstant.describe(
      "Until when the payment gives access: an ISO 8601 date, not before the order's `access_until`.",
    ),
    payment_id: paymentIdentifier.describe("Your shop's ID of the payment. Each counts once in the account."),
    total: nullish(amount).describe("What was paid. It counts as revenue of today. Null: nothing is counted."),
    currency: nullish(currency).describe(`${meaningOf(shownCurrency)} Null: the order's.`),
  })
  .openapi("OrderRenewal", {
    example: { access_until: "2027-01-01T00:00:00+00:00", payment_id: "in_4711", total: 9.5, currency: "USD" },
  });

export const examplePayment = {
  payment_id: "in_4711",
  access_until: "2027-01-01T00:00:00+00:00",
  total: 9.5,
  currency: "USD",
  paid_at: created,
};

export const paymentSchema = z
  .object({
    payment_id: shownText.describe("Your shop's ID of the payment. Null: it was erased."),
    access_until: shownInstant.describe("Until when it gave access."),
    total: z.number().nullable().describe("What was paid. Null: not known."),
    currency: shownCurrency,
    paid_at: shownInstant.describe("When it was counted."),
  })
  .openapi("Payment", { example: examplePayment });

/** A payment with the order that it renewed. */
export const orderPaymentSchema = z
  .object({ order_id: shownOrderId.describe("ID of the order."), ...paymentSchema.shape })
  .openapi("OrderPayment", { example: { order_id: 10_000_001, ...examplePayment } });

export const presentPayment = (payment: Payment): z.output<typeof paymentSchema> => ({
  payment_id: payment.paymentId,
  access_until: writeInstant(payment.accessUntil),
  total: payment.amount === null ? null : payment.amount / 10_000,
  currency: payment.currency,
  paid_at: writeInstant(payment.paidAt),
});
