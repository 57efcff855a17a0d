import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem, xmlHeaders } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("an order item's quantity on $name", ({ makeStore }) => {
  let service: Store;
  let productId: number;

  beforeAll(async () => {
    service = await makeStore();
    await addItem(service, "KEYED");
    productId = (await v3(service, "GET", "skuproducts/KEYED")).body.product.id;
  });

  const addKeys = (...license_keys: string[]) =>
    v3(service, "POST", `products/${productId}/license_keys`, { license_keys });
  const waiting = async () => (await v3(service, "GET", "skuproducts/KEYED")).body.product.orders_waiting_for_keys;

  async function order(quantity: number) {
    const line = { sku: "KEYED", quantity, price: 2 };
    const sent = { email: "units@example.com", send_email: false, order_items: [line] };
    return (await v3(service, "POST", "orders", sent)).body.order;
  }

  test("takes keys when it is raised, waits for those that are missing, and gives none back", async () => {
    await addKeys("K-1", "K-2");
    const { id, order_items } = await order(1);
    const path = `order_items/${order_items[0].id}`;
    const raised = await v3(service, "PUT", path, { quantity: "3" });
    expect(raised).toMatchObject({
      status: 200,
      body: { order_item: { quantity: 3, license_keys: ["K-1", "K-2"], downloads_remaining: 5 } },
    });
    expect((await v3(service, "GET", `orders/${id}`)).body.order).toMatchObject({ total: 6, email_status: null });
    expect(await waiting()).toBe(1);
    await addKeys("K-3", "K-4");
    expect((await v3(service, "GET", `orders/${id}`)).body.order.order_items[0].license_keys).toHaveLength(3);
    expect(await waiting()).toBe(0);
    const lowered = (await v3(service, "PUT", path, { quantity: 1, additional_downloads: 1 })).body.order_item;
    expect(lowered).toMatchObject({ quantity: 1, downloads_remaining: 6, license_keys: ["K-1", "K-2", "K-3"] });
    // The keys that the customer has already count.
    expect((await v3(service, "PUT", path, { quantity: 3 })).body.order_item.license_keys).toHaveLength(3);
    expect((await v3(service, "GET", "skuproducts/KEYED")).body.product.license_keys_available).toBe(1);
    for (const quantity of [0, 10_001, 1.5, "many", null]) {
      const refused = await v3(service, "PUT", path, { quantity, downloads_remaining: 1 });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: "quantity" }] } });
    }
  });

  test("is changed with the order's list in v3 and in the unversioned interface, and stays where it is left out", async () => {
    const { id, order_items } = await order(2);
    const put = async (line: object) =>
      (await v3(service, "PUT", `orders/${id}`, { order_items: [{ sku: "KEYED", ...line }] })).body.order
        .order_items[0];
    expect(await put({ quantity: 5 })).toMatchObject({ id: order_items[0].id, quantity: 5, price: 2 });
    expect(await put({})).toMatchObject({ id: order_items[0].id, quantity: 5 });
    const xml = async (skus: number) => {
      const item = "<order_item><sku>KEYED</sku></order_item>".repeat(skus);
      const body = `<order><order_items type="array">${item}</order_items></order>`;
      expect((await service.api(`/api/orders/${id}`, { method: "PUT", headers: xmlHeaders, body })).status).toBe(200);
      return (await v3(service, "GET", `orders/${id}`)).body.order.order_items[0];
    };
    expect(await xml(1)).toMatchObject({ id: order_items[0].id, quantity: 5 });
    expect(await xml(3)).toMatchObject({ id: order_items[0].id, quantity: 3 });
  });

  test("takes each key once when many raise theirs at the same time", async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => order(1)));
    await addKeys(...Array.from({ length: 12 }, (_, n) => `MANY-${n}`));
    const raise = ({ order_items }: { order_items: { id: number }[] }) =>
      v3(service, "PUT", `order_items/${order_items[0]?.id}`, { quantity: 3 });
    await Promise.all([...orders, ...orders].map(raise));
    const all = await v3(service, "GET", "orders?email=units@example.com&page_size=500");
    const keys = all.body.orders.flatMap((one: { order_items: { license_keys: string[] }[] }) =>
      one.order_items.flatMap(({ license_keys }) => license_keys),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect((await v3(service, "GET", "skuproducts/KEYED")).body.product.license_keys_available).toBe(0);
  });
});
