import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { databasesUnderTest } from "./_databases.ts";
import { makeProduct, readProduct } from "./_products.ts";
import { startService } from "./_service.ts";
import { v3 } from "./_v3.ts";

describe.each(databasesUnderTest)("the number of orders that hold a product, on $name", ({ create }) => {
  test("follows orders that are created, changed and deleted at the same time, and an upgrade", async () => {
    const database = await create();
    const service = await startService({ database });
    const skus = ["A", "B", "C"];
    const products = await Promise.all(skus.map((sku) => makeProduct(service, { sku })));
    const counts = async () =>
      Promise.all(products.map(async ({ id }) => (await readProduct(service, id)).orders_count));
    const order = (held: string[]) => ({
      email: "ann@example.com",
      send_email: false,
      order_items: held.map((sku) => ({ sku })),
    });
    const created = await Promise.all(
      Array.from({ length: 12 }, () => v3(service, "POST", "orders", order(["A", "B"]))),
    );
    const ids = created.map(({ body }) => body.order.id);
    expect(await counts()).toEqual([12, 12, 0]);

    const answers = await Promise.all([
      ...ids.slice(0, 4).map((id) => v3(service, "PUT", `orders/${id}`, order(["B", "C"]))),
      ...ids.slice(4, 7).map((id) => v3(service, "DELETE", `orders/${id}`)),
      v3(service, "POST", "orders/bulk", { orders: [order(["C"]), order(["A", "C"])] }),
      v3(service, "PUT", `orders/${ids[8]}`, order(["A", "B"])),
    ]);
    expect(answers.map(({ status }) => status < 300)).not.toContain(false);
    expect(await counts()).toEqual([6, 9, 6]);

    await v3(service, "PUT", `orders/${ids[0]}`, order(["A"]));
    await v3(service, "DELETE", `orders/${ids[0]}`);
    expect(await counts()).toEqual([6, 8, 5]);

    await service.stop();
    const db = await database.open();
    await db.write(async (tx) => {
      await sql`alter table product_days drop column kept_items`.execute(tx);
      await sql`delete from kysely_migration where name = '0025-kept-items'`.execute(tx);
      // A product of which nothing was counted by day.
      await sql`delete from product_days where product_id = ${products[2]?.id}`.execute(tx);
    });
    await db.close();
    const upgraded = await startService({ database });
    const after = await Promise.all(products.map(async ({ id }) => (await readProduct(upgraded, id)).orders_count));
    expect(after).toEqual([6, 8, 5]);
  });
});
