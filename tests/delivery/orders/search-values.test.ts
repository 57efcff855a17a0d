import { describe, expect, test } from "bun:test";
import { compareNext } from "../../../src/delivery/order-index/compare.ts";
import { insertFreeOrders } from "../../../src/delivery/orders/creating/order-rows.ts";
import { orderValues } from "../../../src/delivery/orders/creating/order-values.ts";
import { lockLiveOrders } from "../../../src/delivery/orders/live-rows.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { needsRowLocks } from "../../../src/platform/database/row-locks.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertAccount } from "../../support/mail.ts";

describe.each(databasesUnderTest)("what an earlier version wrote for searches, on $name,", ({ create }) => {
  test("is rewritten by the comparison, which waits for nobody and leaves an order that someone holds for the next", async () => {
    const db = await (await create()).open();
    const account = await insertAccount(db);
    const now = instantNow();
    await db.write((tx) => {
      const orders = ["Árni", "Bjørn"].map((firstName) => {
        const given = { firstName, lastName: "D'Ör", email: "a@example.com", source: "api" as const, createdAt: now };
        return { ...orderValues(account, given, [], now), publicId: firstName, nameSearch: "as it was" };
      });
      return insertFreeOrders(tx, orders);
    });
    const names = async () => {
      const orders = db.read.selectFrom("orders").select("name_search").where("account_id", "=", account.id);
      return (await orders.orderBy("id").execute()).map((row) => row.name_search);
    };
    expect(await names()).toEqual(["as it was", "as it was"]);
    // On SQLite, only one transaction writes at a time.
    if (needsRowLocks(db.read)) {
      await db.write(async (tx) => {
        await lockLiveOrders(tx).where("public_id", "=", "Árni").execute();
        await compareAll(db);
        expect(await names()).toEqual(["as it was", "bjorn dor"]);
      });
    }
    await compareAll(db);
    expect(await names()).toEqual(["arni dor", "bjorn dor"]);
  });
});

async function compareAll(db: Database): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable("order_index_progress")
      .set({ due_at: instant(0) })
      .execute(),
  );
  while (await compareNext(db, instantNow()));
}
