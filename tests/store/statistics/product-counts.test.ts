import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { instantNow } from "../../../src/platform/instants.ts";
import { countKeptItems } from "../../../src/store/statistics/count.ts";
import {
  beginRecount,
  correctOrderCounts,
  type WrongCount,
  wrongOrderCounts,
} from "../../../src/store/statistics/recount.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct, readProduct } from "../../support/products.ts";
import { runWaybill, startService, until } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("the number of orders that hold a product, on $name", ({ create }) => {
  test("follows orders that are created, changed and deleted at the same time", async () => {
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
  });

  test("is corrected after a server of an earlier version did not count, while orders are created", async () => {
    const database = await create();
    const service = await startService({ database });
    const [lacking, right] = [await makeProduct(service), await makeProduct(service)];
    const orders = Array.from({ length: 10 }, (_, index) => ({
      email: "ann@example.com",
      send_email: false,
      order_items: [{ item_sku: lacking.sku }, ...(index < 4 ? [{ item_sku: right.sku }] : [])],
    }));
    expect((await v3(service, "POST", "orders/bulk", { orders })).status).toBe(200);
    await service.stop();
    const db = await database.open();
    await db.write(async (tx) => {
      await sql`update product_days set kept_items = 3 where product_id = ${lacking.id}`.execute(tx);
      await sql`update recounts set due_at = 0`.execute(tx);
    });
    await db.close();
    const environment = { WAYBILL_DATA: database.folder, WAYBILL_DATABASE: database.setting };
    const report = await runWaybill(["doctor", "--quick", "--json"], environment, database.folder);
    const { findings } = JSON.parse(report.stdout) as {
      findings: { check: string; status: string; summary: string }[];
    };
    expect(findings.find(({ check }) => check === "counts")).toMatchObject({
      status: "warning",
      summary: `Of 1 product, the number of orders is wrong: "${lacking.sku}" is in 10 orders, and 3 were counted.`,
    });

    const again = await startService({ database });
    await Promise.all(orders.map((order) => v3(again, "POST", "orders", order)));
    await until("the count is corrected", async () => (await readProduct(again, lacking.id)).orders_count === 20);
    expect((await readProduct(again, right.id)).orders_count).toBe(8);
    const { stdout } = await again.run("doctor", "--quick");
    expect(stdout).toContain("As many orders hold each product as were counted.");
  });

  test("is corrected once when two servers compare it, and the slower one is late", async () => {
    const database = await create();
    const service = await startService({ database });
    const product = await makeProduct(service);
    await service.stop();
    const db = await database.open();
    const now = instantNow();
    const wrong = async (): Promise<WrongCount[]> => (await Array.fromAsync(wrongOrderCounts(db.scan))).flat();
    const due = () => db.write((tx) => tx.updateTable("recounts").set({ due_at: now }).execute());
    await db.write(async (tx) => {
      const { account_id } = await tx.selectFrom("products").select("account_id").executeTakeFirstOrThrow();
      await countKeptItems(tx, account_id, new Map([[product.id, -2]]), now);
    });
    await due();
    const late = await beginRecount(db, now);
    expect(await beginRecount(db, now)).toBeNull();
    const foundLate = await wrong();
    expect(foundLate).toMatchObject([{ productId: product.id, held: 0, counted: -2 }]);
    await due();
    const second = await beginRecount(db, now);
    const found = await wrong();
    expect(await db.write((tx) => correctOrderCounts(tx, second as number, found, now))).toBe(true);
    expect(await db.write((tx) => correctOrderCounts(tx, late as number, foundLate, now))).toBe(false);
    expect(await wrong()).toEqual([]);
  });
});
