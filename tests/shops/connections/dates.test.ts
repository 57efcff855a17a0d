import { expect, test } from "bun:test";
import { timeOf } from "../../../src/shops/connections/reading/shop-json.ts";
import { shopify } from "../../../src/shops/connections/reading/shops/shopify.ts";
import { woocommerce } from "../../../src/shops/connections/reading/shops/woocommerce.ts";

const unset = [
  "0000-00-00T00:00:00",
  "0000-00-00 00:00:00",
  "-0001-11-30T00:00:00",
  "1970-01-01T00:00:00",
  "1970-01-01T01:00:00",
  "0001-01-01T00:00:00Z",
  "never",
  "0",
  0,
  "",
  null,
];

test.each(unset)("a shop's date %p is none", (date) => {
  expect(timeOf(date)).toBe(0);
  const order = { id: 1, status: "pending", date_paid_gmt: date, date_paid: date, line_items: [] };
  const paid = (fields = {}) =>
    woocommerce.read({ headers: {}, body: JSON.stringify({ ...order, ...fields }) }, {}, null).facts?.paid;
  expect([paid(), paid({ date_paid: "2026-11-26T10:00:00" }), paid({ status: "completed" })]).toEqual([
    false,
    true,
    true,
  ]);
  const headers = { "x-shopify-topic": "orders/paid" };
  const body = JSON.stringify({ id: 1, cancelled_at: date, line_items: [] });
  expect(shopify.read({ headers, body }, {}, null).facts?.withdrawn.because).toBeNull();
});

test("a shop's date is one in UTC, or with its offset", () => {
  expect(timeOf("2026-11-26T10:00:00")).toBe(Date.UTC(2026, 10, 26, 10));
  expect(timeOf("2026-11-26T10:00:00+01:00")).toBe(Date.UTC(2026, 10, 26, 9));
});
