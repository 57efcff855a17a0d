import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { BudgetUsedUp, withinBudget } from "../../../src/shops/connections/reading/shop-fetch.ts";
import { createAccount } from "../../support/accounts.ts";
import { afterTests } from "../../support/cleanup.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService, storeAt, until } from "../../support/service.ts";
import { connect, sendStripe, stripeEvent, stripeSession, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

/** A shop that does not answer before `released`, one whose pages have no end, and one that is as it should be. */
function startShops() {
  const released = Promise.withResolvers<void>();
  const asked: string[] = [];
  const order = wooOrder();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch({ url }) {
      const { pathname } = new URL(url);
      asked.push(pathname);
      if (pathname.startsWith("/silent/")) await released.promise;
      if (pathname.startsWith("/v1/")) return Response.json({ data: [{ id: `li_${asked.length}` }], has_more: true });
      return Response.json(pathname.startsWith("/good/") ? [order] : []);
    },
  });
  afterTests(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, asked, order, release: released.resolve };
}

describe.each(databasesUnderTest)("a store whose shop does as it likes, on $name,", ({ create }) => {
  let service: Service;
  let shops: ReturnType<typeof startShops>;
  const keys = { kind: "woocommerce", polling: true, api_key: "ck_1", api_secret: "cs_1" };

  beforeAll(async () => {
    shops = startShops();
    const environment = { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" };
    service = await startService({ database: await create(), environment });
  });
  afterAll(async () => {
    shops.release();
    await service.stop();
  });

  test("is not read without end", async () => {
    const shop = await connect(service, { kind: "stripe", secret: "whsec_x", api_url: shops.url, api_key: "rk_1" });
    await sendStripe(service, shop, stripeEvent("checkout.session.completed", stripeSession("endless")));
    const newest = async () => (await v3(service, "GET", `connections/${shop.id}/events`)).body.connection_events[0];
    await until("a first attempt failed", async () => (await newest()).attempts > 0);
    expect((await newest()).message).toContain("the shop has more than 30 pages of answers");
  });

  test("keeps no other store's shop from being asked", async () => {
    for (let count = 0; count < 12; count++) await connect(service, { ...keys, api_url: `${shops.url}/silent` });
    await until("it is asked", () => shops.asked.some((path) => path.startsWith("/silent/")));
    const account = await createAccount(service, "other");
    const other = storeAt(service.port, { ...account, host: "other.localhost", owner: service.owner });
    await makeProduct(other, { sku: "MAP" });
    await connect(other, { ...keys, api_url: `${shops.url}/good` });
    await until("the order is made", async () => {
      const { status } = await v3(other, "GET", `vorders/woocommerce:${shops.order.id}`);
      return status === 200;
    });
    expect(shops.asked.filter((path) => path.startsWith("/silent/"))).toHaveLength(2);
  });
});

test("a conversation ends with its requests, its bytes and its time, and when the server stops", async () => {
  const fetch = async () => ({ status: 200, text: "12345" });
  const ask = (given: ReturnType<typeof withinBudget>) => given(new URL("https://shop.example"));
  const plenty = { requests: 100, bytes: 1_000, milliseconds: 60_000 };
  const twice = withinBudget(fetch, { ...plenty, requests: 2 });
  expect([await ask(twice), await ask(twice)]).toHaveLength(2);
  expect(await thrownBy(ask(twice))).toThrow(BudgetUsedUp);
  const ten = withinBudget(fetch, { ...plenty, bytes: 10 });
  expect([await ask(ten), await ask(ten)]).toHaveLength(2);
  expect(await thrownBy(ask(ten))).toThrow(BudgetUsedUp);
  expect(await thrownBy(ask(withinBudget(fetch, { ...plenty, milliseconds: -1 })))).toThrow(BudgetUsedUp);
  const stopping = new AbortController();
  const stopped = withinBudget(fetch, plenty, stopping.signal);
  await ask(stopped);
  stopping.abort();
  expect(await thrownBy(ask(stopped))).toThrow();
});
