import { beforeAll, describe, expect, test } from "bun:test";
import { stringify } from "csv-stringify/sync";
import { importCsv } from "../../support/csv.ts";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

type Rows = Record<string, string | number>[];

/** A file with these columns, as the service writes it: cells in quotes where they must be. */
const fileOf = (columns: string[], rows: Rows, options: { bom?: boolean; delimiter?: string } = {}) =>
  stringify(rows, { header: true, columns, ...options });

// The columns of docs/move/README.md and others, in the order of the exports.
const gumroadColumns =
  "Purchase ID,Item Name,Buyer Name,Purchase Email,Buyer Email,Do not contact?,Purchase Date,Purchase Time (UTC timezone),Subtotal ($),Sale Price ($),Refunded?,Partial Refund ($),Fully Refunded?,Disputed?,Dispute Won?,Access Revoked?,Variants,Recurring Charge?,Pre-order authorization?,Product ID,Order Number,Custom Fields,Giftee Email,SKU ID,Quantity,License Key,License Key Enabled?,UTM Source,Email".split(
    ",",
  );

const sale = (number: number, more: Rows[0] = {}): Rows[0] => ({
  "Purchase ID": `p${number}==`,
  "Item Name": 'The "Map", large',
  "Buyer Name": "Ann van Zoë",
  "Purchase Email": `ann${number}@example.com`,
  "Buyer Email": "other@example.com",
  "Purchase Date": "2026-03-01",
  "Purchase Time (UTC timezone)": "2026-03-01 10:20:30 UTC",
  "Sale Price ($)": "9.5",
  "Fully Refunded?": 0,
  "Disputed?": 0,
  "Dispute Won?": 0,
  "Access Revoked?": 0,
  "Recurring Charge?": 0,
  "Pre-order authorization?": 0,
  "Product ID": "map",
  "Order Number": 500_000_000 + number,
  "Custom Fields": "{}",
  Quantity: 1,
  // A custom field of the store.
  Email: "=nobody",
  ...more,
});

const eddColumns = (names: string) =>
  `${names},Address,Products (Verbose),Products (Raw),SKUs,Currency,Amount,Tax,Discount Code,Transaction ID,Purchase Key,Date,User,Mode (Live|Test),Status`.split(
    ",",
  );

const eddOrder = (more: Rows[0]): Rows[0] => ({
  Email: "bea@example.com",
  "Products (Verbose)": "Map (2) - $4.50",
  "Products (Raw)": "Map|4.5{0}",
  SKUs: "map",
  Currency: "EUR",
  Amount: "9.00",
  "Purchase Key": "0123456789abcdef",
  Date: "2026-04-05 06:07:08",
  "Mode (Live|Test)": "live",
  Status: "complete",
  ...more,
});

describe.each(anyDatabase)("exports of other services on $name", ({ makeStore }) => {
  let service: Store;
  const order = async (id: string) => (await v3(service, "GET", id)).body.order;
  const brought = async (kind: "orders" | "license_keys", file: string, query = "") => {
    const { status, body } = await importCsv(service, kind, file, query);
    expect(status).toBe(200);
    return body.import;
  };

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["map", "keys; *", "A/B"]) await addItem(service, sku);
  });

  test("Gumroad's sales become orders, and its license keys stay with their buyers", async () => {
    const file = fileOf(
      gumroadColumns,
      [
        sale(1),
        sale(2, { "SKU ID": "keys; *", Quantity: 3, "Sale Price ($)": "28.5", "License Key": "AAAA-1" }),
        sale(3, { "Giftee Email": "gift@example.com", "License Key": "AAAA-2", "SKU ID": "keys; *" }),
        sale(4, { "Fully Refunded?": 1 }),
        sale(5, { "Disputed?": 1 }),
        sale(6, { "Disputed?": 1, "Dispute Won?": 1 }),
        sale(7, { "Recurring Charge?": 1 }),
        sale(8, { "Access Revoked?": 1, "License Key": "AAAA-3" }),
        { "Purchase ID": "Totals", "Sale Price ($)": 99 },
      ],
      { bom: true },
    );
    const report = await brought("orders", file);
    expect(report).toMatchObject({ rows: 4, accepted: 4, applied: true, refused: [], unknown_columns: [] });
    expect(report.notes).toContain("The file was read as an export of Gumroad.");
    expect(report.notes).toContain(
      "These rows were left out: refunded (1), disputed (1), another payment for a subscription (1), access revoked (1), the row of totals (1).",
    );
    expect(await order("orders/500000001")).toMatchObject({
      vendor_id: "gumroad:p1==",
      email: "ann1@example.com",
      first_name: "Ann van",
      last_name: "Zoë",
      total: 9.5,
      currency: "USD",
      created_at: "2026-03-01T10:20:30+00:00",
      order_items: [{ item_sku: "map", quantity: 1 }],
    });
    expect(await order("orders/500000002")).toMatchObject({
      total: 28.5,
      order_items: [{ item_sku: "keys; *", quantity: 3, price: 9.5 }],
    });
    expect(await order("orders/500000003")).toMatchObject({ email: "gift@example.com", first_name: null });
    expect((await v3(service, "GET", "emails")).body.total).toBe(0);

    const again = await brought("orders", file);
    expect(again).toMatchObject({ accepted: 0, applied: false });
    const keys = await brought("license_keys", file);
    expect(keys).toMatchObject({ rows: 2, accepted: 2, applied: true });
    expect((await order("orders/500000003")).order_items[0].license_keys).toEqual(["AAAA-2"]);
  });

  test("an order of Shopify is its rows together, and what was not paid or is not any more is left out", async () => {
    const file = [
      "Name,Email,Financial Status,Paid at,Currency,Total,Refunded Amount,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Created at,Cancelled at,Id",
      "#1001,ann@example.com,paid,2026-02-01 10:00:00 +0100,EUR,11.50,0.00,1,Map,9.50,map,Ann Lee,2026-02-01 09:59:00 +0100,,",
      "#1001,ann@example.com,,,,,,2,Set,1.00,A/B,,,,",
      "#1002,bob@example.com,pending,,EUR,9.50,0.00,1,Map,9.50,map,Bob,2026-02-01 10:00:00 +0100,,7",
      "#1002,bob@example.com,,,,,,1,Set,1.00,A/B,,,,",
      "#1003,cid@example.com,paid,2026-02-01 10:00:00 +0100,EUR,9.50,9.50,1,Map,9.50,map,Cid,2026-02-01 10:00:00 +0100,,8",
      "#1004,dan@example.com,paid,2026-02-01 10:00:00 +0100,EUR,9.50,0.00,1,Map,9.50,map,Dan,2026-02-01 10:00:00 +0100,2026-02-02 10:00:00 +0100,9",
      "#1005,eve@example.com,paid,2026-02-01 10:00:00 +0100,JPY,1000,0,3,Map,9.50,map,Eve,2026-02-01 10:00:00 +0100,,5300000000010",
      "#1006,fay@example.com,voided,,EUR,9.50,0.00,1,Map,9.50,map,Fay,2026-02-01 10:00:00 +0100,,11",
      "#1007,gil@example.com,paid,2026-02-01 10:00:00 +0100,EUR,9.50,0.00,1,A book,9.50,,Gil,2026-02-01 10:00:00 +0100,,12",
    ].join("\n");
    const dry = await brought("orders", file, "dry_run=true");
    expect(dry).toMatchObject({
      accepted: 2,
      refused: [{ row: 10, field: "skus", reason: expect.stringContaining('no product has the SKU "A book"') }],
    });
    expect(dry.notes).toContain("The file was read as an export of Shopify.");
    expect(dry.notes).toContain(
      "These rows were left out: financial status pending (1), further lines of those orders (1), refunded (1), canceled (1), financial status voided (1).",
    );
    expect(dry.notes).toContain("1 SKU of this file has no product here. Import the products first.");
    expect(await brought("orders", file, "skip_refused=true")).toMatchObject({ accepted: 2, applied: true });
    const [ann] = (await v3(service, "GET", "orders?email=ann@example.com")).body.orders;
    expect(ann).toMatchObject({
      ...{ vendor_id: "#1001", first_name: "Ann", last_name: "Lee", total: 11.5, currency: "EUR" },
      created_at: "2026-02-01T08:59:00+00:00",
      order_items: [
        { item_sku: "map", quantity: 1 },
        { item_sku: "A/B", quantity: 2 },
      ],
    });
    const [eve] = (await v3(service, "GET", "orders?email=eve@example.com")).body.orders;
    expect(eve).toMatchObject({ vendor_id: "shopify:5300000000010", total: 1000, order_items: [{ quantity: 3 }] });
    expect((await brought("orders", file, "skip_refused=true")).accepted).toBe(0);
  });

  test("orders of Easy Digital Downloads come from both of its versions", async () => {
    const two = fileOf(
      eddColumns("Payment ID,Payment Number,Email,First Name,Last Name").map((name) =>
        name === "Amount" ? "Amount (€)" : name,
      ),
      [
        eddOrder({ "Payment ID": 7, "Payment Number": "EDD-7", "First Name": "Bea", "Amount (€)": "1.234,50" }),
        eddOrder({ "Payment ID": 8, "Payment Number": "EDD-8", Status: "refunded" }),
        eddOrder({ "Payment ID": 9, "Payment Number": "EDD-9", "Mode (Live|Test)": "test" }),
      ],
      { delimiter: ";" },
    );
    const report = await brought("orders", two);
    expect(report).toMatchObject({ rows: 1, accepted: 1, applied: true });
    expect(report.notes).toContain("These rows were left out: status refunded (1), a test order (1).");
    expect(await order("vorders/EDD-7")).toMatchObject({
      ...{ email: "bea@example.com", first_name: "Bea", total: 1234.5, currency: "EUR" },
      ...{ created_at: "2026-04-05T06:07:08+00:00", order_items: [{ item_sku: "map", quantity: 2 }] },
    });

    const several = {
      "Products (Verbose)": "Map (2) - Large - $4.50 / A (3) - $1.00",
      "Products (Raw)": "Map (2)|4.5{0}{1} / A|1{0}",
    };
    const three = fileOf(eddColumns("Order ID,Email,Customer ID,Customer Name"), [
      eddOrder({ "Order ID": 11, "Customer Name": "Cleo Dee", SKUs: "map / A/B", Amount: "7.50", ...several }),
      eddOrder({ "Order ID": 12, SKUs: "map / ", ...several }),
    ]);
    const rejected = await brought("orders", three);
    expect(rejected).toMatchObject({
      ...{ rows: 2, accepted: 1, applied: false },
      refused: [{ row: 3, field: "skus", reason: "lacks the SKU of a product", value: null }],
    });
    await brought("orders", three, "skip_refused=true");
    const { first_name, last_name, order_items } = await order("vorders/11");
    expect([first_name, last_name]).toEqual(["Cleo", "Dee"]);
    const lines = order_items.map((item: { item_sku: string; quantity: number }) => [item.item_sku, item.quantity]);
    expect(lines).toEqual([
      ["map", 1],
      ["A/B", 3],
    ]);

    const renamed = eddColumns("vendor_id,Email").map((name) => (name === "Amount" ? "total" : name));
    const own = { vendor_id: "R-1", SKUs: "map;A/B*2", total: "3" };
    expect(await brought("orders", fileOf(renamed, [eddOrder(own)]))).toMatchObject({ accepted: 1, applied: true });
    expect(await order("vorders/R-1")).toMatchObject({ total: 3, product_count: 2 });

    const columns = eddColumns("Order ID,Email,Customer ID,Customer Name").filter((name) => name !== "SKUs");
    const without = await importCsv(service, "orders", fileOf(columns, [eddOrder({ "Order ID": 13 })]));
    expect([without.status, without.body.detail]).toEqual([422, expect.stringContaining("has no SKUs")]);
  });
});
