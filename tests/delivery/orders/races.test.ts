import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { backfillAllKeys, beginBackfill } from "../../../src/delivery/licenses/backfill.ts";
import { lockPools } from "../../../src/delivery/licenses/pool.ts";
import { createOrder as createOrderIn } from "../../../src/delivery/orders/creating/create-orders.ts";
import { takeFreeNumber } from "../../../src/delivery/orders/creating/numbering.ts";
import type { Database, Tx } from "../../../src/platform/database/database.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertAccount } from "../../support/mail.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name, an order", ({ makeStore }) => {
  let service: SharedStore;
  let db: Database;
  beforeAll(async () => {
    service = await makeStore();
    db = service.db;
  });

  const addProduct = async (sku: string): Promise<number> =>
    (await v3(service, "POST", "products", { sku, name: "Product" })).body.product.id;

  test("that races its product's deletion has no line of it, or lost the line with it", async () => {
    for (let round = 0; round < 15; round++) {
      const id = await addProduct(`GONE-${round}`);
      const line = { sku: `GONE-${round}`, quantity: 1 };
      const orders = Array.from({ length: 6 }, () =>
        v3(service, "POST", "orders", { email: "ann@example.com", send_email: false, order_items: [line] }),
      );
      const deletion = v3(service, "DELETE", `products/${id}`);
      expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(orders.map(() => 201));
      expect((await deletion).status).toBe(204);
      const live = db.read.selectFrom("order_items").select("id").where("product_id", "=", id);
      expect(await live.where("removed_at", "is", null).execute()).toEqual([]);
    }
  });

  test("gets the next free number at once, however many its callers have taken", async () => {
    await addProduct("FREE");
    const first = Number((await createOrder(service, { skus: ["FREE"] })).id);
    const taken = 20_000;
    await db.write((tx) =>
      sql`
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(taken)})
        insert into orders (account_id, public_id, guid, title, first_name, last_name, email, source, created_at)
        select ${sql.lit(service.accountId)}, cast(${sql.lit(first)} + n as text), ${sql.lit(`taken-${service.accountId}-`)} || n, '', '', '', '', 'api', 0 from numbers
      `.execute(tx),
    );
    expect(Number((await createOrder(service, { skus: ["FREE"] })).id)).toBe(first + taken + 1);
    expect(Number((await createOrder(service, { skus: ["FREE"] })).id)).toBe(first + taken + 2);
  });

  test("gets a number that no other gets, at the same time too", async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => db.write((tx) => takeFreeNumber(tx, service.accountId))),
    );
    expect(new Set(taken).size).toBe(20);
  });

  test("of a thousand lines is made, changed and read whole in both interfaces", async () => {
    const skus = Array.from({ length: 1000 }, (_, n) => `LINE-${n}`);
    await db.write((tx) =>
      sql`
        with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 999)
        insert into products (account_id, sku, name, guid, created_at)
        select ${sql.lit(service.accountId)}, 'LINE-' || n, 'Line ' || n, ${sql.lit(`line-${service.accountId}-`)} || n, 0 from numbers
      `.execute(tx),
    );
    const { id, guids } = await createOrder(service, { skus });
    expect(new Set(guids).size).toBe(1000);
    const order_items = skus.map((sku) => ({ sku, quantity: 2 }));
    const changed = (await v3(service, "PUT", `orders/${id}`, { order_items })).body.order;
    expect(changed.order_items.map((item: { quantity: number }) => item.quantity)).toEqual(skus.map(() => 2));
    const listed = (await v3(service, "GET", "orders?sku=LINE-999")).body.orders;
    expect(listed.map((order: { product_count: number }) => order.product_count)).toEqual([1000]);
    const xml = await (await service.api("/api/orders")).text();
    expect(xml.split("<sku>LINE-").length - 1).toBe(1000);
    const product = (await v3(service, "GET", "skuproducts/LINE-0")).body.product;
    expect(product.orders_count).toBe(1);
  });
});

describe.each(databasesUnderTest)("on $name, new license keys", ({ create }) => {
  test("go to the orders that wait, oldest first, before any new order gets one, also after a break", async () => {
    const db = await (await create()).open();
    const now = instantNow();
    const account = await insertAccount(db);
    const product = await db.write((tx) =>
      tx
        .insertInto("products")
        .values({
          account_id: account.id,
          sku: "KEY",
          name: "Key",
          guid: "g",
          created_at: instant(0),
          deleted_at: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const order = () =>
      db.write(async (tx) => {
        const lines = [{ sku: "KEY", quantity: 2 }];
        const sent = { email: "ann@example.com", lines, wrong: [], source: "api" as const, sendEmail: true };
        return (await createOrderIn(tx, { account, input: { ...sent, unknownSku: "reject" }, now })).order.id;
      });
    const keysOf = async (orderId: number) => {
      const keys = db.read
        .selectFrom("license_keys as key")
        .innerJoin("order_items as item", "item.id", "key.order_item_id")
        .select("key.key")
        .where("item.order_id", "=", orderId)
        .orderBy("key.id");
      return (await keys.execute()).map(({ key }) => key);
    };
    // A few at once: on a busy machine, many would wait so long for the product's lock that the server seems silent.
    const waited: number[] = [];
    while (waited.length < 300) waited.push(...(await Promise.all(Array.from({ length: 3 }, order))));
    // The process that adds the keys ends before it hands them out.
    await db.write(async (tx: Tx) => {
      await lockPools(tx, [product.id]);
      for (let start = 0; start < 607; start += 200) {
        const keys = Array.from({ length: Math.min(200, 607 - start) }, (_, n) => `K-${start + n}`);
        await tx
          .insertInto("license_keys")
          .values(keys.map((key) => ({ account_id: account.id, product_id: product.id, key, created_at: now })))
          .execute();
      }
      await beginBackfill(tx, product.id);
    });
    const late = await order();
    expect(await keysOf(late)).toEqual([]);

    const { signal } = new AbortController();
    await Promise.all([backfillAllKeys(db, now, signal), backfillAllKeys(db, now, signal)]);
    for (const [n, id] of waited.toSorted((one, other) => one - other).entries()) {
      expect(await keysOf(id)).toEqual([`K-${2 * n}`, `K-${2 * n + 1}`]);
    }
    expect(await keysOf(late)).toEqual(["K-600", "K-601"]);
    expect(await keysOf(await order())).toEqual(["K-602", "K-603"]);
    const emails = await db.read.selectFrom("emails").select("order_id").execute();
    expect(emails.map(({ order_id }) => order_id).toSorted()).toEqual([...waited, late, late + 1].toSorted());
  });
});
