import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const day = () => new Date().toISOString().slice(0, 10);

describe.each(databasesUnderTest)("import and export on $name", ({ makeStore }) => {
  let service: Store;
  let other: Store;
  const totalOf = async (list: string) => (await v3(service, "GET", `${list}?page_size=1`)).body.total;
  const order = async (id: string) => (await v3(service, "GET", `orders/${id}`)).body.order;
  const importOf = (answer: { body: { import: Record<string, unknown> } }) => answer.body.import;

  beforeAll(async () => {
    [service, other] = await Promise.all([makeStore(), makeStore()]);
    for (const sku of ["A", "B;2*", "=C"]) await addItem(service, sku);
  });

  test("a row that is refused takes no name from the rows after it", async () => {
    const left = async (kind: "products" | "orders" | "license_keys", ...rows: string[]) =>
      importOf(await importCsv(service, kind, csvLines(...rows), "skip_refused=true"));
    const products = await left("products", "sku,name,price", "AFTER,After,free", "AFTER,After,9.50", "AFTER,After,8");
    expect(products).toMatchObject({ accepted: 1, applied: true });
    expect(products.refused).toMatchObject([
      { row: 2, field: "price" },
      { row: 4, field: "sku", reason: "is a duplicate of row 3" },
    ]);
    const orders = await left(
      "orders",
      "id,vendor_id,email,skus",
      "AFTER,,no address,A",
      "AFTER-1,AFTER,ann@example.com,NONE",
      "AFTER,,ann@example.com,A",
      "AFTER-2,AFTER,ann@example.com,A",
    );
    expect(orders).toMatchObject({ accepted: 1, applied: true });
    expect(orders.refused).toMatchObject([
      { row: 2, field: "email" },
      { row: 3, field: "skus" },
      { row: 5, field: "vendor_id", reason: "is a duplicate of row 4" },
    ]);
    const keys = await left("license_keys", "product_sku,key,order_id", "A,AFTER,none", "A,AFTER,", "A,AFTER,");
    expect(keys).toMatchObject({ accepted: 1, applied: true });
    expect(keys.refused).toMatchObject([
      { row: 2, field: "order_id" },
      { row: 4, field: "key", reason: "is a duplicate of row 3" },
    ]);
  });

  test("orders keep ids, dates, limits, quantities and names", async () => {
    const csv = csvLines(
      "id,vendor_id,email,first_name,last_name,skus,expiration_date,download_limit,created_at,custom_1",
      "O-1,V-1,ann@example.com,Ann,Smith,A*2; B\\;2\\*;A,2030-01-02T03:04:05+00:00,7,2026-01-31T12:00:00+00:00,blue",
      ",,bob@example.com,'=Bob,,=C,never,unlimited,,",
      "10000002,,eve@example.com,,,A,,,,",
    );
    const dry = await importCsv(service, "orders", csv, "dry_run=true");
    expect(importOf(dry)).toMatchObject({ accepted: 3, refused: [], applied: false, dry_run: true });
    const before = await totalOf("orders");
    const emails = await totalOf("emails");
    expect(importOf(await importCsv(service, "orders", csv))).toMatchObject({ accepted: 3, applied: true });
    expect(await totalOf("orders")).toBe(before + 3);
    expect(await totalOf("emails")).toBe(emails);
    expect(await order("O-1")).toMatchObject({
      ...{ vendor_id: "V-1", first_name: "Ann", last_name: "Smith", custom_1: "blue", download_limit: 7 },
      expiration_date: "2030-01-02T03:04:05+00:00",
      created_at: "2026-01-31T12:00:00+00:00",
      order_items: [
        { item_sku: "A", quantity: 3, downloads_remaining: 7 },
        { item_sku: "B;2*", quantity: 1 },
      ],
    });
    const [bob] = (await v3(service, "GET", "orders?email=bob@example.com")).body.orders;
    expect(bob).toMatchObject({ id: 10_000_001, first_name: "=Bob", expiration_date: null, download_limit: null });
    const eve = await order("10000002");
    expect(eve).toMatchObject({ vendor_id: "10000002", download_limit: 5 });
    expect(eve.created_at.slice(0, 10)).toBe(day());
    expect((await service.get(new URL(eve.download_url).pathname)).status).toBe(200);

    const next = await v3(service, "POST", "orders", { email: "fay@example.com", order_items: [{ sku: "A" }] });
    expect(next.body.order.id).toBe(10_000_003);
    const { stats } = (await v3(service, "GET", "stats?from=2026-01-31&to=2026-01-31")).body;
    expect(stats.totals.orders).toBe(1);
    expect(stats.products).toMatchObject([{ orders: 1 }, { orders: 1 }]);

    const again = importOf(await importCsv(service, "orders", csv, "skip_refused=true"));
    expect(again).toMatchObject({ accepted: 1, applied: true });
    expect(again.refused).toEqual([
      { row: 2, field: "id", reason: "is already used by another order", value: "O-1" },
      { row: 2, field: "vendor_id", reason: "is already used by another order", value: "V-1" },
      { row: 4, field: "id", reason: "is already used by another order", value: "10000002" },
    ]);
  });

  test("an imported order is like one that was sent, and imported ones are listed by their time", async () => {
    const sent = { email: "gil@example.com", first_name: "Gil", title: "A title", custom_2: "blue", send_email: false };
    const { body } = await v3(service, "POST", "orders", { ...sent, order_items: [{ sku: "A", quantity: 2 }] });
    const csv = csvLines(
      "email,first_name,title,custom_2,skus,created_at",
      `gil@example.com,Gil,A title,blue,A*2,${body.order.created_at}`,
      "late@example.com,,,,A,2020-01-02T00:00:00Z",
      "early@example.com,,,,A,2020-01-01T00:00:00Z",
    );
    expect(importOf(await importCsv(service, "orders", csv))).toMatchObject({ accepted: 3, applied: true });
    const listed = (await v3(service, "GET", "orders?page_size=500")).body.orders as {
      id: number;
      email: string;
      source: string;
    }[];
    // By their own dates: an import of history stands below today's orders.
    expect(listed.slice(-2).map(({ email }) => email)).toEqual(["late@example.com", "early@example.com"]);
    const newest = listed.filter(({ id, email }) => email === "gil@example.com" && id !== body.order.id);

    const comparable = (order: Record<string, unknown>) => ({ ...order, ...ofOneOrder(order) });
    const ofOneOrder = ({ order_items, expiration_date }: Record<string, unknown>) => ({
      ...{ id: null, download_url: null, updated_at: null, source: null },
      expiration_date: String(expiration_date).slice(0, 10),
      order_items: (order_items as object[]).map((item) => ({ ...item, id: null, order_id: null, download_url: null })),
    });
    expect(comparable(await order(String(newest[0]?.id)))).toEqual(comparable(body.order));
    expect([body.order.source, newest[0]?.source]).toEqual(["api", "import"]);
  });

  test("imported orders do not count as a shop's, in the steps of the set-up", async () => {
    const fresh = await makeStore();
    await addItem(fresh, "A");
    const shop = async () => (await v3(fresh, "GET", "setup")).body.setup.steps;
    const csv = csvLines("email,vendor_id,skus", "ann@example.com,5001,A");
    expect(importOf(await importCsv(fresh, "orders", csv))).toMatchObject({ accepted: 1, applied: true });
    expect(await shop()).toMatchObject({ order: true, shop: false });
    const order_items = [{ item_sku: "A" }];
    await v3(fresh, "POST", "orders", { vendor_id: "5002", email: "ann@example.com", order_items });
    expect(await shop()).toMatchObject({ shop: true });
  });

  test("orders are mailed when their row asks for it", async () => {
    const csv = csvLines("id,email,skus,send_email", "S-1,ann@example.com,A,true", "S-2,ann@example.com,A,no");
    expect(importOf(await importCsv(service, "orders", csv))).toMatchObject({ applied: true });
    expect((await v3(service, "GET", "emails?order_id=S-1")).body.total).toBe(1);
    expect((await v3(service, "GET", "emails?order_id=S-2")).body.total).toBe(0);
  });

  test("license keys go to waiting orders, and to the order that had them", async () => {
    await addItem(service, "K");
    const orders = csvLines(
      "id,email,skus",
      "K-1,ann@example.com,K*2",
      "K-2,bob@example.com,K",
      "K-3,eve@example.com,K",
    );
    expect(importOf(await importCsv(service, "orders", orders))).toMatchObject({ applied: true });
    const keys = csvLines(
      "product_sku,key,order_id",
      "K,KEY-1,",
      "K,'-KEY-2,K-2",
      "K,KEY-1,",
      "K,KEY-3,K-2",
      "K,KEY-4,nobody's",
      "?,KEY-5,",
      "K,,",
    );
    const checked = importOf(await importCsv(service, "license_keys", keys, "skip_refused=true"));
    expect(checked).toMatchObject({ rows: 7, accepted: 2, applied: true });
    expect(checked.refused).toMatchObject([
      { row: 4, field: "key", reason: "is a duplicate of row 2" },
      { row: 5, field: "order_id" },
      { row: 6, field: "order_id" },
      { row: 7, field: "product_sku" },
      { row: 8, field: "key", reason: "is required" },
    ]);
    expect((await order("K-1")).order_items[0].license_keys).toEqual(["KEY-1"]);
    expect((await order("K-2")).order_items[0].license_keys).toEqual(["-KEY-2"]);
    expect((await v3(service, "GET", "emails?order_id=K-1")).body.total).toBe(1);
    expect((await v3(service, "GET", "emails?order_id=K-2")).body.total).toBe(0);

    const more = csvLines("product_sku,key", "K,KEY-6", "K,KEY-7", "K,KEY-8");
    expect(importOf(await importCsv(service, "license_keys", more))).toMatchObject({ accepted: 3, applied: true });
    expect((await order("K-1")).order_items[0].license_keys).toEqual(["KEY-1", "KEY-6"]);
    expect((await order("K-3")).order_items[0].license_keys).toEqual(["KEY-7"]);
    const later = csvLines("id,email,skus", "K-4,ann@example.com,K*2");
    expect(importOf(await importCsv(service, "orders", later))).toMatchObject({ applied: true });
    expect((await order("K-4")).order_items[0].license_keys).toEqual(["KEY-8"]);
    const { product } = (await v3(service, "GET", "skuproducts/K")).body;
    expect(product).toMatchObject({ license_keys_available: 0, orders_waiting_for_keys: 1 });
    const { rows } = await exportCsv(service, "license_keys.csv?sku=K&status=assigned");
    expect(rows.map(({ key, order_id }) => [key, order_id])).toEqual([
      ["KEY-1", "K-1"],
      ["'-KEY-2", "K-2"],
      ["KEY-6", "K-1"],
      ["KEY-7", "K-3"],
      ["KEY-8", "K-4"],
    ]);
  });

  test("what an installation exports another imports", async () => {
    const products = await exportCsv(service, "products.csv");
    const orders = await exportCsv(service, "orders.csv?bom=true");
    const keys = await exportCsv(service, "license_keys.csv");
    expect(orders.bytes.toString("utf8", 0, 16)).toBe("\ufeffid,vendor_id,");
    expect(products.bytes.toString("utf8", 0, 6)).toBe("id,sku");
    expect(orders.headers.get("content-disposition")).toBe(
      `attachment; filename="${service.handle}-orders-${day()}.csv"`,
    );
    expect(orders.headers.get("content-type")).toStartWith("text/csv; charset=utf-8");
    expect(orders.rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);

    for (const [kind, file] of [
      ["products", products],
      ["orders", orders],
      ["license_keys", keys],
    ] as const) {
      const answer = importOf(await importCsv(other, kind, file.bytes));
      expect(answer).toMatchObject({ rows: file.rows.length, refused: [], unknown_columns: [], applied: true });
    }
    const compared = [
      ...["email", "first_name", "skus", "expiration_date", "download_limit", "custom_1", "created_at"],
      ...["total", "currency", "status", "download_count", "item_downloads", "downloads_remaining"],
    ];
    const pick = (row: Record<string, string>) => [
      row.id,
      row.vendor_id ?? row.id,
      ...compared.map((name) => row[name]),
    ];
    const copies = await exportCsv(other, "orders.csv");
    const filled = ({ vendor_id, ...row }: Record<string, string>) => ({
      ...row,
      vendor_id: vendor_id || row.id || "",
    });
    // The copies stand in the order of their times.
    const byId = (rows: Record<string, string>[]) => rows.map(filled).map(pick).toSorted();
    expect(byId(copies.rows)).toEqual(byId(orders.rows));
    const copiedKeys = await exportCsv(other, "license_keys.csv");
    const pickKey = ({ product_sku, key, order_id }: Record<string, string>) => [product_sku, key, order_id];
    expect(copiedKeys.rows.map(pickKey)).toEqual(keys.rows.map(pickKey));
  });

  test("downloads and filters", async () => {
    const { order_items } = await order("O-1");
    const link = new URL(order_items[0].download_url).pathname;
    const got = await service.get(link, { headers: { "user-agent": "=cmd();=cmd|x" } });
    expect(got.status).toBe(200);
    const { rows } = await exportCsv(service, `downloads.csv?from=${day()}`);
    expect(rows).toMatchObject([{ product_sku: "A", order_id: "O-1", user_agent: "'=cmd();'=cmd|x" }]);
    expect((await exportCsv(service, "downloads.csv?to=2020-01-01")).rows).toEqual([]);
    const january = await exportCsv(service, "orders.csv?from=2026-01-01&to=2026-01-31");
    expect(january.rows.map(({ id }) => id)).toEqual(["O-1"]);
    expect((await exportCsv(service, "orders.csv?status=expired")).rows).toEqual([]);
    expect((await v3(service, "GET", "exports/orders.csv?status=no&from=x")).body.errors).toHaveLength(2);
  });

  test("HEAD of an export answers as GET does, without reading the rows for a length", async () => {
    for (const file of ["orders", "products", "downloads", "license_keys"]) {
      const [head, got] = await Promise.all(
        ["HEAD", "GET"].map((method) => service.api(`/api/v3/exports/${file}.csv`, { method })),
      );
      expect(head?.status).toBe(200);
      expect(head?.headers.get("content-length")).toBeNull();
      for (const name of ["content-type", "content-disposition", "cache-control"]) {
        expect(head?.headers.get(name)).toBe(got?.headers.get(name) ?? "");
      }
      expect((await got?.text())?.split("\r\n")[0]).toContain("id,");
    }
  });
});
