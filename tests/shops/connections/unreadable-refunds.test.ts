import { describe, expect, test } from "bun:test";
import type { ConnectionKind } from "../../../src/platform/shops.ts";
import { noFacts } from "../../../src/shops/connections/known/facts.ts";
import { mergeFacts } from "../../../src/shops/connections/known/merge-facts.ts";
import { readEvent } from "../../../src/shops/connections/reading/shops/index.ts";
import { questionsOf, withdrawalOf } from "../../../src/shops/connections/settling/refunds-and-disputes.ts";

/** What the owner is asked after this event about a paid order of 19 with a line "1". */
function askedAfter(kind: ConnectionKind, body: unknown, headers: Record<string, string> = {}, fetched?: unknown) {
  const text =
    kind === "gumroad" ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
  const answer = fetched === undefined ? null : JSON.stringify(fetched);
  const { facts } = readEvent(kind, { headers, body: text, receivedAt: 5 }, {}, answer);
  const line = { id: "1", sku: "MAP", productIds: [], name: "Map", quantity: 2, price: 9.5 };
  const content = {
    at: 0,
    email: null,
    firstName: "",
    lastName: "",
    currency: "EUR",
    country: null,
    locale: null,
    total: 19,
  };
  const paid = { ...noFacts, paid: true, content: { ...content, lines: [line] } };
  const known = mergeFacts(paid, { ...(facts ?? noFacts), content: null });
  const withdrawal = withdrawalOf(known);
  return { whole: withdrawal.whole, unclear: withdrawal.unclear, message: questionsOf(known, withdrawal).join(" ") };
}

const unreadable = { whole: false, unclear: true, message: expect.stringContaining("cannot read how much") };

describe("a refund whose amount cannot be read asks the owner:", () => {
  for (const amount of ["5,00", "much", null, { value: 5 }]) {
    test(JSON.stringify(amount), () => {
      const charge = { id: "ch_1", payment_intent: "pi_1", currency: "eur", refunded: false, amount_refunded: amount };
      expect(askedAfter("stripe", { type: "charge.refunded", data: { object: charge } })).toEqual(unreadable);
      const refund = { id: "re_1", payment_intent: "pi_1", currency: "eur", status: "succeeded", amount };
      expect(askedAfter("stripe", { type: "refund.updated", data: { object: refund } })).toEqual(unreadable);
      const lemon = { status: "partial_refund", currency: "EUR", total: 1900, refunded_amount: amount };
      const lemonEvent = { meta: { event_name: "order_refunded" }, data: { id: "1", attributes: lemon } };
      expect(askedAfter("lemonsqueezy", lemonEvent)).toEqual(unreadable);
      const transactions = [{ kind: "refund", status: "success", currency: "EUR", amount }];
      const ofShopify = { id: 1, order_id: 9, transactions };
      const topic = { "x-shopify-topic": "refunds/create" };
      expect(askedAfter("shopify", ofShopify, topic)).toEqual(unreadable);
      const units = [{ line_item_id: 1, quantity: amount }];
      expect(askedAfter("shopify", { ...ofShopify, transactions: [], refund_line_items: units }, topic)).toEqual(
        unreadable,
      );
      const adjustment = {
        id: "adj_1",
        action: "refund",
        status: "approved",
        type: "partial",
        transaction_id: "t",
        items: [],
      };
      const ofPaddle = { event_type: "adjustment.updated", data: { ...adjustment, totals: { total: amount } } };
      expect(askedAfter("paddle", ofPaddle)).toEqual(unreadable);
      const links = [{ rel: "up", href: "https://api.paypal.com/v2/payments/captures/C1" }];
      const breakdown = { total_refunded_amount: { value: amount, currency_code: "EUR" } };
      const resource = {
        id: "R1",
        links,
        amount: { value: "1.00", currency_code: "EUR" },
        seller_payable_breakdown: breakdown,
      };
      const ofPayPal = { event_type: "PAYMENT.CAPTURE.REFUNDED", resource };
      expect(askedAfter("paypal", ofPayPal, {}, { verified: true })).toEqual(unreadable);
      const woo = { id: 7, status: "completed", line_items: [], refunds: [{ id: 1, total: amount }] };
      expect(askedAfter("woocommerce", woo)).toEqual(unreadable);
    });
  }

  test("Gumroad names none for a part", () => {
    const ping = { resource_name: "refund", sale_id: "s", refunded: "false" };
    expect(askedAfter("gumroad", ping)).toMatchObject({ whole: false, unclear: true });
  });
});

describe("what a shop says of a paid order asks the owner if it has no effect:", () => {
  test("a refund of a line that is not known", () => {
    const transactions = [{ kind: "refund", status: "success", currency: "EUR", amount: "5.00" }];
    const refund = { id: 1, order_id: 9, transactions, refund_line_items: [{ line_item_id: 77, quantity: 1 }] };
    expect(askedAfter("shopify", refund, { "x-shopify-topic": "refunds/create" })).toMatchObject({ unclear: true });
  });

  test("a credit of Paddle", () => {
    const data = { id: "adj_2", action: "credit", status: "approved", transaction_id: "t", totals: { total: "1900" } };
    const asked = { whole: false, unclear: true, message: expect.stringContaining(`"credit"`) };
    expect(askedAfter("paddle", { event_type: "adjustment.created", data })).toEqual(asked);
  });

  test("a dispute of PayPal that ended otherwise than for buyer or seller, also after PayPal took the money", () => {
    for (const outcome_code of ["RESOLVED_WITH_PAYOUT", "DENIED", "NONE"]) {
      const disputed_transactions = [{ seller_transaction_id: "C1" }];
      const resource = { dispute_id: "D1", disputed_transactions, dispute_outcome: { outcome_code } };
      const event = { event_type: "CUSTOMER.DISPUTE.RESOLVED", create_time: "2026-11-20T10:00:00Z", resource };
      const message = expect.stringContaining("does not say for whom");
      expect(askedAfter("paypal", event, {}, { verified: true })).toEqual({ whole: false, unclear: false, message });
    }
    const taken = {
      ...noFacts,
      withdrawn: { at: 1, because: "refunded" as const },
      incidents: { D1: "ended" as const },
    };
    expect(questionsOf(taken, withdrawalOf(taken))).toEqual([expect.stringContaining("Revoke or restore")]);
  });

  test("a refund of PayPal that names no payment fails with a word", () => {
    const event = { event_type: "PAYMENT.CAPTURE.REFUNDED", resource: { id: "R1" } };
    expect(() => askedAfter("paypal", event, {}, { verified: true })).toThrow("names no payment");
  });
});
