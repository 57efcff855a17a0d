import { expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { about, examineWith } from "../../support/examination.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct } from "../../support/products.ts";
import { startService } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

test.each(databasesUnderTest)("orders of bundles are counted as they are, on $name", async ({ create }) => {
  const database = await create();
  const service = await startService({ database });
  try {
    await addItem(service, "MAP");
    const { id } = await makeProduct(service, { sku: "GAME", price: 30 });
    await addKeys(service, id, keysNamed("GAME-KEY", 9));
    const contents = [{ sku: "MAP" }, { sku: "GAME", quantity: 2 }];
    const set = await makeProduct(service, { sku: "SET", price: 50, contents });
    const order = async (...skus: string[]) => {
      const lines = skus.map((item_sku) => ({ item_sku }));
      const sent = { email: "ann@example.com", send_email: false, order_items: lines };
      return (await v3(service, "POST", "orders", sent)).body.order;
    };
    const counts = async () => {
      const findings = about(await examineWith(database, {}, "--quick"), "counts");
      expect(findings.length).toBeGreaterThan(2);
      return findings.filter(({ status }) => status !== "ok");
    };
    const both = await order("SET", "GAME");
    const other = await order("SET");
    await order("SET");
    expect(await counts()).toEqual([]);
    await v3(service, "PUT", `orders/${both.id}`, { order_items: [{ item_sku: "SET", quantity: 2 }] });
    await v3(service, "POST", `order_items/${other.order_items[0].id}/revoke`);
    expect(await counts()).toEqual([]);
    await v3(service, "PUT", `orders/${both.id}`, { order_items: [{ item_sku: "GAME" }] });
    await v3(service, "DELETE", `products/${set.id}`);
    expect(await counts()).toEqual([]);
  } finally {
    await service.stop();
  }
});
