import { beforeAll, describe, expect, test } from "bun:test";
import { stringify } from "csv-stringify/sync";
import { exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const fileOf = (rows: Record<string, string>[]) => stringify(rows, { header: true });

describe.each(databasesUnderTest)("an export that was changed by hand on $name", ({ makeStore }) => {
  let service: Store;
  const imported = async (kind: "orders" | "products", rows: Record<string, string>[], query = "") => {
    const { status, body } = await importCsv(service, kind, fileOf(rows), query);
    expect(status).toBe(200);
    return body.import;
  };
  const get = async (path: string) => (await v3(service, "GET", path)).body;

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "B"]) await addItem(service, sku);
  });

  test("changes the orders that it was made from, and nothing else of them", async () => {
    const add = async (vendor_id: string) => {
      const order = {
        email: "ann@example.com",
        vendor_id,
        first_name: "Ann",
        custom_1: "x",
        order_items: [{ sku: "A", price: 3 }],
      };
      return (await v3(service, "POST", "orders", { ...order, send_email: false })).body.order;
    };
    const [changed, same] = [await add("C-1"), await add("C-2")];
    const { rows } = await exportCsv(service, "orders.csv");
    const file = rows.filter(({ vendor_id }) => vendor_id === "C-1" || vendor_id === "C-2");
    const edited = file.map((row) =>
      row.vendor_id === "C-1"
        ? {
            ...row,
            email: "new@example.com",
            first_name: "Anna",
            vendor_id: "C-9",
            custom_1: "",
            expiration_date: "never",
          }
        : row,
    );
    const added = Object.fromEntries(Object.keys(edited[0] ?? {}).map((column) => [column, ""]));
    const more = [...edited, { ...added, email: "bob@example.com", skus: "B" }];
    const count = (await get("orders")).total;
    const dry = await imported("orders", more, "dry_run=true");
    expect(dry).toMatchObject({ accepted: 3, refused: [], applied: false });
    expect(dry.notes).toContain(
      "2 rows are of orders that exist here. 1 of them differ and change their order; none makes another one.",
    );
    expect(dry.notes).toContain(
      "1 row changes: vendor_id in 1 row, email in 1 row, first_name in 1 row, expiration_date in 1 row.",
    );
    expect(await imported("orders", more)).toMatchObject({ accepted: 3, refused: [], applied: true });
    expect((await get("orders")).total).toBe(count + 1);
    expect((await get(`orders/${changed.id}`)).order).toMatchObject({
      ...{ email: "new@example.com", first_name: "Anna", vendor_id: "C-9", custom_1: "x", expiration_date: null },
      ...{ download_url: changed.download_url, created_at: changed.created_at, total: 3 },
    });
    const { email_status: _, ...rest } = (await get(`orders/${same.id}`)).order;
    expect(same).toMatchObject(rest);
    expect((await get("emails")).total).toBe(0);
  });

  test("is refused where it cannot be applied, with the row", async () => {
    const order = { email: "cid@example.com", order_items: [{ sku: "A" }], send_email: false };
    for (const vendor_id of ["D-1", "D-2", "D-3"]) await v3(service, "POST", "orders", { ...order, vendor_id });
    const { rows } = await exportCsv(service, "orders.csv");
    const [one, two, three] = ["D-1", "D-2", "D-3"].map((id) => rows.find(({ vendor_id }) => vendor_id === id) ?? {});
    const report = await imported("orders", [
      { ...one, skus: "A*2" },
      { ...two, vendor_id: "D-1" },
      // As another installation writes an order with the same number.
      { ...three, download_url: "https://example.com/orders/another", email: "eve@example.com" },
      { ...three, first_name: "Cid" },
      { ...three, first_name: "Dan" },
    ]);
    expect(report).toMatchObject({ accepted: 1, applied: false });
    expect(report.refused.map(({ row, field, reason }: Record<string, string>) => `${row} ${field} ${reason}`)).toEqual(
      [
        "2 skus cannot be changed by a file. Change the products on the order's page",
        "3 vendor_id is already used by another order",
        "4 id is already used by another order",
        "4 vendor_id is already used by another order",
        "6 download_url is a duplicate of row 5",
      ],
    );
  });

  test("changes the products that it was made from", async () => {
    const { rows } = await exportCsv(service, "products.csv");
    const [a, b] = ["A", "B"].map((sku) => rows.find((row) => row.sku === sku) ?? {});
    const edited = [
      { ...a, sku: "A-NEW", name: "Anew", price: "1.234,50", item_urls: "https://example.com/a Its page" },
      { ...b, sku: "B" },
    ];
    const before = (await get("skuproducts/B")).product;
    const dry = await imported("products", edited, "dry_run=true");
    expect(dry.notes).toContain("1 row changes: sku in 1 row, name in 1 row, price in 1 row, item_urls in 1 row.");
    const report = await imported("products", edited);
    expect(report).toMatchObject({ accepted: 2, refused: [], applied: true });
    expect(report.notes).toContain("2 rows are of products that exist here.");
    expect((await get("skuproducts/A-NEW")).product).toMatchObject({ name: "Anew", price: 1234.5, id: Number(a?.id) });
    expect((await get("skuproducts/A-NEW")).product.item_urls).toMatchObject([
      { url: "https://example.com/a", name: "Its page" },
    ]);
    expect((await get("skuproducts/B")).product).toEqual(before);
    await v3(service, "POST", "products", { sku: "BOX", name: "Box", contents: [{ sku: "A-NEW" }, { sku: "B" }] });
    const after = (await exportCsv(service, "products.csv")).rows;
    const renamed = after.map((row) => (row.sku === "A-NEW" ? { ...row, sku: "A-AGAIN" } : row));
    expect(await imported("products", renamed)).toMatchObject({ refused: [], applied: true });
    expect((await get("skuproducts/BOX")).product.contents).toMatchObject([{ sku: "A-AGAIN" }, { sku: "B" }]);
    const other = await imported("products", [{ ...b, permalink: "https://example.com/permalink/x", name: "Other" }]);
    expect(other.refused).toMatchObject([{ row: 2, field: "sku", reason: "is already used by another product" }]);
  });
});
