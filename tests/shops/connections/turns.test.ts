import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { insertEvent } from "../../../src/messages/connection-events/events.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { type Connection, connect, sendWoo, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("stores take turns with what their shops send, on $name:", ({ makeStore }) => {
  let store: SharedStore;
  let hostile: SharedStore;

  beforeAll(async () => {
    [store, hostile] = [await makeStore(), await makeStore()];
    for (const one of [store, hostile]) await makeProduct(one, { sku: "MAP" });
  });

  const { made } = connectedShop(() => store);
  const ofHostile = connectedShop(() => hostile);

  /** Events that arrived an hour ago. */
  async function flood({ id }: Connection, count: number, orderOf: (index: number) => unknown) {
    const { id: accountId } = await hostile.db.read
      .selectFrom("connections")
      .select("account_id as id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const earlier = instant(instantNow() - 3_600_000);
    await hostile.db.write(async (tx) => {
      for (let index = 0; index < count; index++) {
        const order = orderOf(index) as { id: number };
        const event = {
          accountId,
          connectionId: id,
          source: "hook",
          topic: "order.updated",
          state: "pending",
        } as const;
        const body = new TextEncoder().encode(JSON.stringify(order));
        const headers = { "x-wc-webhook-topic": "order.updated" };
        await insertEvent(tx, { ...event, externalId: String(order.id), headers, body }, earlier);
      }
    });
  }

  const waitingOf = async ({ id }: Connection) => {
    const { count } = await hostile.db.read
      .selectFrom("connection_events")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("connection_id", "=", id)
      .where(sql<boolean>`state = 'pending'`)
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  test("many events of one store hold up no other's", async () => {
    const much = await connect(hostile, { kind: "woocommerce" });
    const shop = await connect(store, { kind: "woocommerce" });
    await flood(much, 3_000, (index) => ({ ...wooOrder({ date_paid_gmt: null, status: "pending" }), id: 1e6 + index }));
    const order = wooOrder();
    await sendWoo(store, shop, order);
    await made(`woocommerce:${order.id}`);
    expect(await waitingOf(much)).toBeGreaterThan(1_000);
    await v3(hostile, "DELETE", `connections/${much.id}`);
  });

  test("many events about one order hold up no other order of the same shop", async () => {
    const much = await connect(hostile, { kind: "woocommerce" });
    await flood(much, 300, () => ({ ...wooOrder({ date_paid_gmt: null, status: "pending" }), id: 5 }));
    const order = wooOrder();
    await sendWoo(hostile, much, order);
    await ofHostile.made(`woocommerce2:${order.id}`);
    expect(await waitingOf(much)).toBeGreaterThan(0);
    await v3(hostile, "DELETE", `connections/${much.id}`);
  });
});
