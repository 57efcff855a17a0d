import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, importCsv } from "../../support/csv.ts";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("the cells of an imported file on $name", ({ makeStore }) => {
  let service: Store;
  const totalOf = async (list: string) => (await v3(service, "GET", `${list}?page_size=1`)).body.total;
  const importOf = (answer: { body: { import: Record<string, unknown> } }) => answer.body.import;

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "B;2*", "=C"]) await addItem(service, sku);
  });

  test("products come in with prices and addresses, and unknown columns are named", async () => {
    const csv = csvLines(
      "\ufeffSKU,Name,price,currency,item_urls,Color",
      'P-1,"Größe ""XL"", neu",9.50,eur,https://example.com/a The first; https://example.com/b,red',
      'P-2,"two\r\nlines",,,,',
      "P-3,ok,0,,,",
      "..,Up,,,,",
    );
    const answer = await importCsv(service, "products", csv);
    expect(answer.status).toBe(200);
    expect(importOf(answer)).toMatchObject({ kind: "products", state: "done", rows: 4, accepted: 2, applied: false });
    expect(importOf(answer).refused).toEqual([
      { row: 3, field: "name", reason: "must contain only printable characters", value: "two␍␊lines" },
      { row: 5, field: "sku", reason: 'must not be "." or ".."', value: ".." },
    ]);
    expect(importOf(answer).unknown_columns).toEqual(["color"]);
    expect((await v3(service, "GET", "skuproducts/P-1")).status).toBe(404);

    const again = await importCsv(service, "products", csv, "skip_refused=true");
    expect(importOf(again)).toMatchObject({ rows: 4, accepted: 2, applied: true, skip_refused: true, dry_run: false });
    const { product } = (await v3(service, "GET", "skuproducts/P-1")).body;
    expect(product).toMatchObject({ name: 'Größe "XL", neu', price: 9.5, currency: "EUR" });
    expect(product.item_urls).toMatchObject([
      { url: "https://example.com/a", name: "The first" },
      { url: "https://example.com/b", name: "example.com" },
    ]);
    expect((await v3(service, "GET", "skuproducts/P-2")).status).toBe(404);
    expect((await v3(service, "GET", "skuproducts/P-3")).body.product).toMatchObject({ price: 0, currency: "USD" });
  });

  test("files of spreadsheet programs in other languages are read rightly", async () => {
    const csv = csvLines(
      "sep=;",
      "vendor_id;email;skus;quantity;total;created_at;expiration_date",
      "S-1;ann@example.com;A;3;1.234,50;1970-01-01;0000-00-00 00:00:00",
      "S-2;ann@example.com;A; B\\;2\\*;1;9,50 EUR;;",
      's-2;ann@example.com;"A; B\\;2\\*";1;9,50 EUR;;',
      'S-3;ann@example.com;"A; B\\;2\\*";2; 3;x;2026-01-01;',
      'S-4;ann@example.com;"A; B\\;2\\*";"2; 3";1,234.50 USD;0001-01-01T00:00:00;never',
      "S-5;ann@example.com;A*2;3;1 234,50;;",
    );
    const report = importOf(await importCsv(service, "orders", csv, "skip_refused=true"));
    expect(report.refused).toEqual([
      { row: 4, field: null, reason: "has 9 cells, but the header has 7", value: null },
      { row: 5, field: "quantity", reason: "must be one number for each of the 2 SKUs", value: "1" },
      { row: 6, field: null, reason: "has 8 cells, but the header has 7", value: null },
      { row: 8, field: "quantity", reason: "contradicts skus", value: "3" },
    ]);
    expect(report).toMatchObject({ accepted: 2, applied: true });
    const orders = (await v3(service, "GET", "orders?email=ann@example.com")).body.orders as Record<string, unknown>[];
    const byId = new Map(orders.map((order) => [order.vendor_id, order]));
    expect(byId.get("S-1")).toMatchObject({ total: 1234.5, order_items: [{ item_sku: "A", quantity: 3 }] });
    expect(String(byId.get("S-1")?.created_at)).not.toStartWith("1970");
    expect(byId.get("S-1")?.expiration_date).not.toBeNull();
    expect(byId.get("S-4")).toMatchObject({
      ...{ total: 1234.5, currency: "USD", expiration_date: null },
      order_items: [{ quantity: 2 }, { quantity: 3 }],
    });
  });

  test.each([
    ["1.234", "USD", null],
    ["1,234", "", null],
    ["12.345 EUR", "EUR", null],
    ["0.125", "USD", 0.125],
    ["1234.567", "USD", 1234.567],
    ["1.2340", "USD", 1.234],
    ["1.234", "kwd", 1.234],
    ["1,234", "KWD", 1.234],
    ["KWD 1.234", "", 1.234],
    ["1 234", "EUR", 1234],
  ])("an amount that can be read in two ways is refused: %s in %s", async (price, currency, read) => {
    const cell = `"${price}"`;
    const orders = csvLines("vendor_id,email,skus,total,currency", `,two@example.com,A,${cell},${currency}`);
    const wrong = importOf(await importCsv(service, "orders", orders, "dry_run=true")).refused;
    const products = csvLines("sku,name,price,currency", `WAYS,W,${cell},${currency}`);
    const plain = /[A-Z]/.test(price) ? [] : importOf(await importCsv(service, "products", products)).refused;
    if (read === null) {
      const reason = expect.stringMatching(
        /^can be read in two ways: write \d+\.00, or \d+\.\d{4} for the smaller amount$/,
      );
      expect(wrong).toEqual([{ row: 2, field: "total", reason, value: price }]);
      if (!/[A-Z]/.test(price)) expect(plain).toEqual([{ row: 2, field: "price", reason, value: price }]);
    } else {
      expect([wrong, plain]).toEqual([[], []]);
      if (/[A-Z]/.test(price)) return;
      expect((await v3(service, "GET", "skuproducts/WAYS")).body.product.price).toBe(read);
      await v3(service, "DELETE", "skuproducts/WAYS");
    }
  });

  test.each([
    ["9,50", "1.234", 1234],
    ["9,50", "1,234", 1.234],
    ["9.50", "1.234", 1.234],
    ["9.50", "1,234", 1234],
    ["1.234.567", "1.234", 1234],
    ["1.234,5", "1.234", 1234],
    ["12", "1.234", null],
  ])("another amount of the file, %s, says how %s is read", async (other, price, read) => {
    const csv = csvLines("sku;name;price", `SAYS;S;${other}`, `WAYS;W;${price}`);
    expect(importOf(await importCsv(service, "products", csv)).applied).toBe(read !== null);
    if (read === null) return;
    expect((await v3(service, "GET", "skuproducts/WAYS")).body.product.price).toBe(read);
    for (const sku of ["SAYS", "WAYS"]) await v3(service, "DELETE", `skuproducts/${sku}`);
  });

  test("amounts that disagree decide nothing, and an exported price comes in as it was", async () => {
    const csv = csvLines("sku;name;price", "ONE;1;9,50", "TWO;2;9.50", "WAYS;W;1.234");
    expect(importOf(await importCsv(service, "products", csv)).refused).toMatchObject([{ row: 4, field: "price" }]);
    await v3(service, "POST", "products", { sku: "WAYS", name: "W", price: 1.234 });
    const exported = await service.api("/api/v3/exports/products.csv");
    expect(await exported.text()).toContain(",1.2340,");
  });

  test("each wrong cell of each row is named, and nothing is changed", async () => {
    const before = await totalOf("orders");
    const csv = csvLines(
      "id,vendor_id,email,skus,expiration_date,download_limit,created_at,currency,send_email",
      "R-1,,ann@example.com,A,,,,,",
      "R-1,,ann@example.com,A,,,,,",
      "R//2,,ann at example,?,tomorrow,many,2999-01-01T00:00:00Z,euro,perhaps",
      ",,ann@example.com,,,,,,",
      ",,,A,,,,,",
      ",,ann@example.com,A*0,,,,,",
      ",R-1,ann@example.com,B;2*,,,,,",
      "too,few",
      `,,ann@example.com,A;\u0000,,,,,`,
      `,,ann@example.com,${"long".repeat(100)},,,,,`,
      ".,..,ann@example.com,A,,,,,",
      ",,ann@example.com,A*10000;A,,,,,",
    );
    const answer = importOf(await importCsv(service, "orders", csv));
    expect(answer).toMatchObject({ rows: 12, accepted: 1, applied: false, state: "done" });
    const refused = answer.refused as { row: number; field: string; reason: string }[];
    expect(refused.map(({ row, field }) => `${row} ${field}`)).toEqual([
      "3 id",
      ...["id", "email", "currency", "expiration_date", "download_limit", "created_at", "send_email", "skus"].map(
        (f) => `4 ${f}`,
      ),
      "5 skus",
      "6 email",
      "7 skus",
      "8 vendor_id",
      "8 skus",
      "9 null",
      "10 skus",
      "11 skus",
      "12 id",
      "12 vendor_id",
      "13 skus",
    ]);
    expect(refused[0]?.reason).toBe("is a duplicate of row 2");
    expect(refused.find(({ field }) => field === "download_limit")?.reason).toBe(
      "must be a whole number from 0 to 2147483647",
    );
    expect(refused.at(-6)?.reason).toBe("has 2 cells, but the header has 9");
    expect(refused.at(-1)?.reason).toBe("must add up to at most 10000 for one product");
    expect(await totalOf("orders")).toBe(before);
  });

  test("a subscription has a status only with an end of access", async () => {
    const csv = csvLines(
      "id,email,skus,subscription_id,subscription_status,access_until",
      "status-1,a@example.com,A,sub_1,canceled,2099-01-01",
      "status-2,a@example.com,A,sub_2,canceled,",
      "status-3,a@example.com,A,sub_3,paused,2099-01-01",
      "status-4,a@example.com,A,sub_4,active,",
      "status-5,a@example.com,A,sub_5, Payment_FAILED ,2099-01-01",
    );
    const answer = await importCsv(service, "orders", csv, "skip_refused=true");
    expect(importOf(answer).refused).toMatchObject([
      { row: 3, field: "subscription_status", reason: "needs an access_until, when access ends" },
      { row: 4, field: "subscription_status", reason: expect.stringContaining("must be one of") },
    ]);
    const { order } = (await v3(service, "GET", "orders/status-1")).body;
    expect(order).toMatchObject({ subscription_status: "canceled", subscription_id: "sub_1" });
    expect((await v3(service, "GET", "orders/status-5")).body.order.subscription_status).toBe("payment_failed");
  });

  test("a quantity that cannot be is refused with the same words, whatever is wrong with it", async () => {
    const cells = ["many", "0", "10001", "2147483648", "1;0"];
    const csv = csvLines("email,skus,quantity", ...cells.map((cell) => `ann@example.com,A,${cell}`));
    const { refused } = importOf(await importCsv(service, "orders", csv));
    const reason = "must be a whole number from 1 to 10000, or one number per SKU, such as 3; 1";
    expect(refused).toEqual(cells.map((value, index) => ({ row: 2 + index, field: "quantity", reason, value })));
  });

  test.each([
    ["semicolons, as Excel writes it in much of Europe", ";"],
    ["tabs", "\t"],
  ])("a file may have %s between its columns", async (_, separator) => {
    const sku = separator === ";" ? "EU" : "TAB";
    const rows = [
      ["SKU", "Name", "Price", "item_urls"],
      [sku, "A, and B", "9,50", '"https://example.com/a Its name; https://example.com/b"'],
    ];
    const csv = csvLines(...rows.map((cells) => cells.join(separator)));
    expect(importOf(await importCsv(service, "products", csv))).toMatchObject({ accepted: 1, refused: [] });
    const { product } = (await v3(service, "GET", `skuproducts/${sku}`)).body;
    expect(product).toMatchObject({ name: "A, and B", price: 9.5 });
    expect(product.item_urls).toHaveLength(2);
  });

  test("what is no such file is refused as a whole, with the reason", async () => {
    const wrong: [string, string | Uint8Array<ArrayBuffer>, RegExp][] = [
      ["nothing", "", /is empty/],
      ["no header", "A,B\r\n", /email and skus are missing/],
      ["other separators", "email|skus\r\nann@example.com|A\r\n", /email and skus are missing/],
      ["a column twice", "email,skus,Email\r\n", /column email twice/],
      ["too many columns", `email,skus,${"x,".repeat(500)}\r\n`, /more than 500 columns/],
      ["one line without an end", "a;".repeat(1_000_000), /more than 500 columns/],
      ["an open quote", 'email,skus\r\nann@example.com,"A\r\n', /not valid CSV/],
      ["Latin 1", new Uint8Array([...new TextEncoder().encode("email,skus\r\n"), 0xe9]), /UTF-8/],
    ];
    for (const [what, csv, words] of wrong) {
      const { status, body } = await importCsv(service, "orders", csv);
      expect(`${what} ${status}`).toBe(`${what} 422`);
      expect(body.detail).toMatch(words);
      expect(body.errors).toHaveLength(1);
    }
    const json = await v3(service, "POST", "imports/orders", { email: "ann@example.com" });
    expect(json.status).toBe(415);
    const long = await importCsv(service, "orders", new Uint8Array(50 * 1_048_576 + 1));
    expect(long.status).toBe(413);
    const many = `sku,name\r\n${"X,Y\r\n".repeat(50_001)}`;
    expect((await importCsv(service, "products", many)).body.detail).toMatch(/more than 50000 rows/);
    const skus = Array.from({ length: 100 }, () => "A").join(";");
    const wide = `email,skus\r\n${`ann@example.com,${skus}\r\n`.repeat(5_001)}`;
    const refused = await importCsv(service, "orders", wide);
    expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/more than 500000 SKUs/) } });
    expect((await v3(service, "GET", "imports/999999")).body).toMatchObject({ status: 404, import: null });
  });
});
