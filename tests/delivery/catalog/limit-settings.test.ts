import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { limitedOrders } from "../../support/limited-orders.ts";
import { makeProduct } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("settings of products' limits, on $name,", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
    await v3(service, "PUT", "account", { order_expiration_in_hours: 100, download_limit_per_item: 5 });
    for (const [sku, limits] of Object.entries({
      PLAIN: {},
      DAY: { order_expiration_in_hours: 24, download_limit: 1 },
      YEAR: { order_expiration_in_hours: 8760 },
      RENT: { order_expiration_in_hours: 48, expires_from: "first_download", download_limit: 2 },
      LATER: { expires_from: "first_download" },
      RUSH: { download_limit: 30 },
    })) {
      await addItem(service, sku, { "file.txt": `the file of ${sku}` });
      expect((await v3(service, "PUT", `skuproducts/${sku}`, limits)).status).toBe(200);
    }
  });

  const { send, read, expiryOf, remainingOf } = limitedOrders(() => service);

  test("products, and orders that wait, come back from a file as they were exported", async () => {
    const file = await exportCsv(service, "products.csv");
    const rent = file.rows.find(({ sku }) => sku === "RENT");
    expect(rent).toMatchObject({
      order_expiration_in_hours: "48",
      expires_from: "first_download",
      download_limit: "2",
    });
    const csv = csvLines(
      "sku,name,order_expiration_in_hours,expires_from,download_limit",
      "CSV-1,One,48,first_download,2",
      "CSV-2,Two,,,",
    );
    expect((await importCsv(service, "products", csv)).body.import).toMatchObject({ accepted: 2, refused: [] });
    const product = async (sku: string) => (await v3(service, "GET", `skuproducts/${sku}`)).body.product;
    const limits = { order_expiration_in_hours: 48, expires_from: "first_download", download_limit: 2 };
    expect(await product("CSV-1")).toMatchObject(limits);
    const none = { order_expiration_in_hours: null, expires_from: "order", download_limit: null };
    expect(await product("CSV-2")).toMatchObject(none);
    const wrong = csvLines("sku,name,order_expiration_in_hours,expires_from", "CSV-3,Three,-1,later");
    expect((await importCsv(service, "products", wrong)).body.import.refused).toHaveLength(2);

    const orders = csvLines(
      "vendor_id,email,skus,expiration_date,expiration_hours_from_first_download,download_limit,download_count",
      "W-1,w@example.com,RENT,,,,",
      "W-2,w@example.com,DAY,,12,,",
      "W-3,w@example.com,RENT,never,,,",
      "W-4,w@example.com,RENT,,,9,",
      "W-5,w@example.com,RENT,,,,1",
    );
    expect((await importCsv(service, "orders", orders)).body.import).toMatchObject({ accepted: 5, refused: [] });
    const imported = async (id: string) => {
      const { order } = (await v3(service, "GET", `vorders/${id}`)).body;
      return [expiryOf(order), remainingOf(order)];
    };
    expect(await imported("W-1")).toEqual(["48*", [2]]);
    expect(await imported("W-2")).toEqual(["12*", [1]]);
    expect(await imported("W-3")).toEqual([null, [2]]);
    expect(await imported("W-4")).toEqual(["48*", [9]]);
    expect(await imported("W-5")).toEqual(["48*", [1]]);
    const { rows } = await exportCsv(service, "orders.csv");
    const exported = (id: string) => rows.find(({ vendor_id }) => vendor_id === id);
    expect(exported("W-1")).toMatchObject({ expiration_date: "", expiration_hours_from_first_download: "48" });
    expect(exported("W-3")).toMatchObject({ expiration_date: "never", expiration_hours_from_first_download: "" });
    const both = csvLines(
      "vendor_id,email,skus,expiration_date,expiration_hours_from_first_download",
      "W-6,w@example.com,RENT,never,12",
    );
    expect((await importCsv(service, "orders", both)).body.import.refused).toHaveLength(1);
  });

  test("a limit for large files counts without another one, and an order's own counts before it", async () => {
    await addItem(service, "FREE", { "large.bin": new Uint8Array(3000), "small.txt": "small" });
    await v3(service, "PUT", "skuproducts/FREE", { large_file_bytes: 3000, large_file_download_limit: 2 });
    expect(remainingOf(await send(["FREE"], { download_limit: "unlimited" }))).toEqual([null]);
    await v3(service, "PUT", "account", { download_limit_per_item: null });
    try {
      const order = await send(["FREE", "PLAIN"]);
      expect(remainingOf(order)).toEqual([2, null]);
      const [item] = order.order_items;
      await v3(service, "PUT", `order_items/${item.id}`, { additional_downloads: 3 });
      expect(remainingOf(await read(order.id))).toEqual([5, null]);
    } finally {
      await v3(service, "PUT", "account", { download_limit_per_item: 5 });
    }
  });

  test("both settings of large files are given, or neither, also in a file", async () => {
    const product = await makeProduct(service, { large_file_bytes: 5_000_000_000, large_file_download_limit: 2 });
    expect(product).toMatchObject({ large_file_bytes: 5_000_000_000, large_file_download_limit: 2 });
    const change = (changes: object) => v3(service, "PUT", `products/${product.id}`, changes);
    for (const [changes, field] of [
      [{ large_file_bytes: null }, "large_file_bytes"],
      [{ large_file_download_limit: null }, "large_file_download_limit"],
      [{ large_file_bytes: 0 }, "large_file_bytes"],
      [{ large_file_download_limit: 1.5 }, "large_file_download_limit"],
    ] as const) {
      const { status, body } = await change(changes);
      expect([status, body.errors[0].field]).toEqual([422, field]);
    }
    const csv = csvLines(
      "sku,name,large_file_bytes,large_file_download_limit",
      "LARGE-1,One,5000000000,2",
      "LARGE-2,Two,,",
    );
    const wrong = csvLines("sku,name,large_file_bytes,large_file_download_limit", "L-3,Three,1000,", "L-4,Four,0,1");
    const { refused } = (await importCsv(service, "products", wrong)).body.import;
    expect(refused.map((one: { field: string }) => one.field)).toEqual([
      "large_file_download_limit",
      "large_file_bytes",
    ]);
    expect((await importCsv(service, "products", csv)).body.import).toMatchObject({ accepted: 2, refused: [] });
    const { rows } = await exportCsv(service, "products.csv");
    expect(rows.find(({ sku }) => sku === "LARGE-1")).toMatchObject({
      large_file_bytes: "5000000000",
      large_file_download_limit: "2",
    });
    expect((await change({ large_file_bytes: null, large_file_download_limit: null })).status).toBe(200);
  });

  test("a product's settings are whole numbers and one of two words, kept unless they are sent", async () => {
    const product = await makeProduct(service, { download_limit: "4", expires_from: "first_download" });
    const change = (changes: object) => v3(service, "PUT", `products/${product.id}`, changes);
    expect((await change({ name: "New" })).body.product).toMatchObject({
      order_expiration_in_hours: null,
      expires_from: "first_download",
      download_limit: 4,
    });
    expect((await change({ download_limit: null, expires_from: "order" })).body.product).toMatchObject({
      expires_from: "order",
      download_limit: null,
    });
    for (const changes of [
      { expires_from: "payment" },
      { order_expiration_in_hours: 1.5 },
      { download_limit: -1 },
      { order_expiration_in_hours: 1_000_001 },
    ]) {
      expect((await change(changes)).status).toBe(422);
    }
  });
});
