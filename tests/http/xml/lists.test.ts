import { beforeAll, describe, expect, test } from "bun:test";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { ask, child, makeItem, makeOrder, read, textOf, type Xml } from "../../support/xml.ts";

const idsOf = (list: Xml) => list.children.map((one) => textOf(one, "id"));
const skusOf = (list: Xml) => list.children.map((one) => textOf(one, "sku"));

describe.each(databasesUnderTest)("on $name, a list", ({ makeStore }) => {
  let service: SharedStore;
  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["b", "B", "a", "Z", "ä", "10", "9"]) await makeItem(service, sku);
    await makeOrder(service, ["a"], "<id>expired</id><expiration_date>2001-01-01T00:00:00Z</expiration_date>");
    await makeOrder(service, ["a", "b"], "<id>current</id>");
    await makeOrder(service, ["b"], "<id>by-hand</id>");
    await makeOrder(service, ["b"], "<id>deleted</id>");
    await ask(service, "DELETE", "/api/orders/deleted");
    const { db, accountId } = service;
    await db.write((tx) =>
      tx
        .updateTable("orders")
        .set({ source: "manual", expires_at: null })
        .where("account_id", "=", accountId)
        .where("public_id", "=", "by-hand")
        .execute(),
    );
  });

  test("of items is sorted by SKU, byte by byte, the same on every database", async () => {
    expect(skusOf(await read(service, "/api/items"))).toEqual(["10", "9", "B", "Z", "a", "b", "ä"]);
  });

  test("of orders is newest first, and filtered on request", async () => {
    for (const [query, ids] of [
      ["", ["by-hand", "current", "expired"]],
      ["?filter=", ["by-hand", "current", "expired"]],
      ["?filter=current", ["by-hand", "current"]],
      ["?filter=expired", ["expired"]],
      ["?filter=manual", ["by-hand"]],
    ] as const) {
      expect(idsOf(await read(service, `/api/orders.xml${query}`))).toEqual([...ids]);
    }
    const items = (await read(service, "/api/orders")).children.map((order) => skusOf(child(order, "order_items")));
    expect(items).toEqual([["b"], ["a", "b"], ["a"]]);
  });

  test("comes in pages on request, which together are the list", async () => {
    const whole = skusOf(await read(service, "/api/items"));
    const pages = [];
    for (const page of [1, 2, 3, 4, 5]) pages.push(skusOf(await read(service, `/api/items?page=${page}&per_page=2`)));
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1, 0]);
    expect(pages.flat()).toEqual(whole);
    expect(skusOf(await read(service, "/api/items?per_page=1"))).toEqual(whole.slice(0, 1));
    expect(skusOf(await read(service, "/api/items?page=1"))).toEqual(whole);
    expect(skusOf(await read(service, "/api/items?per_page=1000"))).toEqual(whole);
    expect(skusOf(await read(service, "/api/items?page=1000000000&per_page=1000"))).toEqual([]);
    expect(idsOf(await read(service, "/api/orders?page=2&per_page=1&filter=current"))).toEqual(["current"]);
  });

  test("that is empty is an empty array", async () => {
    for (const path of ["/api/downloads", "/api/items/a/downloads", "/api/orders/current/downloads"]) {
      const { name, attributes, children } = await read(service, path);
      expect([name, attributes, children]).toEqual(["downloads", { type: "array" }, []]);
    }
  });

  test("longer than one batch is complete, each row once", async () => {
    const { db, accountId: account_id } = service;
    const rows = Array.from({ length: 1_250 }, (_, n) => n);
    await db.write(async (tx) => {
      const products = rows.map((n) => ({
        account_id,
        sku: `bulk ${n}`,
        name: "n",
        guid: `g${account_id}-${n}`,
        created_at: instant(0),
        deleted_at: null,
      }));
      await tx.insertInto("products").values(products).execute();
      const blank = { title: "", first_name: "", last_name: "", email: "a@b.example", source: "api" as const };
      const orders = rows.map((n) => ({
        ...blank,
        account_id,
        public_id: `bulk ${n}`,
        guid: `o${account_id}-${n}`,
        expires_at: null,
        download_limit: null,
        created_at: instant(0),
        deleted_at: null,
      }));
      await tx.insertInto("orders").values(orders).execute();
    });
    const skus = skusOf(await read(service, "/api/items"));
    expect([skus.length, new Set(skus).size]).toEqual([1_257, 1_257]);
    expect(skus).toEqual(skus.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
    const ids = idsOf(await read(service, "/api/orders"));
    // The others were created after 1970.
    expect(ids).toEqual(["by-hand", "current", "expired", ...rows.toReversed().map((n) => `bulk ${n}`)]);
  });
});
