import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("files that come back on $name", ({ makeStore }) => {
  let service: Store;
  let other: Store;
  const add = async (order: object) => (await v3(service, "POST", "orders", order)).body.order;
  const imported = async (to: Store, csv: string | Uint8Array<ArrayBuffer>) =>
    (await importCsv(to, "orders", csv)).body.import;

  beforeAll(async () => {
    [service, other] = await Promise.all([makeStore(), makeStore()]);
    for (const to of [service, other]) await addItem(to, "MAP");
  });

  test("an export is imported unchanged, with orders that have no products and every space of a text", async () => {
    await addItem(service, "GONE");
    const gone = await add({ email: "ann@example.com", vendor_id: " V 1 ", order_items: [{ sku: "GONE", price: 7 }] });
    await v3(service, "DELETE", "skuproducts/GONE");
    await add({ email: "bob@example.com", currency: "EUR", order_items: [{ sku: "never sold" }] });
    const spaced = { first_name: "  Cid ", last_name: " ", custom_1: " =1", custom_2: "  '=2 ", custom_3: "' =3" };
    const given = {
      ...{ recipient_email: "eve@example.com", recipient_name: "Eve", gift_message: 'Two "lines",\nof words' },
      deliver_at: `${new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 19)}+00:00`,
    };
    const said = { locale: "de", invoice_url: "https://shop.example/invoices/1?a=b,c" };
    await add({
      email: "cid@example.com",
      ...spaced,
      ...said,
      ...given,
      order_items: [{ sku: "MAP", price: 3, quantity: 2 }],
    });

    const file = await exportCsv(service, "orders.csv");
    expect(file.rows.map(({ skus, total }) => [skus, total])).toEqual([
      ["", ""],
      ["", ""],
      ["MAP*2", "6"],
    ]);
    const report = await imported(other, file.bytes);
    expect(report).toMatchObject({ rows: 3, accepted: 3, refused: [], applied: true });
    expect(report.notes).toContainEqual(expect.stringMatching(/^2 orders have no products/));
    // The gift waits for its day here too, and its buyer is told.
    const { emails } = (await v3(other, "GET", "emails")).body;
    expect(emails.map(({ recipient }: { recipient: string }) => recipient).sort()).toEqual([
      "cid@example.com",
      "eve@example.com",
    ]);
    const shown = async (from: Store, email: string) => {
      const { order } = (await v3(from, "GET", `orders?email=${email}`)).body.orders.map((order: object) => ({
        order,
      }))[0];
      const { download_url, email_status, state, source, order_items, ...rest } = order;
      return { ...rest, vendor_id: rest.vendor_id ?? String(rest.id), items: order_items.length };
    };
    for (const email of ["ann@example.com", "bob@example.com", "cid@example.com"]) {
      expect(await shown(other, email)).toEqual(await shown(service, email));
    }
    expect(await shown(other, "cid@example.com")).toMatchObject({ ...spaced, ...given });
    const again = await imported(service, file.bytes);
    expect(again.notes.join(" ")).not.toContain("recipient_email");
    expect(again.notes.join(" ")).not.toContain("deliver_at");
    const wrong = csvLines(
      "email,skus,recipient_email,gift_message,deliver_at",
      "x@example.com,MAP,,Words,",
      "x@example.com,MAP,eve@example.com,Words,2099-01-01",
    );
    expect((await imported(other, wrong)).refused).toMatchObject([
      { row: 2, field: "gift_message", reason: "needs an address of the recipient" },
      { row: 3, field: "deliver_at", reason: "must be within two years" },
    ]);
    const { orders } = (await v3(other, "GET", "orders")).body;
    expect(orders.map(({ source }: { source: string }) => source)).toEqual(["import", "import", "import"]);
    expect((await v3(other, "GET", `orders/${gone.id}`)).body.order).toMatchObject({
      vendor_id: "V 1",
      order_items: [],
    });
  });

  test("an item's end of updates stays, and is as its product says where the file does not say", async () => {
    const [from, to] = await Promise.all([makeStore(), makeStore()]);
    for (const store of [from, to]) for (const sku of ["MAP", "BOOK"]) await addItem(store, sku);
    const product = (await v3(to, "GET", "skuproducts/MAP")).body.product;
    await v3(to, "PUT", `products/${product.id}`, { updates_for_days: 30 });
    const ends = async (email: string) =>
      (await v3(to, "GET", `orders?email=${email}`)).body.orders[0].order_items.map(
        ({ updates_until }: { updates_until: string | null }) => updates_until,
      );
    const until = "2031-01-31T12:00:00+00:00";
    const order_items = [{ sku: "MAP" }, { sku: "BOOK", updates_until: until }];
    await v3(from, "POST", "orders", { email: "dated@example.com", order_items });
    const { rows, bytes } = await exportCsv(from, "orders.csv");
    expect(rows.map(({ updates_until }) => updates_until)).toContain(`never;${until}`);
    expect((await imported(to, bytes)).applied).toBe(true);
    expect(await ends("dated@example.com")).toEqual([null, until]);
    const bare = csvLines("email,skus,created_at", "bare@example.com,MAP,2025-01-01T00:00:00Z");
    expect((await imported(to, bare)).applied).toBe(true);
    expect(await ends("bare@example.com")).toEqual(["2025-01-31T00:00:00+00:00"]);
    const wrong = csvLines(
      "email,skus,updates_until",
      "x@example.com,MAP;BOOK,never;never;never",
      "x@example.com,MAP,soon",
    );
    expect((await imported(to, wrong)).refused).toMatchObject([
      { row: 2, field: "updates_until", reason: "must be one date, or one for each of the 2 SKUs" },
      { row: 3, field: "updates_until" },
    ]);
  });

  test("a test order stays a test: it takes no key, no figure counts it, and no file makes an order of it", async () => {
    for (const to of [service, other]) {
      await addItem(to, "KEYED");
      const { product } = (await v3(to, "GET", "skuproducts/KEYED")).body;
      await v3(to, "POST", `products/${product.id}/license_keys`, { license_keys: ["ONLY-ONE"] });
    }
    await add({ email: "dan@example.com", vendor_id: "T-1", test: true, order_items: [{ sku: "KEYED", price: 42 }] });
    const file = await exportCsv(service, "orders.csv?email=dan@example.com");
    expect(file.rows.map((row) => row.test)).toEqual(["true"]);
    const totals = async () => (await v3(other, "GET", "stats")).body.stats.totals;
    const before = await totals();
    expect(await imported(other, file.bytes)).toMatchObject({ accepted: 1, applied: true });
    expect(await totals()).toEqual(before);
    const [order] = (await v3(other, "GET", "orders?vendor_id=T-1")).body.orders;
    expect(order.test).toBe(true);
    expect((await v3(other, "GET", `orders/${order.id}`)).body.order.order_items[0].license_keys).toEqual([]);
    const back = new TextDecoder().decode(file.bytes).replace(",true,", ",false,");
    expect((await imported(service, back)).refused).toMatchObject([{ row: 2, field: "test" }]);
  });

  test("an empty cell of SKUs is a mistake where no export wrote it", async () => {
    const csv = csvLines(
      "id,email,skus,total,send_email,download_url",
      "E-1,ann@example.com,,,,",
      "E-2,ann@example.com, ; ,,,https://example.com/orders/1",
      "E-3,ann@example.com,,5.00,,https://example.com/orders/1",
    );
    expect((await imported(other, csv)).refused).toEqual([
      { row: 2, field: "skus", reason: "is required", value: null },
      { row: 3, field: "skus", reason: "must contain at least one SKU", value: " ; " },
      { row: 4, field: "total", reason: "must be empty if skus is empty", value: "5.00" },
    ]);
    const mailed = csvLines("id,email,skus,send_email,download_url", "E-4,ann@example.com,,true,https://example.com/1");
    expect(await imported(other, mailed)).toMatchObject({ accepted: 1, applied: true });
    expect((await v3(other, "GET", "orders/E-4")).body.order).toMatchObject({ order_items: [], email_status: null });
  });

  test("spaces after the commas of a hand-made file are no part of its texts", async () => {
    const csv = csvLines("id, email, skus, first_name", "H-1, ann@example.com, MAP, Ann");
    expect(await imported(other, csv)).toMatchObject({ accepted: 1, applied: true });
    expect((await v3(other, "GET", "orders/H-1")).body.order).toMatchObject({ first_name: "Ann" });
  });
});
