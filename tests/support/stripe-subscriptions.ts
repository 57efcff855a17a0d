import { sendStripe, stripeEvent, stripeSession } from "./shops.ts";
import { paidAt, type Telling } from "./subscription-server.ts";

/** Lines of an invoice for these products, for the time until then. */
export const invoiceLines = (skus: string[], until: number, { proration = false, amount = 1200 } = {}) =>
  skus.map((sku) => ({
    ...{ id: `il_${sku}`, quantity: 1, amount, period: { start: paidAt(until) / 1000, end: until / 1000 } },
    pricing: { price_details: { price: `price_${sku}`, product: `prod_${sku}` } },
    parent: { type: "subscription_item_details", subscription_item_details: { proration } },
  }));

export const invoice = (
  id: string,
  payment: string,
  reason: string,
  until: number,
  amount: number,
  lines: object[] = invoiceLines(["CLUB"], until),
) =>
  stripeEvent(
    "invoice.paid",
    {
      id: `in_${payment}`,
      billing_reason: reason,
      currency: "eur",
      amount_paid: amount,
      parent: { subscription_details: { subscription: `sub_${id}` } },
      payments: { data: [{ payment: { type: "payment_intent", payment_intent: `pi_${payment}` } }] },
      lines: { data: [{ period: { start: 1, end: 2 } }, ...lines] },
    },
    { created: paidAt(until) / 1000 },
  );

const stripeUpdate = (id: string, cancel_at_period_end: boolean, at: number) =>
  stripeEvent(
    "customer.subscription.updated",
    { id: `sub_${id}`, status: "active", cancel_at_period_end, cancel_at: null },
    { created: at / 1000 },
  );

export const stripe: Telling = {
  kind: "stripe",
  fields: { secret: "whsec_sub", mappings: [{ external_id: "price_CLUB", sku: "CLUB" }] },
  begun: (id, until) => [
    stripeEvent(
      "checkout.session.completed",
      stripeSession(id, {
        ...{ mode: "subscription", payment_intent: null, subscription: `sub_${id}`, invoice: `in_first_${id}` },
        metadata: { sku: "CLUB" },
      }),
    ),
    invoice(id, `first_${id}`, "subscription_create", until, 1900),
  ],
  renewed: (id, payment, until) => invoice(id, payment, "subscription_cycle", until, 1200),
  renewedFor: (id, payment, until, skus) =>
    invoice(id, payment, "subscription_cycle", until, 1200, invoiceLines(skus, until)),
  ended: (id) => stripeEvent("customer.subscription.deleted", { id: `sub_${id}` }),
  failed: (id, payment, at) =>
    stripeEvent(
      "invoice.payment_failed",
      {
        ...{ id: `in_${payment}`, billing_reason: "subscription_cycle", currency: "eur", amount_due: 1200 },
        parent: { subscription_details: { subscription: `sub_${id}` } },
      },
      { created: at / 1000 },
    ),
  canceled: (id, at) => stripeUpdate(id, true, at),
  goesOn: (id, at) => stripeUpdate(id, false, at),
  send: sendStripe,
};
