import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct } from "../../support/products.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { type Connection, connect, sendWoo, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

const orders = 60;

describe.each(databasesUnderTest)("a server that is killed amid events of a shop, on $name,", ({ create }) => {
  test("makes each order once, with its own key and email, and loses none that it answered", async () => {
    let service: ServiceProcess = await startProcess({ database: await create() });
    const product = await makeProduct(service, { sku: "MAP" });
    await addKeys(service, product.id, keysNamed("CRASH", 2 * orders));
    const shop: Connection = await connect(service, { kind: "woocommerce" });
    const wanted = Array.from({ length: orders }, () => wooOrder());
    for (let round = 0; round < 3; round++) {
      const sent = wanted
        .flatMap((order) => [order, order])
        .map((order) => sendWoo(service, shop, order).catch(() => null));
      // Some are answered, some are being processed, some are on their way.
      await sent[20 * (round + 1)];
      service.process.kill("SIGKILL");
      await Promise.all(sent);
      await service.process.exited;
      service = await service.restart();
    }
    // As shops do, send again what was not answered, and what was.
    for (const order of wanted) expect((await sendWoo(service, shop, order)).status).toBe(200);
    const list = async () => (await v3(service, "GET", "orders?page_size=500&status=all")).body.orders;
    await until("all are here", async () => (await list()).length >= orders);
    await until("nothing waits", async () => {
      const { connection_events } = (await v3(service, "GET", `connections/${shop.id}/events?page_size=500`)).body;
      return connection_events.every(({ status }: { status: string }) => status === "done");
    });
    const made: { vendor_id: string; order_items: { license_keys: string[] }[] }[] = await list();
    expect(made.map(({ vendor_id }) => vendor_id).toSorted()).toEqual(
      wanted.map(({ id }) => `woocommerce:${id}`).toSorted(),
    );
    const keys = made.flatMap(({ order_items }) => order_items.flatMap(({ license_keys }) => license_keys));
    expect([keys.length, new Set(keys).size]).toEqual([orders, orders]);
    const { total } = (await v3(service, "GET", "emails")).body;
    expect(total).toBe(orders);
  });
});
