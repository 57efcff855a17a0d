import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { searchOrders } from "../../../src/delivery/order-index/search.ts";
import { orderValues } from "../../../src/delivery/orders/order-columns.ts";
import { insertFreeOrders } from "../../../src/delivery/orders/order-rows.ts";
import { orderByVendorId } from "../../../src/delivery/orders/queries.ts";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertAccount } from "../../support/mail.ts";

const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe.each(databasesUnderTest)("an update on $name", ({ create }) => {
  test("finds the orders there were by their own numbers, however they are typed", async () => {
    const old = await create();
    const before = await old.open();
    const account = await insertAccount(before);
    const vendorIds = [
      "#EN1001",
      "5001",
      "en1001",
      "INV-7",
      null,
      "--",
      "Größe 1",
      ...many("A-", 1500),
      ...many("", 1500),
    ];
    const orders = vendorIds.map((vendorId, index) => ({
      ...orderValues(account, { vendorId, source: "api", createdAt: instant(0) }, [], instant(0)),
      vendorSearch: null,
      publicId: `P${index}`,
    }));
    await before.write((tx) => insertFreeOrders(tx, orders));
    const { schema } = before.autocommit;
    await schema.dropIndex("orders_vendor_search").execute();
    await schema.alterTable("orders").dropColumn("vendor_search").execute();
    await sql`delete from kysely_migration where name = '0022-vendor-search'`.execute(before.autocommit);
    await before.close();

    const { read } = await old.open();
    const page = { now: instant(0), offset: 0, limit: 10 };
    for (const [text, found] of [
      ["EN-1001", ["#EN1001", "en1001"]],
      ["inv_7", ["INV-7"]],
      ["GRÖSSE1", ["Größe 1"]],
      ["a1499", ["A-1499"]],
      ["(1499)", ["1499", "A-1499"]],
    ] as const) {
      const { orders } = await searchOrders(read, account.id, { status: "all", text }, page);
      expect(orders.map(({ vendorId }) => vendorId).toSorted()).toEqual([...found]);
    }
    const stored = await read.selectFrom("orders").select("vendor_search").where("vendor_id", "=", "5001").execute();
    expect(stored).toEqual([{ vendor_search: null }]);
  });

  test("removes what cannot be seen from IDs, except where another order has the ID", async () => {
    const old = await create();
    const before = await old.open();
    const account = await insertAccount(before);
    const vendorIds = ["A\u200b-1", "B-1", "B-1\ufeff", " C-1 ", "Gr\u00f6\u00dfe", "D-1"];
    const orders = vendorIds.map((vendorId, index) => ({
      ...orderValues(account, { vendorId, source: "api", createdAt: instant(0) }, [], instant(0)),
      publicId: `\u200bP${index}`,
    }));
    await before.write((tx) => insertFreeOrders(tx, orders));
    await sql`delete from kysely_migration where name = '0105-visible-ids'`.execute(before.autocommit);
    await before.close();

    const { read } = await old.open();
    const rows = await read.selectFrom("orders").select(["public_id", "vendor_id"]).orderBy("id").execute();
    expect(rows.map(({ vendor_id }) => vendor_id)).toEqual([
      "A-1",
      "B-1",
      "B-1\ufeff",
      "C-1",
      "Gr\u00f6\u00dfe",
      "D-1",
    ]);
    expect(rows.map(({ public_id }) => public_id)).toEqual(["P0", "P1", "P2", "P3", "P4", "P5"]);
    for (const [vendorId, publicId] of [
      ["B-1", "P1"],
      ["B-1\ufeff", "P2"],
      ["A\u200b-1", "P0"],
    ] as const) {
      expect(await orderByVendorId(read, account.id, vendorId)).toMatchObject({ publicId });
    }
  });
});
