import { beforeAll, describe, expect, test } from "bun:test";
import { revenueOf } from "../../../src/delivery/orders/revenue.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { csvLines, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("revenue on $name", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["MAP", "SONG"]) await addItem(service, sku);
    await v3(service, "PUT", "skuproducts/SONG", { price: 4.2, currency: "EUR" });
  });

  type Sums = Record<string, number>;

  /** By currency, from the statistics: of the whole range, and of its days together. */
  async function counted(range = ""): Promise<{ totals: Sums; days: Sums }> {
    const { totals, days } = (await v3(service, "GET", `stats${range}`)).body.stats;
    return {
      totals: sumsOf(totals.revenue),
      days: sumsOf(days.flatMap(({ revenue }: { revenue: object[] }) => revenue)),
    };
  }

  /** The same from the orders themselves. */
  async function listed(): Promise<{ totals: Sums; days: Sums }> {
    const { orders } = (await v3(service, "GET", "orders?page_size=500")).body;
    const sold = orders.filter(({ state, total }: { state: string; total: unknown }) => state !== "revoked" && total);
    const sums = sumsOf(sold.map((order: { total: number }) => ({ ...order, amount: order.total })));
    return { totals: sums, days: sums };
  }

  function sumsOf(amounts: { currency?: string; amount?: number }[]): Sums {
    const sums: Sums = {};
    for (const { currency = "", amount = 0 } of amounts) {
      sums[currency] = Math.round(((sums[currency] ?? 0) + amount) * 10_000) / 10_000;
    }
    return sums;
  }

  const send = async (fields: object) => {
    const order = { email: "ann@example.com", order_items: [{ sku: "MAP", price: 9.95 }], ...fields };
    return (await v3(service, "POST", "orders", order)).body.order;
  };

  test("of an order stays in the currency that its store had then", async () => {
    const before = await counted();
    const { id, currency } = await send({});
    await v3(service, "PUT", "account", { currency: "CHF" });
    expect((await v3(service, "GET", `orders/${id}`)).body.order.currency).toBe(currency);
    await v3(service, "PUT", `orders/${id}`, { currency: null });
    expect((await v3(service, "GET", `orders/${id}`)).body.order.currency).toBe("CHF");
    await v3(service, "POST", `orders/${id}/revoke`);
    const worth = ({ totals }: { totals: Sums }) => Object.entries(totals).filter(([, amount]) => amount !== 0);
    expect(worth(await counted())).toEqual(worth(before));
    await v3(service, "PUT", "account", { currency });
  });

  test("is what orders are worth in each currency, however they come in together", async () => {
    await Promise.all([
      ...Array.from({ length: 20 }, () => send({})),
      ...Array.from({ length: 10 }, () =>
        send({ currency: "GBP", order_items: [{ sku: "MAP", price: 0.1, quantity: 3 }] }),
      ),
      send({ order_items: [{ sku: "SONG" }] }),
      send({ order_items: [{ sku: "MAP" }] }),
      v3(service, "POST", "orders/bulk", {
        orders: Array.from({ length: 5 }, () => ({
          email: "b@example.com",
          order_items: [{ sku: "SONG", quantity: 2 }],
        })),
      }),
      service.api("/api/orders/create", {
        method: "POST",
        body: new URLSearchParams({
          "order[email]": "x@example.com",
          "order[order_items][][sku]": "MAP",
        }),
      }),
    ]);
    const sums = await counted();
    expect(sums).toEqual(await listed());
    expect(sums.totals).toEqual({ USD: 199, EUR: 46.2, GBP: 3 });
  });

  test("follows every change of an order, and its end", async () => {
    const [changed, moved, revoked, restored, deleted, both, held] = await Promise.all(
      Array.from({ length: 7 }, () => send({})),
    );
    const follows = async () => expect(await counted()).toEqual(await listed());
    await v3(service, "PUT", `orders/${changed.id}`, {
      order_items: [
        { sku: "SONG", price: 1 },
        { sku: "MAP", price: 2 },
      ],
    });
    await follows();
    await v3(service, "PUT", `order_items/${moved.order_items[0].id}`, { quantity: 4 });
    await v3(service, "PUT", `orders/${moved.id}`, { currency: "JPY" });
    await follows();
    await Promise.all(
      [revoked, restored, both].flatMap(({ id }) => [1, 2].map(() => v3(service, "POST", `orders/${id}/revoke`))),
    );
    await follows();
    await Promise.all([1, 2].map(() => v3(service, "POST", `orders/${restored.id}/restore`)));
    await follows();
    await v3(service, "POST", `orders/${held.id}/hold`);
    await Promise.all([deleted, both].map(({ id }) => v3(service, "DELETE", `orders/${id}`)));
    await follows();
    await v3(service, "PUT", `orders/${revoked.id}`, { order_items: [{ sku: "MAP", price: 500 }] });
    await follows();
    await v3(service, "POST", `orders/${revoked.id}/restore`);
    await follows();
  });

  test("of a deleted product stays, until its order is revoked, changed to another currency or deleted", async () => {
    await addItem(service, "BRIEF");
    const items = [
      { sku: "BRIEF", price: 7 },
      { sku: "MAP", price: 2 },
    ];
    const before = (await counted()).totals;
    const since = async (currency: string) => ((await counted()).totals[currency] ?? 0) - (before[currency] ?? 0);
    const order = await send({ currency: "SEK", order_items: items });
    const other = await send({ currency: "SEK", order_items: [{ sku: "BRIEF", price: 30 }] });
    await v3(service, "DELETE", "skuproducts/BRIEF");
    expect(await since("SEK")).toBe(39);
    for (const [action, left] of [
      ["revoke", 30],
      ["restore", 39],
    ] as const) {
      await v3(service, "POST", `orders/${order.id}/${action}`);
      expect(await since("SEK")).toBe(left);
    }
    // What was taken out of an order by a change of it earned nothing.
    await v3(service, "PUT", `orders/${order.id}`, { order_items: [{ sku: "SONG", price: 1 }] });
    expect(await since("SEK")).toBe(38);
    await v3(service, "PUT", `orders/${order.id}`, { currency: "DKK" });
    expect([await since("SEK"), await since("DKK")]).toEqual([30, 8]);
    await v3(service, "POST", `orders/${other.id}/revoke`);
    await v3(service, "DELETE", `orders/${order.id}`);
    expect([await since("SEK"), await since("DKK")]).toEqual([0, 0]);
  });

  test("of imported orders is that of their days", async () => {
    const before = await counted("?from=2020-01-01&to=2020-01-31");
    const csv = [
      "email,skus,total,currency,created_at",
      "a@example.com,MAP,7.5,USD,2020-01-02T10:00:00Z",
      "b@example.com,MAP,2.5,USD,2020-01-03T10:00:00Z",
    ];
    expect((await importCsv(service, "orders", csvLines(...csv))).body.import.accepted).toBe(2);
    const sums = async () => (await counted("?from=2020-01-01&to=2020-01-31")).totals;
    expect(before.totals).toEqual({});
    expect(await sums()).toEqual({ USD: 10 });
    expect((await counted("?from=2020-01-02&to=2020-01-02")).totals).toEqual({ USD: 7.5 });
  });
});

test("revenue is exact in ten-thousandths, though fractions of ten are not in binary numbers", () => {
  const order = { createdAt: instantNow(), currency: null };
  const of = (price: number, quantity: number) => revenueOf({ currency: "EUR" }, order, [{ price, quantity }])?.amount;
  expect([of(0.57, 1), of(1.13, 1), of(0.29, 3), of(4.35, 100)]).toEqual([5_700, 11_300, 8_700, 4_350_000]);
});
